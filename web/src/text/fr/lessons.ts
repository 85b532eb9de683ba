import type english from '../en/lessons';
import type { Translation } from '../translation';

export default {
  copy: 'Copier un lien vers ceci',
  copied: 'Copié',
  large: 'Grand affichage',
  print: 'Imprimer',
  embed: 'Mettre sur votre page',
  embedAny: 'Une ligne pour n’importe quelle page : la leçon s’y montre dans un cadre.',
  embedOwn: 'Deux lignes pour les pages du même serveur que celle-ci : le cadre grandit avec son contenu.',
  titles: {
    impossible: 'Le prix impossible',
    inversions: 'Les inversions',
    checkerboard: 'Le damier',
    cycles: 'Les cycles',
    half: 'Pourquoi la moitié ?',
    halves: 'Deux mondes',
    distance: 'À quelle distance ?',
    search: 'Comment cherche une machine',
    hardness: 'Jusqu’où est-ce difficile ?',
    people: 'Comment on le résout à la main',
    history: 'Un engouement et une légende',
  },
  summaries: {
    impossible: 'Deux pièces sont échangées. Mille dollars que vous ne les remettrez pas en ordre.',
    inversions: 'Compter les paires mal rangées, et les voir aller et venir.',
    checkerboard: 'Deux lampes qui clignotent toujours ensemble.',
    cycles: 'Des boucles sur le plateau : un coup en réunit deux ou en coupe une.',
    half: 'Chaque plateau a un partenaire, et un seul des deux a une solution.',
    halves: 'Toutes les positions d’un petit plateau, dessinées : deux mondes qui ne se touchent jamais.',
    distance: 'Quatre estimations, jamais trop hautes, et la vérité à côté.',
    search: 'IDA* pas à pas : son seuil, son chemin, les branches qu’il coupe.',
    hardness: 'Où se situe votre position parmi toutes.',
    people: 'Ligne par ligne, colonne par colonne : la méthode qui vaut pour toute taille.',
    history: 'Chapman, l’hiver 1880, et le récit tardif de Sam Loyd.',
  },
} satisfies Translation<typeof english>;
