import type english from '../en/lesson-distance';
import type { Translation } from '../translation';

export default {
  question: 'Combien de coups faut-il au moins ? Quatre estimations jamais trop hautes.',
  drawing: 'Chaque trait mène d’une pièce à sa place.',
  choose: 'Choisissez-en une pour voir ce qu’elle regarde.',
  conflicts: (pairs: number, more: number) =>
    `${pairs > 1 ? `${pairs} paires sont dans leurs propres lignes` : '1 paire est dans sa propre ligne'} en mauvais ordre : ${more} coups de plus.`,
  noConflict: 'Aucune paire n’est dans sa propre ligne en mauvais ordre : rien à ajouter ici.',
  walks: (rows: number, columns: number, both: number) =>
    `Les triangles montrent où est la place. Les pièces doivent changer ${rows} fois de ligne et ${columns} fois de colonne : au moins ${both < 2 ? `${both} coup` : `${both} coups`}.`,
  lines: 'Ce qu’elle sait, en tableaux',
  counts: {
    rows: 'Pièces de chaque ligne, selon la ligne où est leur place',
    columns: 'Pièces de chaque colonne, selon la colonne où est leur place',
  },
  only: (tiles: string, slides: number) =>
    `Résoudre seulement ${tiles}, les autres étant vides : ces pièces seules demandent ${slides < 2 ? `${slides} coup` : `${slides} coups`}.`,
  another: 'Un autre plateau',
  unfit: (cells: number) =>
    `Cette leçon demande un plateau qui ait une solution, d’au moins deux lignes et deux colonnes et de ${cells} cases au plus.`,
  manhattan: 'Distance de Manhattan',
  aboutManhattan: 'chaque pièce rentre seule chez elle',
  conflict: 'avec les conflits en ligne',
  aboutConflict:
    'deux pièces dans leur ligne mais en mauvais ordre : l’une doit s’écarter puis revenir, deux coups de plus',
  walking: 'Distance de marche',
  aboutWalking: 'combien de pièces doivent changer de ligne et de colonne, quelles qu’elles soient',
  pattern: 'Tables de motifs',
  aboutPattern: 'résoudre seulement ces quelques pièces, puis celles-là ; additionner les réponses',
  truth: 'La vraie distance',
  searching: 'recherche…',
  why: 'Aucune estimation ne dépasse jamais la vérité. C’est pourquoi une recherche qui s’y fie trouve une solution la plus courte : elle peut s’arrêter là où même l’estimation est trop loin. Plus l’estimation est proche, moins il y a à chercher.',
} satisfies Translation<typeof english>;
