import type english from '../en/lesson-cycles';
import type { Translation } from '../translation';

export default {
  question: 'Que fait un coup aux boucles ?',
  loops: (count: number) => (count > 1 ? 'boucles' : 'boucle'),
  merged: 'Ce coup a réuni deux boucles.',
  split: 'Ce coup a coupé une boucle en deux.',
  exchanges: (count: number) => (count > 1 ? `${count} échanges` : `${count} échange`),
  none: 'aucune boucle : tout est en place',
  sum: (exchanges: number) => `Échanges en tout : ${exchanges}. C’est un nombre`,
  odd: 'impair',
  even: 'pair',
  why: 'Suivez la flèche d’une pièce jusqu’à la case où est sa place, puis de la pièce qui s’y trouve, et ainsi de suite : on revient au départ. Une boucle de k membres demande k − 1 échanges. Chaque coup échange la case vide (_) avec une pièce, et un échange réunit toujours deux boucles ou en coupe une : le nombre d’échanges change donc d’exactement un.',
} satisfies Translation<typeof english>;
