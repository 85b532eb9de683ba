import type english from '../en/lesson-halves';
import type { Translation } from '../translation';

export default {
  question: 'Chaque position est un point, chaque coup un trait. Peut-on passer d’un dessin à l’autre ?',
  drawing: (count: number) => `${count} positions et les coups qui les relient`,
  solvable: (count: string, farthest: number) =>
    `${count} positions d’où l’on atteint le but (le carré), en ${farthest} coups au plus`,
  other: (count: string) => `${count} positions qui ne l’atteindront jamais`,
  inHome: (slides: number) =>
    slides === 0
      ? 'C’est le but.'
      : `Cette position se résout en ${slides} ${slides > 1 ? 'coups' : 'coup'}.`,
  inOther: 'Cette position n’aura jamais de solution.',
  enter: 'Y aller',
  own: 'Seuls le 2×2 et le 2×3 sont dessinés ici. Un plateau de cette taille se retrouverait parmi ces positions.',
  table: 'Les nombres en tableau',
  slides: 'coups depuis le but',
  positions: 'positions',
  why: 'Choisissez un point pour voir son plateau, puis jouez : vous suivez les traits et restez dans votre moitié. En 2×2, chaque moitié est un anneau de douze ; en 2×3, deux mondes de 360 positions. En 4×4, chacune en compte plus de dix mille milliards.',
} satisfies Translation<typeof english>;
