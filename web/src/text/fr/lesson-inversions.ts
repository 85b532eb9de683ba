import type english from '../en/lesson-inversions';
import type { Translation } from '../translation';

export default {
  question: 'Quels coups changent le nombre de paires mal rangées ?',
  inversions: (count: number) => (count > 1 ? 'inversions' : 'inversion'),
  drawing: (count: number) =>
    `Les pièces dans l’ordre de lecture, ${count === 0 ? 'aucune paire mal rangée' : `avec un arc au-dessus de ${count === 1 ? 'la seule paire mal rangée' : `chacune des ${count} paires mal rangées`}`}`,
  odd: (columns: number) =>
    `Un coup de côté ne change aucun ordre. Un coup vertical fait passer une pièce devant ${columns - 1} autres, et chacune fait une inversion de plus ou de moins. ${columns - 1} est pair : sur ce plateau large de ${columns}, un nombre pair d’inversions reste pair, un nombre impair reste impair. Le but n’en a aucune, c’est pair : un plateau impair n’y arrive jamais. Que tout plateau pair y arrive, la leçon 5 le démontre.`,
  even: (columns: number) =>
    `Un coup de côté ne change aucun ordre. Un coup vertical fait passer une pièce devant ${columns === 2 ? '1 autre' : `${columns - 1} autres`}, et chacune fait une inversion de plus ou de moins : ${columns === 2 ? 'un changement' : `${columns - 1} changements, un nombre impair`}. Il déplace aussi la case vide d’une ligne : un changement de plus. La somme des deux change donc un nombre pair de fois : une somme paire reste paire, une somme impaire reste impaire. Au but elle vaut 0 : un plateau de somme impaire n’y arrive jamais. Que tout plateau de somme paire y arrive, la leçon 5 le démontre.`,
  order: (tiles: string) => `L’ordre est ici celui du but : ${tiles}.`,
  reckoned: '(inversions + lignes entre la case vide et sa place)',
  sumEven: 'Pair : ce plateau a une solution.',
  sumOdd: 'Impair : ce plateau n’a pas de solution.',
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
