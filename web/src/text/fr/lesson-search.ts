import type english from '../en/lesson-search';
import type { Translation } from '../translation';

export default {
  question: 'Comment une machine trouve-t-elle un plus court chemin sans se rappeler où elle est passée ?',
  pathShown: (slides: number) =>
    `Le plateau après le chemin actuel de ${slides < 2 ? `${slides} coup` : `${slides} coups`}.`,
  another: 'Un autre plateau 3×3',
  guide: 'Guidée par ',
  guides: {
    none: 'rien',
    manhattan: 'la distance de Manhattan',
    'linear-conflict': 'les conflits en ligne',
    walking: 'la distance de marche',
    pattern: 'les tables de motifs',
  },
  step: 'Un pas',
  round: 'Jusqu’à la fin du tour',
  end: 'Jusqu’à la fin',
  stop: 'Arrêter',
  again: 'Depuis le début',
  did: {
    start: 'Prête : aucun pas encore.',
    entered: 'Elle a fait glisser une pièce de plus.',
    cut: 'Elle a regardé un coup plus loin et fait demi-tour : coups joués plus estimation dépassent le seuil.',
    back: 'Plus rien à essayer ici : elle a repris un coup.',
    raised: 'Le tour s’achève sans solution : aucune n’est aussi courte. Le seuil monte.',
    solved:
      'Résolu, et aucune solution n’est plus courte : chaque seuil inférieur a été exploré jusqu’au bout.',
  },
  drawing: (slides: number, threshold: number, cut: number) =>
    `Le chemin de ${slides < 2 ? `${slides} coup` : `${slides} coups`} sous le seuil ${threshold}, avec ${cut < 2 ? `${cut} branche coupée` : `${cut} branches coupées`} à côté`,
  legend:
    'Vers la droite : les coups. Vers le haut : coups plus estimation ; la ligne tiretée est le seuil. Les croix sont des branches coupées, les anneaux sont explorés.',
  compare: 'Positions examinées, guide par guide',
  instead: (cells: number) =>
    `Cette leçon demande un plateau qui ait une solution, d’au moins deux lignes et deux colonnes et de ${cells} cases au plus. Voici à la place l’un des deux 3×3 les plus difficiles.`,
  large:
    'Sur un plateau si grand, un guide faible peut prendre des minutes ou ne jamais finir. Arrêtez quand vous voulez.',
  threshold: 'Seuil',
  soFar: 'Coups joués + estimation',
  cut: 'Branches coupées',
  roundName: 'Tour',
  nodes: 'Positions examinées',
  why: 'IDA* va toujours plus profond et fait demi-tour dès que coups joués plus estimation du reste dépassent le seuil. Si tout un tour ne trouve rien, le seuil monte de deux (chaque coup change la couleur sous la case vide : les solutions sont toutes paires ou toutes impaires). Choisissez un meilleur guide et voyez les tours rétrécir.',
} satisfies Translation<typeof english>;
