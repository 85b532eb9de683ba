import type english from '../en/exercises';
import type { Translation } from '../translation';

export default {
  title: 'Trois exercices',
  check: 'Vérifier',
  right: 'Juste',
  wrong: 'Pas tout à fait',
  answer: 'Réponse :',
  yes: 'Oui',
  no: 'Non',
  lessons: {
    impossible: [
      {
        question: 'Deux pièces sont échangées. Peut-on résoudre ce plateau en glissant ?',
        why: 'Revenue chez elle, la case vide a fait un nombre pair de pas, et chaque pas est un échange. Remettre 1 et 2 en ordre en demande un : un nombre impair.',
      },
      {
        question: 'Cette fois deux paires sont échangées. A-t-il une solution ?',
        why: 'Remettre les deux paires en ordre demande deux échanges. C’est pair, comme les pas de la case vide, et alors il y a toujours un chemin : la leçon 5 le démontre.',
      },
      {
        question: 'La case vide quitte son coin, se promène et revient. Combien de coups ?',
        choices: ['Un nombre pair', 'Un nombre impair', 'Les deux se peuvent'],
        why: 'Chaque pas change la couleur sous la case vide, et le coin n’a qu’une couleur.',
      },
    ],
    inversions: [
      { question: 'Combien d’inversions a ce plateau ?', why: 'Seul 3 avant 2 est mal rangé.' },
      { question: 'Et celui-ci ?', why: '3 avant 2, 3 avant 1, 2 avant 1.' },
      {
        question:
          'Le plateau est large de 4. Quelle est la somme qui décide : inversions plus lignes entre la case vide et sa place ?',
        why: '15, 14 et 13 précèdent 12 : trois inversions ; la case vide est à une ligne de sa place : 3 + 1 = 4, pair.',
      },
    ],
    cycles: [
      {
        question: 'Combien de boucles a ce plateau ?',
        why: '1 et 2 sont à la place l’une de l’autre, de même 3 et 4.',
      },
      {
        question: 'Combien d’échanges mettent celui-ci en ordre ?',
        why: 'Une boucle de trois en demande deux.',
      },
      {
        question: 'De combien un coup change-t-il le nombre d’échanges nécessaires ?',
        choices: ['De rien ou de un', 'D’exactement un', 'De un ou de deux'],
        why: 'Un coup est un échange : il réunit deux boucles ou en coupe une.',
      },
    ],
    checkerboard: [
      {
        question: 'À combien de pas la case vide est-elle de sa place, la dernière case ?',
        why: 'Deux lignes plus bas et deux colonnes plus loin.',
      },
      {
        question: 'Ce plateau a-t-il une solution ?',
        why: '5, 8 et la case vide forment une boucle de trois : deux échanges, pair. La case vide est à deux pas : pair. Les lampes s’accordent.',
      },
      {
        question: 'Et celui-ci ?',
        why: 'La case vide et 5 sont à la place l’une de l’autre : un échange, impair. La case vide est à deux pas : pair. Les lampes se contredisent.',
      },
    ],
    half: [
      {
        question: 'Un plateau a une solution. On échange 5 et 6, puis 7 et 8. Le nouveau en a-t-il une ?',
        choices: ['Oui', 'Non', 'Cela dépend du plateau'],
        why: 'Le premier échange mène à l’autre sorte, le second en ramène.',
      },
      {
        question: 'Trois pièces changent de place en cercle. Que devient un plateau qui avait une solution ?',
        choices: ['Il en a toujours une', 'Il n’en a plus', 'Cela dépend des trois'],
        why: 'Un cercle de trois, ce sont deux échanges.',
      },
      {
        question: 'Un plateau 2×2 se dispose de 24 façons. Combien ont une solution ?',
        why: 'Douze paires, une dans chacune.',
      },
    ],
    halves: [
      {
        question: 'Combien de positions a le monde de ce plateau ?',
        why: '6! font 720 dispositions ; la moitié.',
      },
      {
        question: 'À combien de coups du but est la position la plus lointaine d’un plateau 2×2 ?',
        why: 'Douze en anneau : celle d’en face est à six pas.',
      },
      {
        question: 'Vous êtes dans le monde sans le but. Qu’est-ce qui mène dans l’autre ?',
        choices: ['Un chemin assez long', 'Un chemin plus malin', 'Seulement soulever des pièces'],
        why: 'Les coups ne quittent jamais un monde.',
      },
    ],
    distance: [
      {
        question: 'Quelle est la distance de Manhattan de ce plateau ?',
        why: '7 et 8 ont chacune un pas à faire.',
      },
      {
        question: 'Et avec les conflits linéaires ?',
        why: 'Quatre pas simples ; 2 et 1 se gênent, de même 5 et 4 : deux de plus par paire.',
      },
      {
        question: 'Une estimation dit 20, la vérité est 18. Une recherche peut-elle s’y fier ?',
        choices: ['Oui, c’est assez proche', 'Non, elle dépasse la vérité', 'Oui, si elle est rapide'],
        why: 'Elle pourrait couper le plus court chemin.',
      },
    ],
    search: [
      {
        question: 'De quoi IDA* se souvient-il ?',
        choices: [
          'De toute position vue',
          'Du dernier million de positions',
          'Seulement du chemin où il se tient',
        ],
        why: 'C’est pourquoi il lui faut si peu de mémoire.',
      },
      {
        question: 'Pourquoi le seuil monte-t-il de deux ?',
        choices: [
          'Toutes les solutions sont paires, ou toutes impaires',
          'Pour gagner du temps',
          'Deux est le plus petit nombre de coups',
        ],
        why: 'Chaque coup change la couleur sous la case vide.',
      },
      {
        question: 'Que change un meilleur guide ?',
        choices: ['La longueur de la réponse', 'Le nombre de positions regardées', 'Le nombre de solutions'],
        why: 'La réponse reste la plus courte ; il y a moins à regarder.',
      },
    ],
    hardness: [
      {
        question: 'Combien de coups demande le plateau 3×3 le plus difficile ?',
        choices: ['20', '31', '80'],
        why: 'Deux positions seulement sont aussi loin.',
      },
      {
        question: 'Et le plus difficile du taquin à 15 pièces ?',
        choices: ['31', '53', '80'],
        why: 'Dix-sept positions en demandent 80.',
      },
      {
        question: 'La plupart des positions sont-elles près du but, loin, ou entre les deux ?',
        choices: ['Plus près des plus lointaines que du but', 'Près du but', 'Réparties également'],
        why: 'La plupart se tiennent aux deux tiers du chemin environ : dans le taquin à 15 pièces, 53 sur 80 est la distance la plus fréquente.',
      },
    ],
    people: [
      {
        question: 'Pourquoi remplit-on les lignes par le haut ?',
        choices: [
          'Pour que la case vide n’ait jamais besoin de la partie finie',
          'Parce que c’est le plus court',
          'Parce que le but commence là',
        ],
        why: 'Ce qui est fini n’aura plus à bouger.',
      },
      {
        question: '2 et 3 terminent la ligne. Que vient-il ensuite ?',
        choices: ['2 monte', '3 va à droite', 'Recommencer la ligne'],
        why: 'Puis 2 suit vers le haut, et les deux y sont.',
      },
      {
        question: 'Trois pièces restent dans le dernier carré et ne conviennent pas. Que conclure ?',
        choices: [
          'Tourner plus longtemps',
          'Défaire la dernière ligne',
          'Le plateau n’avait pas de solution',
        ],
        why: 'Un plateau qui a une solution finit toujours bien.',
      },
    ],
    history: [
      {
        question: 'Qui a inventé le jeu ?',
        choices: ['Sam Loyd', 'Noyes Chapman', 'William Johnson'],
        why: 'Sam Loyd l’a seulement prétendu, bien des années plus tard.',
      },
      {
        question: 'Qui prouva le premier qu’aucune position du taquin ne demande plus de 80 coups ?',
        choices: ['Brüngger, Marzetta, Fukuda et Nievergelt', 'Korf et Schultze', 'Johnson et Story'],
        why: 'En 1999, par une recherche sur de nombreux ordinateurs.',
      },
      {
        question: '« Les positions qui ont une solution sont les permutations paires. » Quand est-ce vrai ?',
        choices: [
          'Toujours',
          'Seulement quand la case vide est chez elle',
          'Chaque fois que la case vide est à un nombre pair de pas de sa place',
        ],
        why: 'À un coup du but, c’est faux.',
      },
    ],
  },
} satisfies Translation<typeof english>;
