/** The worker: the whole engine, away from the page. */
import { serve } from './answer';
import * as glue from './pkg-full/taquin_wasm.js';

serve(glue);
