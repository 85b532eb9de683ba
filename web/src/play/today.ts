import { engine } from '../engine';

/** Today in UTC: the same board for everyone at every moment. */
export const today = (): string => engine.day_at(Date.now()) ?? '';
