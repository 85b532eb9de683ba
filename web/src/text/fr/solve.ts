import type english from '../en/solve';
import type { Translation } from '../translation';

export default {
  title: 'Résoudre',
  lead: 'Collez un plateau sous n’importe quelle forme, tapez-le, ou échangez des pièces : glissez-en une sur une autre, ou choisissez-en deux.',
  board: 'Le plateau, ligne par ligne ; 0 est la case vide',
  goal: 'But',
  goals: {
    'blank-last': 'Case vide à la fin',
    'blank-first': 'Case vide au début',
    snake: 'Serpent',
    spiral: 'Spirale',
  },
  scramble: 'Mélanger',
  solvable: 'Une solution existe.',
  already: 'C’est le but lui-même.',
  impossible: 'Aucune solution n’existe.',
  odd: 'impair',
  even: 'pair',
  parity: (exchanges: string, distance: number, parity: string) =>
    `Pour tout mettre en place, il faut un nombre ${exchanges} d’échanges, mais la case vide est à ${distance} pas de sa place (un nombre ${parity}). Chaque coup change les deux : ils ne s’accorderont jamais.`,
  order: 'Sur une seule ligne les pièces ne peuvent se doubler, et leur ordre n’est pas celui du but.',
  mend: (a: number, b: number) => `Échanger ${a} et ${b}`,
  bad: (why: string) => `Ce n’est pas encore un plateau : ${why}.`,
  learnWhy: 'Pourquoi ?',
  how: 'Comment',
  shortest: 'Le plus court chemin',
  short: 'Un chemin court, 10 secondes',
  human: 'Ligne par ligne, à la main',
  greedy: 'Le moins de paires mal rangées à chaque coup',
  solve: 'Résoudre',
  stop: 'Arrêter',
  stopped: 'Arrêté.',
  proven: (moves: number) =>
    `Aucune solution n’a moins de ${moves < 2 ? `${moves} coup` : `${moves} coups`}.`,
  working: (phase: string) => `En cours : ${phase}`,
  phases: { tables: 'préparation des tables', search: 'recherche' },
  nodes: (nodes: string) => `${nodes} positions vues`,
  atLeast: (moves: number) =>
    `aucune solution n’a moins de ${moves < 2 ? `${moves} coup` : `${moves} coups`}`,
  optimal: (moves: number) =>
    `${moves < 2 ? `${moves} coup` : `${moves} coups`}. Aucune solution n’est plus courte.`,
  within: (moves: number, bound: number) =>
    `${moves < 2 ? `${moves} coup` : `${moves} coups`}. La plus courte en a au moins ${bound}.`,
  method: (moves: number) =>
    `${moves < 2 ? `${moves} coup` : `${moves} coups`}, par la méthode des lignes et des colonnes.`,
  none: (bound: number) =>
    `Pas de solution dans le temps donné ; aucune n’a moins de ${bound < 2 ? `${bound} coup` : `${bound} coups`}.`,
  looped: (since: number, length: number) =>
    `Après ${since < 2 ? `${since} coup` : `${since} coups`} le joueur tourne sans fin dans une boucle de ${length}. Compter les paires mal rangées ne suffit pas.`,
  greedySolved: (moves: number) =>
    `Le joueur glouton l’a résolu, par chance, en ${moves < 2 ? `${moves} coup` : `${moves} coups`}.`,
  greedyStuck: 'Le joueur glouton est bloqué.',
  first: 'Au début',
  back: 'Un coup en arrière',
  forward: 'Un coup en avant',
  last: 'À la fin',
  playIt: 'Lire',
  halt: 'Pause',
  speed: 'Vitesse',
  perSecond: (moves: number) => `${moves} par seconde`,
  trueTime: 'Durées réelles',
  place: (at: number, all: number) => `Coup ${at} sur ${all}`,
  moves: 'Les coups',
  of: 'Les lettres nomment le sens',
  tile: 'de la pièce',
  gap: 'de la case vide',
  style: 'Notation',
  styles: { runs: 'R2DL3', letters: 'RRDLLL', words: 'Right → Right', arrows: '→→↓' },
  copy: 'Copier',
  copied: 'Copié',
  play: 'Jouer ce plateau',
  failed: (why: string) => `Cela n’a pas marché : ${why}.`,
} satisfies Translation<typeof english>;
