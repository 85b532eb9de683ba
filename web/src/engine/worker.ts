/** The worker for boards of up to 16 cells, and for the method of rows and columns. */
import { serve } from './answer';
import * as glue from './pkg/taquin_wasm.js';

serve(glue);
