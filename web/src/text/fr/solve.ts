import type english from '../en/solve';
import type { Translation } from '../translation';

export default {
  title: 'Résoudre',
  lead: 'Collez un plateau sous n’importe quelle forme, tapez-le, ou échangez des pièces en en choisissant deux.',
  board: 'Le plateau, ligne par ligne ; 0 est la case vide',
  solvable: 'Une solution existe.',
  impossible: 'Aucune solution n’existe.',
  odd: 'impaire',
  even: 'paire',
  parity: (permutation: string, distance: number, parity: string) =>
    `Les pièces forment une permutation ${permutation} du but, mais la case vide est à ${distance} pas de sa place (distance ${parity}). Chaque coup change les deux : ils ne s’accorderont jamais.`,
  order: 'Sur une seule ligne les pièces ne peuvent se doubler, et leur ordre n’est pas celui du but.',
  mend: (a: number, b: number) => `Échanger ${a} et ${b}`,
  bad: (why: string) => `Ce n’est pas encore un plateau : ${why}.`,
  learnWhy: 'Pourquoi ?',
} satisfies Translation<typeof english>;
