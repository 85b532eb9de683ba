import type english from '../en/faults';
import type { Translation } from '../translation';

const tile = (number: number): string => (number === 0 ? 'la case vide' : `la pièce ${number}`);
const size = (rows: number, columns: number): string => `${rows}×${columns}`;
const some = (count: number | string, one: string, more: string): string =>
  `${count} ${['0', '1'].includes(String(count)) ? one : more}`;

export default {
  SizeEmpty: (rows: number, columns: number) => `la taille ${size(rows, columns)} n’a pas de cases`,
  SizeTooLarge: (rows: number, columns: number, most: string) =>
    `la taille ${size(rows, columns)} a plus de ${most} cases`,
  SizeSyntax: (text: string) =>
    `${text} n’est pas une taille ; écrivez lignes x colonnes, par exemple 4x4 ou 3x5`,
  WrongCount: (rows: number, columns: number, found: number) =>
    `un plateau de ${size(rows, columns)} a ${some(rows * columns, 'case', 'cases')}, mais ${some(found, 'nombre est donné', 'nombres sont donnés')}`,
  OutOfRange: (number: number, row: number, column: number, largest: number) =>
    `${number}, ligne ${row}, colonne ${column}, n’est pas une pièce de ce plateau ; elles vont de 1 à ${largest}, et 0 est la case vide`,
  Duplicate: (
    number: number,
    row: number,
    column: number,
    otherRow: number,
    otherColumn: number,
    missing: number,
  ) =>
    `${tile(number)} apparaît deux fois, ligne ${row}, colonne ${column} et ligne ${otherRow}, colonne ${otherColumn} ; il manque ${tile(missing)}`,
  BoardEmpty: 'il est vide ; écrivez des lignes comme 1 2 3/4 5 6/7 8 0',
  NoTile: (word: string, row: number, column: number) =>
    `${word}, ligne ${row}, colonne ${column}, n’est pas une pièce ; écrivez 1, 2, 3 … et 0, _ ou . pour la case vide`,
  Dangling: (separator: string, row: number, column: number) =>
    `le signe ${separator} près de la ligne ${row}, colonne ${column}, ne sépare rien ; il est de trop, ou il manque quelque chose à côté`,
  Ragged: (row: number, found: number, expected: number) =>
    `la ligne ${row} a ${some(found, 'case', 'cases')}, la première en a ${expected}`,
  NotSquare: (count: number) =>
    `${count} nombres à la suite ne remplissent pas un plateau carré ; séparez les lignes par /`,
  NotJson: (found: string, row: number) =>
    `${found}, ligne ${row}, n’a pas sa place ici ; écrivez [[1,2],[3,0]] ou [1,2,3,0]`,
  JsonEnds: (row: number) =>
    `un crochet reste ouvert à la fin, ligne ${row} ; écrivez [[1,2],[3,0]] ou [1,2,3,0]`,
  Utf16: 'le texte est en UTF-16 ; enregistrez-le en UTF-8',
  TextTooLong: (bytes: string, cells: string) =>
    `le texte est trop long pour un plateau : ${bytes} octets pour ${some(cells, 'case seulement', 'cases seulement')}`,
  TooManyCells: (most: string) => `il a plus de ${most} cases`,
  GoalOutside: (row: number, column: number, rows: number, columns: number) =>
    `la case vide du but, ligne ${row}, colonne ${column}, est hors d’un plateau de ${size(rows, columns)}`,
  GoalShape: (rows: number, columns: number, startRows: number, startColumns: number) =>
    `le but est un plateau de ${size(rows, columns)}, mais le départ en est un de ${size(startRows, startColumns)}`,
  GoalPlace: (text: string) =>
    `${text} n’est pas un but ; écrivez blank-at:LIGNE,COLONNE, comptées à partir de 1`,
  GoalUnknown: (text: string, why: string) =>
    `${text} n’est ni le nom d’un but (blank-last, blank-first, blank-at:L,C, snake, spiral) ni un plateau : ${why}`,
  NoMove: (word: string, place: number) =>
    `${word}, au caractère ${place}, n’est pas un coup ; écrivez U D L R, Up Down Left Right, ou des flèches`,
  MoveCount: (digits: string, place: number, most: string) =>
    `le nombre ${digits}, au caractère ${place}, doit suivre un coup et aller de 1 à ${most}`,
  TooManyMoves: (most: string) => `il y a plus de ${most} coups`,
  IllegalMove: (number: number, letter: string) =>
    `le coup ${number} (${letter}) est impossible : la case vide est au bord`,
  ReplayText: 'son texte a d’autres signes que lettres, chiffres, - et _, ou il est coupé',
  ReplayShort: (byte: number) => `il finit trop tôt, à l’octet ${byte} ; il a peut-être été coupé à la copie`,
  ReplayLong: (bytes: number) => `il a ${some(bytes, 'octet', 'octets')} de trop`,
  ReplayVersion: (format: number) => `il est au format ${format}, que cette page ne lit pas`,
  ReplayDamaged: 'il est endommagé',
  ReplayTooLarge: (rows: number, columns: number) =>
    `un plateau de ${size(rows, columns)} est trop grand pour être enregistré`,
  ReplayBoard: (why: string) => `son plateau n’en est pas un : ${why}`,
  ReplayPlay: (why: string) => `il ne peut être joué : ${why}`,
  ReplayTimes: (moves: number, times: number) =>
    `son nombre de coups (${moves}) n’est pas celui de ses temps (${times})`,
  ReplayTimesFall: (move: number) => `le coup ${move} précède le coup d’avant`,
  TimedWord: (word: string, place: number) =>
    `${word} (mot ${place}) n’a pas de temps ; un coup à droite après 46 ms s’écrit R@46`,
  TimedMove: (place: number, why: string) => `mot ${place} : ${why}`,
  TimedFall: (place: number, time: string) => `le mot ${place} est à ${time} ms, avant le mot qui le précède`,
  ImportNoBoard:
    'des coups avec leurs temps ne disent pas leur plateau ; donnez-le, ou sa taille s’ils le résolvent',
  ImportLink: 'ce n’est pas un lien SlidySim ou OpenSlidy lisible',
  ImportNoSolve: (found: number, asked: number) =>
    `le lien contient ${some(found, 'résolution', 'résolutions')} ; il n’y a pas de numéro ${asked}`,
  NoDay: (text: string) =>
    `${text} n’est pas un jour ; écrivez l’année, le mois et le jour, par exemple 2026-11-15`,
  LineWords:
    'une ligne de la liste contient la date, les indices, les retours et l’enregistrement, séparés par des espaces',
  NoSolve: 'la partie n’a pas de temps ou ne finit pas au but',
  Unsolvable: (odd: number, distance: number) =>
    `aucune solution n’existe : pour tout mettre en place, il faut un nombre ${odd ? 'impair' : 'pair'} d’échanges, mais la case vide est à ${distance} pas de sa place ; échangez deux pièces et il y en a une`,
  UnsolvableOrder: (place: number, found: number, wanted: number) =>
    `aucune solution n’existe : sur une seule ligne les pièces ne peuvent se doubler, et la pièce numéro ${place} est ${found} où le but a ${wanted}`,
  AlreadySolved: 'il est déjà résolu',
  NothingToPlay: (rows: number, columns: number) =>
    `un plateau de ${size(rows, columns)} n’a qu’une position`,
  NoDeal: 'aucun plateau de ce genre n’a été trouvé',
  TooFar: (rows: number, columns: number, wanted: number, radius: number) =>
    `aucun plateau de ${size(rows, columns)} n’est à ${some(wanted, 'coup', 'coups')} du but : les plus éloignés en demandent ${radius}`,
  SavedGame: 'la partie enregistrée est endommagée',
  TooLarge: 'le plateau est trop grand pour cela',
  Stopped: 'le temps ou la mémoire n’ont pas suffi',
  Internal: 'c’est une erreur du programme',
  PageList:
    'c’est un fichier de parties ; reprenez-le avec « Reprendre un fichier », sous la liste des parties, là où l’on joue',
  PageTextTooLong: 'le texte est trop long',
  PageTooLarge: (side: number) =>
    `il peut avoir ici jusqu’à ${side} lignes et colonnes ; la ligne de commande en prend plus`,
  PageFailed: (why: string) => `un imprévu est survenu (${why})`,
} satisfies Translation<typeof english>;
