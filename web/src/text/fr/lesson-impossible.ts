import type english from '../en/lesson-impossible';
import type { Translation } from '../translation';

export default {
  question: 'Les pièces 14 et 15 sont échangées. Peut-on les remettre en ordre en les faisant glisser ?',
  ownQuestion: (a: number, b: number) =>
    `Les pièces ${b} et ${a} de votre plateau ont changé de place. Peut-on encore le résoudre en glissant ?`,
  ownAsIs: 'Voici votre plateau tel qu’il est. Peut-on le résoudre en glissant ?',
  toOwn: 'Piéger mon plateau',
  toPrize: 'Le plateau du prix',
  slides: (count: number) => (count > 1 ? `${count} coups jusqu’ici` : `${count} coup jusqu’ici`),
  solved: 'Résolu. Mais deux pièces ont été soulevées.',
  prize:
    'En 1880, la moitié du monde essaya. Plus tard, mille dollars furent promis. Essayez un moment avant de lire la suite.',
  machine: 'Une machine essaie tout',
  analogue:
    'Les pièces du taquin et sa case vide se disposent de 20 900 milliards de façons, trop pour les montrer. Voici son petit frère : deux lignes de trois avec deux pièces échangées. La machine visite toutes les positions qu’elle peut atteindre, les plus proches d’abord.',
  run: 'Tout chercher',
  drawing: (reached: number) => `positions atteintes : ${reached} sur 360`,
  reached: (reached: string, depth: number) =>
    `${reached === '1' ? '1 position' : `${reached} positions`} à ${depth < 2 ? `${depth} coup` : `${depth} coups`} au plus…`,
  exhausted: (reached: string) =>
    `Les ${reached} positions accessibles ont toutes été visitées. Le plateau résolu n’en fait pas partie.`,
  answer: 'La réponse, après quelques essais',
  lift: 'Pourquoi soulever une fois suffit',
  why: 'Chaque coup échange la case vide avec une pièce et la déplace d’une case. Revenue dans son coin, elle est montée aussi souvent que descendue, allée à gauche aussi souvent qu’à droite : un nombre pair de pas, donc d’échanges. Échanger 14 et 15 en fait un : impair. Ce que fait un nombre impair d’échanges, aucun nombre pair ne le fait ; la leçon 3 montre pourquoi. Soulevez les deux pièces, remettez-les dans l’autre ordre, et cet échange est payé.',
  ownWhy:
    'Chaque coup échange la case vide avec une pièce et la déplace d’une case. Sur un plateau qui a une solution, les échanges qui mettent tout en place et les pas qui ramènent la case vide chez elle sont tous deux en nombre pair, ou tous deux impair ; la leçon 4 montre pourquoi. Sur celui-ci l’un était pair et l’autre impair. Soulevez deux pièces et mettez chacune à la place de l’autre : cela fait un échange de plus, et ils s’accordent.',
  lineWhy:
    'Sur une seule ligne les pièces ne peuvent se croiser : aucun coup ne change leur ordre. Seul soulever des pièces le peut.',
  lifting: 'Soulever deux pièces',
  again: 'Recommencer',
  mended: 'Maintenant il y a une solution : continuez.',
} satisfies Translation<typeof english>;
