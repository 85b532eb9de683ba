import type english from '../en/lesson-inversions';
import type { Translation } from '../translation';

export default {
  question: 'Quels coups changent le nombre de paires mal rangées ?',
  inversions: (count: number) => (count > 1 ? 'inversions' : 'inversion'),
  drawing: (count: number) =>
    `Les pièces dans l’ordre de lecture, ${count === 0 ? 'aucune paire mal rangée' : `avec un arc au-dessus de ${count === 1 ? 'la seule paire mal rangée' : `chacune des ${count} paires mal rangées`}`}`,
  odd: (columns: number) =>
    `Un coup de côté ne change aucun ordre. Un coup vertical fait passer une pièce devant ${columns - 1} autres, un nombre pair : sur ce plateau large de ${columns}, la parité des inversions ne change jamais. Il n’a de solution que si elle est paire.`,
  even: (columns: number) =>
    `Un coup de côté ne change aucun ordre. Un coup vertical fait passer une pièce devant ${columns === 2 ? '1 autre' : `${columns - 1} autres`}, un nombre impair, et déplace la case vide d’une ligne. La somme des inversions et des lignes entre la case vide et sa place garde donc sa parité : il n’y a de solution que si elle est paire.`,
  order: (tiles: string) => `L’ordre est ici celui du but : ${tiles}.`,
  reckoned: '(inversions + lignes entre la case vide et sa place)',
  sumEven: 'Pair : ce plateau a une solution.',
  sumOdd: 'Impair : ce plateau n’a pas de solution.',
  inOrder: 'Dans l’ordre du but : ce plateau a une solution.',
  outOfOrder: 'Dans un autre ordre : ce plateau n’aura jamais de solution.',
  corridor:
    'Sur une seule ligne les pièces ne peuvent se croiser : seul leur ordre décide. La somme compte à partir de deux lignes et deux colonnes.',
  another: 'Un autre plateau',
  legend: 'Les arcs épais sont venus au dernier coup, les tiretés ont disparu.',
  tooMany: 'Sur un plateau si grand, un arc par paire ferait un fourré ; restent le nombre et le tableau.',
  table: 'Les nombres en tableau',
  tile: 'Pièce',
  smaller: 'pièces après elle qui vont avant',
} satisfies Translation<typeof english>;
