import type english from '../en/lesson-history';
import type { Translation } from '../translation';

export default {
  question: 'Qui a inventé le jeu, qui l’a revendiqué, et qui s’est trompé ?',
  events: [
    [
      '1874',
      'Noyes Chapman, maître de poste à Canastota, New York, montre à ses amis un jeu de blocs numérotés.',
    ],
    [
      '1879',
      'Dans l’American Journal of Mathematics, William Johnson prouve que la moitié des positions n’ont pas de solution, et William Story que toutes les autres en ont une.',
    ],
    [
      'Janvier à juillet 1880',
      'L’engouement : de Boston à toute l’Amérique puis à l’Europe, dans les bureaux, les tramways et les parlements.',
    ],
    [
      '1891',
      'Sam Loyd commence à prétendre que le jeu est de lui. Il ne l’était pas. Son prix de mille dollars pour échanger 14 et 15 ne risquait pourtant rien.',
    ],
    [
      '1990',
      'Daniel Ratner et Manfred Warmuth prouvent que trouver une solution la plus courte est NP-difficile pour les grands plateaux.',
    ],
    [
      '1999',
      'Adrian Brüngger, Ambros Marzetta, Komei Fukuda et Jürg Nievergelt prouvent qu’aucune position du taquin ne demande plus de 80 coups.',
    ],
    [
      '2005',
      'Richard Korf et Peter Schultze comptent toutes les positions du taquin selon leur distance : 17 exactement demandent 80 coups.',
    ],
  ] as [string, string][],
  wrong: 'Des règles fausses qui circulent encore',
  right:
    'La bonne règle : en largeur impaire, les inversions doivent être paires ; en largeur paire, les inversions plus les lignes entre la case vide et sa place doivent être paires. La hauteur ne compte pas. Chacune des règles ci-dessous dit autre chose, et un seul plateau suffit à la réfuter.',
  ruleSays: 'La règle dit :',
  truly: 'En vérité :',
  here: 'De votre position elle dit :',
  yes: 'il y a une solution.',
  no: 'il n’y a pas de solution.',
  nothing: 'rien.',
  isRight: 'juste',
  isWrong: 'faux',
  wrongHere: (count: number) =>
    count === 0
      ? 'Aucune règle fausse ne se trompe ici : continuez.'
      : count === 1
        ? 'Une règle fausse se trompe ici.'
        : `${count} règles fausses se trompent ici.`,
  canBeSolved: 'Il a une solution.',
  cannotBeSolved: 'Il n’a pas de solution.',
  rules: [
    [
      '4×4 : inversions plus ligne de la case vide, comptée du bas, doivent être paires.',
      'Il est résolu, mais 0 + 1 est impair. Comptée du haut, elle serait juste.',
    ],
    [
      'Largeur paire : inversions paires si la case vide est sur une ligne paire depuis le haut, impaires sinon.',
      'Il est résolu, la case vide en ligne 3. Vrai seulement pour les hauteurs paires.',
    ],
    [
      'Les positions qui ont une solution sont les permutations paires.',
      'À un coup du but, la permutation est impaire, et le plateau a pourtant une solution. La règle est vraie chaque fois que la case vide est à un nombre pair de pas de sa place, et fausse sinon.',
    ],
    [
      'Les inversions doivent être paires.',
      'À un coup du but, il y en a trois, et le plateau a pourtant une solution.',
    ],
    [
      'La règle pour la case vide à la fin, appliquée à un but où elle est au début.',
      'C’est ce but lui-même : aucune inversion, ligne 1.',
    ],
  ] as [string, string][],
  sources: 'Sources',
  references: [
    'W. W. Johnson et W. E. Story, Notes on the “15” puzzle, American Journal of Mathematics 2 (1879)',
    'J. Slocum et D. Sonneveld, The 15 Puzzle (2006)',
    'A. F. Archer, A modern treatment of the 15 puzzle, American Mathematical Monthly 106 (1999)',
    'D. Ratner et M. Warmuth, The (n² − 1)-puzzle and related relocation problems, Journal of Symbolic Computation 10 (1990)',
    'A. Brüngger, A. Marzetta, K. Fukuda et J. Nievergelt, The parallel search bench ZRAM and its applications, Annals of Operations Research 90 (1999)',
    'R. Korf et P. Schultze, Large-scale parallel breadth-first search, AAAI (2005)',
  ],
} satisfies Translation<typeof english>;
