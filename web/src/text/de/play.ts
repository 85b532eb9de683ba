import type english from '../en/play';
import type { Translation } from '../translation';

export default {
  title: 'Spielen',
  newGame: 'Neues Brett',
  moves: 'Züge',
  solved: 'Gelöst',
} satisfies Translation<typeof english>;
