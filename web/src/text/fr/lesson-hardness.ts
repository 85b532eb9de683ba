import type english from '../en/lesson-hardness';
import type { Translation } from '../translation';

export default {
  question: 'Votre position est-elle facile ?',
  unfit:
    'Personne n’a compté toutes les positions d’un plateau comme le vôtre. Choisissez-en un qui a été compté.',
  line: (cells: number) =>
    `Sur une seule ligne les pièces ne peuvent se croiser. Pour chaque place de la case vide une seule position a une solution, ${cells} en tout, et chacune demande autant de coups que la case vide est à de cases de sa place. Choisissez un plateau plus grand pour en voir davantage.`,
  sizes: 'Un autre plateau',
  never: 'La vôtre n’a pas de solution : elle est dans l’autre moitié.',
  drawing: (size: string, radius: number) =>
    `Positions de ${size} selon les coups nécessaires, de 0 à ${radius}`,
  slides: 'coups nécessaires',
  positions: 'positions',
  searching: 'Recherche de votre distance…',
  yours: (distance: number, share: string) =>
    `La vôtre demande ${distance < 2 ? `${distance} coup` : `${distance} coups`} : ${share} % des positions sont plus faciles.`,
  numbers: (size: string, total: string, radius: number, last: string) =>
    `${size} compte ${total} positions qui ont une solution. ${last === '1' ? `La plus lointaine demande ${radius} coups` : `Les plus lointaines demandent ${radius} coups ; il y en a ${last}`}.`,
  farthest: 'Quelques-unes des plus lointaines :',
  table: 'Les nombres en tableau',
} satisfies Translation<typeof english>;
