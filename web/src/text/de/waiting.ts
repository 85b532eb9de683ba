import type english from '../en/waiting';
import type { Translation } from '../translation';

export default {
  looking: (moves: number) =>
    `Gesucht wird ein Weg von ${moves === 1 ? '1 Zug' : `${moves} Zügen`}; keiner ist kürzer.`,
  nodes: (nodes: string) => `${nodes} Stellungen gesehen.`,
  depth: 'Wie weit diese Tiefe durchsucht ist',
  share: (percent: number, left: string) =>
    `Etwa ${percent} % dieser Tiefe sind durchsucht${left ? `, noch ${left}` : ''}.`,
  unsure: 'Wie viel von dieser Tiefe noch fehlt, kann niemand sagen.',
  next: (times: number) => `Gibt es keinen solchen Weg, dauert die nächste Tiefe etwa ${times}-mal so lange.`,
  known: (moves: number) => `Ein Weg von ${moves === 1 ? '1 Zug' : `${moves} Zügen`} ist schon bekannt.`,
  last: (moves: number) =>
    `Ein Weg von ${moves === 1 ? '1 Zug' : `${moves} Zügen`} ist schon bekannt; findet diese Suche nichts, ist keiner kürzer.`,
  seconds: (seconds: number) => `etwa ${seconds} s`,
  minutes: (minutes: number) => `etwa ${minutes} min`,
  stop: 'Anhalten',
  watch: 'Ansehen',
} satisfies Translation<typeof english>;
