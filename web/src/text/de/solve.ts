import type english from '../en/solve';
import type { Translation } from '../translation';

export default {
  title: 'Lösen',
  lead: 'Ein Brett in beliebiger Form einfügen, eintippen, oder Steine tauschen, indem man zwei wählt.',
  board: 'Das Brett, Zeile für Zeile; 0 ist die Lücke',
  solvable: 'Es gibt eine Lösung.',
  impossible: 'Es gibt keine Lösung.',
  odd: 'ungerade',
  even: 'gerade',
  parity: (permutation: string, distance: number, parity: string) =>
    `Die Steine sind eine ${permutation} Permutation des Ziels, die Lücke aber ist ${distance} Schritte (eine ${parity} Zahl) vom Ziel entfernt. Jeder Zug ändert beides, also passen sie nie zusammen.`,
  order: 'In einer einzigen Reihe kommen Steine nicht aneinander vorbei, und sie stehen nicht in der Ordnung des Ziels.',
  mend: (a: number, b: number) => `${a} und ${b} tauschen`,
  bad: (why: string) => `Das ist noch kein Brett: ${why}.`,
  learnWhy: 'Warum?',
} satisfies Translation<typeof english>;
