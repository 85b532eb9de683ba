import type english from '../en/lesson-halves';
import type { Translation } from '../translation';

export default {
  question:
    'Jede Stellung ist ein Punkt, jeder Zug eine Linie. Führt ein Weg von einer Zeichnung in die andere?',
  drawing: (count: number) => `${count} Stellungen und die Züge dazwischen`,
  solvable: (count: string, farthest: number) =>
    `${count} Stellungen, von denen aus das Ziel (das Quadrat) in höchstens ${farthest} Zügen erreichbar ist`,
  other: (count: string) => `${count} Stellungen, die es nie erreichen`,
  inHome: (slides: number) =>
    slides === 0
      ? 'Dies ist das Ziel.'
      : `Diese Stellung ist in ${slides} ${slides === 1 ? 'Zug' : 'Zügen'} gelöst.`,
  inOther: 'Diese Stellung ist nie lösbar.',
  enter: 'Dorthin gehen',
  own: 'Gezeichnet sind hier nur 2×2 und 2×3. Ein eigenes Brett dieser Größe fände sich hier wieder.',
  table: 'Die Zahlen als Tabelle',
  slides: 'Züge vom Ziel',
  positions: 'Stellungen',
  why: 'Ein Punkt zeigt sein Brett, und wer dort schiebt, wandert die Linien entlang und bleibt in seiner Hälfte. Bei 2×2 ist jede Hälfte ein Ring aus zwölf, bei 2×3 sind es zwei Welten zu je 360 Stellungen. Bei 4×4 hat jede mehr als zehn Billionen.',
} satisfies Translation<typeof english>;
