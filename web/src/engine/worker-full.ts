/** The worker for larger boards. */
import { serve } from './answer';
import * as glue from './pkg-full/taquin_wasm.js';

serve(glue);
