import type english from '../en/lesson-half';
import type { Translation } from '../translation';

export default {
  question:
    'De tous les plateaux, la moitié exactement a une solution. Pourquoi la moitié, et pas un tiers, ou presque tous ?',
  unfit: 'Une seule ligne n’a pas de partenaires à montrer. Il faut au moins deux lignes et deux colonnes.',
  yours: 'Votre plateau',
  partner: 'Son partenaire : 1 et 2 échangées',
  exchanges: 'échanges jusqu’au but',
  steps: 'pas de la case vide',
  odd: 'impair',
  even: 'pair',
  solved: 'Tout est à sa place.',
  can: 'Les lampes s’accordent : il y a une solution.',
  cannot: 'Les lampes se contredisent : pas de solution.',
  stuck: 'Le bout de son chemin : seules deux pièces voisines de la case vide sont à l’envers.',
  lead: 'Mener les deux, ligne par ligne',
  stop: 'Arrêter',
  another: 'Un autre plateau',
  steps_: [
    [
      'Chaque plateau a un partenaire.',
      'Soulevez les pièces 1 et 2, où qu’elles soient, et mettez chacune à la place de l’autre. Recommencez, et le premier plateau est de retour. Tous les plateaux vont donc par paires : aucun n’est de reste, aucun n’est dans deux paires.',
    ],
    [
      'Dans chaque paire, les lampes s’accordent pour un seul.',
      'Ce sont les lampes de la leçon précédente. Échanger deux pièces fait un échange de plus : la première lampe change. La case vide n’a pas bougé : la seconde reste. Faites glisser l’un des plateaux : les quatre lampes changent ensemble.',
    ],
    [
      'Lampes qui se contredisent : jamais.',
      'Au but, les deux lampes sont paires, elles s’accordent. Un coup change les deux. Un plateau où elles se contredisent continue ainsi et ne devient jamais le but. Pas plus de la moitié ne peut donc avoir de solution.',
    ],
    [
      'Lampes qui s’accordent : toujours.',
      'Remplissez ligne après ligne depuis le haut, comme on le fait à la main, puis les deux dernières lignes colonne après colonne. Il reste trois pièces et la case vide dans un carré. Faites-les tourner jusqu’à ce que la case vide et la pièce qui lui fait face en diagonale soient à leur place : les deux voisines de la case vide sont alors en ordre, ou à l’envers. Dans ce second cas il manque un échange et la case vide est chez elle : les lampes se contredisent. Un plateau dont les lampes s’accordent finit donc résolu.',
    ],
    [
      'Il n’y a pas de troisième sorte.',
      'Quel que soit le plateau de départ, la méthode finit sur l’un de deux plateaux : le but, ou le but avec deux pièces voisines de la case vide échangées. Chaque plateau mène à l’un, et son partenaire à l’autre : la moitié des plateaux a une solution. La somme de la leçon 2 sépare les mêmes plateaux. Quand deux pièces s’échangent, elles se croisent une fois, et chaque pièce entre elles croise les deux : un nombre impair de changements. Dans chaque paire, un plateau a donc une somme paire et l’autre une somme impaire. Un plateau de somme impaire n’a jamais de solution, et la moitié des plateaux en a une : c’est donc chaque plateau de somme paire.',
    ],
  ] as [string, string][],
  sum: (all: string, half: string) =>
    `Un plateau de cette taille se dispose de ${all} façons. Cela fait ${half} paires, et dans chaque paire un plateau a une solution : ${half} plateaux.`,
  sumOfAny:
    'Quel que soit le nombre de plateaux de cette taille : ils vont par paires, et dans chaque paire un seul a une solution.',
  corridor:
    'La méthode demande deux lignes et deux colonnes. Sur une seule ligne les pièces ne peuvent se croiser, et presque tous les ordres sont hors d’atteinte.',
} satisfies Translation<typeof english>;
