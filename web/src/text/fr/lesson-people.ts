import type english from '../en/lesson-people';
import type { Translation } from '../translation';

export default {
  question: 'Quelles pièces placer d’abord, pour ne plus jamais y toucher ?',
  impossible: 'Ce plateau n’a pas de solution. Échangez d’abord deux pièces, comme dans une leçon précédente.',
  stage: (kind: string, place: number, tiles: string) =>
    kind === 'row' ? `Ensuite : ligne ${place}, pièces ${tiles}.` : kind === 'column' ? `Ensuite : colonne ${place}, pièces ${tiles}.` : kind === 'block' ? `Enfin : le bloc restant, pièces ${tiles}.` : 'Glisser le long de la ligne jusqu’à ce que la case vide soit à sa place.',
  done: 'Tout est en place.',
  playStage: 'Montrer cette étape',
  playAll: 'Jouer jusqu’à la fin',
  stop: 'Arrêter',
  another: 'Un autre plateau',
  played: (count: number) => (count > 1 ? `${count} coups joués` : `${count} coup joué`),
  method: [
    'Remplir la première ligne par la gauche. Faire tourner la case vide autour d’une pièce pour la pousser.',
    'Les deux dernières d’une ligne entrent ensemble : garer la pièce du coin, amener sa voisine, tourner les deux.',
    'Quand il reste deux lignes, continuer de même colonne par colonne.',
    'Restent trois pièces dans un carré : les faire tourner jusqu’à ce qu’elles conviennent. Si le plateau a une solution, cela arrive toujours.',
  ],
  turned: 'Avec ce but, la méthode est retournée : elle commence par la ligne la plus éloignée de la place de la case vide et finit à côté d’elle.',
  why: 'La même méthode résout un plateau de toute taille, et sa longueur ne croît que comme il le faut : chacune des mn pièces parcourt au plus m + n cases, et chaque case coûte quelques coups. Une solution la plus courte est bien plus courte, mais difficile à trouver ; celle-ci se fait de tête.',
} satisfies Translation<typeof english>;
