import type english from '../en/shell';
import type { Translation } from '../translation';

export default {
  name: 'Taquin',
  skip: 'Aller au contenu',
  sections: 'Rubriques',
  play: 'Jouer',
  solve: 'Résoudre',
  learn: 'Comprendre',
  settings: 'Réglages',
  loading: 'Chargement…',
  failed: 'Cette partie de la page n’a pas pu être chargée. Êtes-vous hors ligne ? Réessayez.',
  again: 'Réessayer',
  nowhere: 'Il n’y a rien à cette adresse.',
  home: 'Vers le plateau',
  board: (rows: number, columns: number) => `Plateau, ${rows} lignes de ${columns}`,
  tileAt: (tile: number, home: boolean) => (home ? `${tile}, à sa place` : `${tile}`),
  blank: 'case vide',
  hidden: 'caché',
  lessonsTitle: 'Dix courtes leçons',
  lessonsLead: 'Un plateau, un dessin et une question chacune. Venez avec la position de votre choix.',
  next: 'Suivante',
  allLessons: 'Toutes les leçons',
  badBoard: (why: string) => `Le plateau de cette adresse est illisible : ${why}.`,
} satisfies Translation<typeof english>;
