/** A short knock of wood for each slide, a chord at the end. Made, not fetched; silent unless it was asked for. */
let context: AudioContext | null = null;

function tone(frequency: number, at: number, length: number, loud: number): void {
  if (!context) return;
  const [source, level] = [context.createOscillator(), context.createGain()];
  source.type = 'triangle';
  source.frequency.value = frequency;
  level.gain.setValueAtTime(loud, context.currentTime + at);
  level.gain.exponentialRampToValueAtTime(0.0001, context.currentTime + at + length);
  source.connect(level).connect(context.destination);
  source.start(context.currentTime + at);
  source.stop(context.currentTime + at + length);
}

export function knock(solved: boolean): void {
  context ??= new AudioContext();
  if (solved) [392, 494, 587].forEach((frequency, place) => tone(frequency, place * 0.09, 0.5, 0.12));
  else tone(190 + Math.random() * 25, 0, 0.05, 0.18);
}
