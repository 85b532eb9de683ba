import { point } from '../text/index.svelte';

/** Times as players write them: to the millisecond, unless fewer are asked for. */
export function clock(ms: number, decimals = 3): string {
  const units = Math.floor(ms / 10 ** (3 - decimals));
  const whole = Math.floor(units / 10 ** decimals);
  const minutes = Math.floor(whole / 60);
  const hours = Math.floor(minutes / 60);
  const rest = decimals > 0 ? `${point()}${String(units % 10 ** decimals).padStart(decimals, '0')}` : '';
  const seconds = `${whole % 60}${rest}`;
  const padded = `${String(whole % 60).padStart(2, '0')}${rest}`;
  if (hours > 0) return `${hours}:${String(minutes % 60).padStart(2, '0')}:${padded}`;
  return minutes > 0 ? `${minutes}:${padded}` : seconds;
}
