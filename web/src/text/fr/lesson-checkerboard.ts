import type english from '../en/lesson-checkerboard';
import type { Translation } from '../translation';

export default {
  question: 'Faites n’importe quel coup. Peut-on ne changer qu’une seule des deux lampes ?',
  permutation: 'Échanges pour tout mettre en place',
  distance: (steps: number) => `Pas de la case vide jusqu’à sa place : ${steps}`,
  odd: 'impair',
  even: 'pair',
  agree: 'Les lampes s’accordent : ce plateau a une solution.',
  differ: 'Les lampes se contredisent : ce plateau n’aura jamais de solution.',
  inOrder: 'Dans l’ordre du but : ce plateau a une solution.',
  outOfOrder: 'Dans un autre ordre : ce plateau n’aura jamais de solution.',
  corridor:
    'Sur une seule ligne les pièces ne peuvent se croiser : seul leur ordre décide. Les lampes comptent à partir de deux lignes et deux colonnes.',
  another: 'Un autre plateau',
  why: 'Coloriez les cases comme un damier. Un coup échange la case vide avec une pièce, ce qui change la première lampe ; et il la mène sur une case de l’autre couleur, ce qui change la seconde. Elles changent toujours ensemble. Au but, toutes deux sont paires : un plateau où elles diffèrent n’y arrivera jamais.',
  theorem:
    'Pour tout plateau de m lignes et n colonnes, au moins deux de chaque, et toute place de la case vide : il a une solution si et seulement si le nombre d’échanges qui mettent tout en place, la case vide comprise, est pair exactement quand la distance de la case vide à sa place est paire.',
  only: 'Voilà prouvée une moitié : où les lampes se contredisent, il n’y a pas de solution. La leçon suivante prouve l’autre : où elles s’accordent, il y en a une. (En mathématiques, une disposition qui demande un nombre impair d’échanges s’appelle une permutation impaire.)',
  exchange: 'Soulever deux pièces et les échanger',
} satisfies Translation<typeof english>;
