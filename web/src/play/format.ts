/** Times and sizes as players write them. */
export function clock(ms: number, decimals = 2): string {
  const all = Math.floor(ms / 10 ** (3 - decimals)) / 10 ** decimals;
  const minutes = Math.floor(all / 60);
  const seconds = (all - minutes * 60).toFixed(decimals);
  const hours = Math.floor(minutes / 60);
  const padded = seconds.padStart(decimals > 0 ? 3 + decimals : 2, '0');
  if (hours > 0) return `${hours}:${String(minutes % 60).padStart(2, '0')}:${padded}`;
  return minutes > 0 ? `${minutes}:${padded}` : seconds;
}

/** Today in UTC: the same board for everyone at every moment. */
export const today = (at = new Date()): string => at.toISOString().slice(0, 10);

/** Whether a text is a real date, from the first daily board on. */
export function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().slice(0, 10) === text;
}

/** The seed of a date's board: its digits. */
export const dailySeed = (date: string): bigint => BigInt(date.replaceAll('-', ''));

/** Consecutive days solved, ending today or yesterday. */
export function streak(dates: Iterable<string>, now = today()): number {
  const solved = new Set(dates);
  const day = (back: number): string => new Date(Date.parse(`${now}T00:00:00Z`) - back * 86_400_000).toISOString().slice(0, 10);
  let from = solved.has(now) ? 0 : 1;
  let length = 0;
  while (solved.has(day(from))) {
    length += 1;
    from += 1;
  }
  return length;
}
