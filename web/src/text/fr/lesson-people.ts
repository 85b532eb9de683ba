import type english from '../en/lesson-people';
import type { Translation } from '../translation';

export default {
  question: 'Quelles pièces placer d’abord, pour ne plus jamais y toucher ?',
  impossible: 'Ce plateau n’a pas de solution. Échangez d’abord deux pièces :',
  inRow: (place: number) => `la ligne ${place}`,
  inColumn: (place: number) => `la colonne ${place}`,
  place: (tile: number, line: string) =>
    `Ensuite ${tile}, dans ${line} : faites tourner la case vide autour d’elle et poussez-la chez elle, sans toucher à ce qui est fini.`,
  placeTwo: (a: number, b: number, line: string) =>
    `${a} et ${b} terminent ${line}. Seule, l’une enfermerait l’autre dehors : alignez-les, puis tournez les deux.`,
  turn: 'Il ne reste que le dernier bloc : faites tourner ses pièces jusqu’à ce que toutes soient chez elles.',
  lead: 'Ici les pièces ne peuvent se croiser : ramenez la case vide chez elle.',
  mend: 'Échanger deux pièces',
  playSlide: 'Un coup',
  playTile: 'Cette pièce',
  playStage: 'Cette ligne ou colonne',
  done: 'Tout est en place.',
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
  speed: 'Allure',
  speeds: { slow: 'lente', steady: 'posée', fast: 'rapide' },
  trick: 'Les deux dernières d’une ligne',
  trickSteps: [
    'La pièce du coin se tient une place trop tôt, sa voisine dessous, la case vide dans le coin.',
    'La pièce du coin glisse chez elle.',
    'Sa voisine suit. Les deux y sont.',
  ],
  turned:
    'Avec ce but, la méthode est retournée : elle commence par la ligne la plus éloignée de la place de la case vide et finit à côté d’elle.',
  why: 'La même méthode résout un plateau de toute taille, et sa longueur ne croît que comme il le faut : chacune des mn pièces parcourt au plus m + n cases, et chaque case coûte quelques coups. Une solution la plus courte est bien plus courte, mais difficile à trouver ; celle-ci se fait de tête.',
} satisfies Translation<typeof english>;
