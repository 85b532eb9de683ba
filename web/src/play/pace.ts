/** Milliseconds a slide, where nobody kept the time and nothing sets the pace. */
export const PACE_MS = 250;
