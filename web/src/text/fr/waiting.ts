import type english from '../en/waiting';
import type { Translation } from '../translation';

export default {
  looking: (moves: number) =>
    `Recherche d’un chemin de ${moves < 2 ? `${moves} coup` : `${moves} coups`} ; aucun n’est plus court.`,
  nodes: (nodes: string) => `${nodes} positions vues.`,
  depth: 'Avancement de la recherche à cette profondeur',
  share: (percent: number, left: string) =>
    `Environ ${percent} % de cette profondeur est parcouru${left ? `, encore ${left}` : ''}.`,
  unsure: 'Nul ne peut dire ce qui reste de cette profondeur.',
  next: (times: number) =>
    `Si ce chemin n’existe pas, la profondeur suivante prend environ ${times} fois plus de temps.`,
  known: (moves: number) => `Un chemin de ${moves < 2 ? `${moves} coup` : `${moves} coups`} est déjà connu.`,
  last: (moves: number) =>
    `Un chemin de ${moves < 2 ? `${moves} coup` : `${moves} coups`} est déjà connu ; si cette recherche échoue, aucun n’est plus court.`,
  seconds: (seconds: number) => `${seconds} s environ`,
  minutes: (minutes: number) => `${minutes} min environ`,
  stop: 'Arrêter',
  watch: 'La regarder',
} satisfies Translation<typeof english>;
