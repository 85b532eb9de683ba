import type english from '../en/play';
import type { Translation } from '../translation';

export default {
  title: 'Jouer',
  newGame: 'Nouveau plateau',
  moves: 'coups',
  solved: 'Résolu',
} satisfies Translation<typeof english>;
