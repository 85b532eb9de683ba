import type english from '../en/faults';
import type { Translation } from '../translation';

const tile = (number: number): string => (number === 0 ? 'die Lücke' : `Stein ${number}`);
const size = (rows: number, columns: number): string => `${rows}×${columns}`;
const some = (count: number | string, one: string, more: string): string =>
  `${count} ${String(count) === '1' ? one : more}`;

export default {
  SizeEmpty: (rows: number, columns: number) => `die Größe ${size(rows, columns)} hat keine Felder`,
  SizeTooLarge: (rows: number, columns: number, most: string) =>
    `die Größe ${size(rows, columns)} hat mehr als ${most} Felder`,
  SizeSyntax: (text: string) =>
    `${text} ist keine Größe; zu schreiben ist Zeilen x Spalten, etwa 4x4 oder 3x5`,
  WrongCount: (rows: number, columns: number, found: number) =>
    `ein Brett von ${size(rows, columns)} hat ${some(rows * columns, 'Feld', 'Felder')}, angegeben ${found === 1 ? 'ist 1 Zahl' : `sind ${found} Zahlen`}`,
  OutOfRange: (number: number, row: number, column: number, largest: number) =>
    `${number} in Zeile ${row}, Spalte ${column} ist kein Stein dieses Bretts; es gibt 1 bis ${largest}, und 0 ist die Lücke`,
  Duplicate: (
    number: number,
    row: number,
    column: number,
    otherRow: number,
    otherColumn: number,
    missing: number,
  ) =>
    `${tile(number)} kommt zweimal vor, in Zeile ${row}, Spalte ${column} und in Zeile ${otherRow}, Spalte ${otherColumn}; ${tile(missing)} fehlt`,
  BoardEmpty: 'es ist leer; zu schreiben sind Zeilen wie 1 2 3/4 5 6/7 8 0',
  NoTile: (word: string, row: number, column: number) =>
    `${word} in Zeile ${row}, Spalte ${column} ist kein Stein; zu schreiben ist 1, 2, 3 … und 0, _ oder . für die Lücke`,
  Dangling: (separator: string, row: number, column: number) =>
    `das Zeichen ${separator} bei Zeile ${row}, Spalte ${column} trennt nichts; es ist überzählig, oder daneben fehlt etwas`,
  Ragged: (row: number, found: number, expected: number) =>
    `Zeile ${row} hat ${some(found, 'Feld', 'Felder')}, die erste Zeile hat ${expected}`,
  NotSquare: (count: number) =>
    `${count} Zahlen in einer Reihe füllen kein quadratisches Brett; Zeilen trennt ein /`,
  NotJson: (found: string, row: number) =>
    `${found} in Zeile ${row} gehört nicht dorthin; zu schreiben ist [[1,2],[3,0]] oder [1,2,3,0]`,
  JsonEnds: (row: number) =>
    `am Ende, in Zeile ${row}, ist eine Klammer offen; zu schreiben ist [[1,2],[3,0]] oder [1,2,3,0]`,
  Utf16: 'der Text ist in UTF-16; er ist als UTF-8 zu speichern',
  TextTooLong: (bytes: string, cells: string) =>
    `der Text ist zu lang für ein Brett: ${bytes} Bytes mit nur ${some(cells, 'Feld', 'Feldern')}`,
  TooManyCells: (most: string) => `es hat mehr als ${most} Felder`,
  GoalOutside: (row: number, column: number, rows: number, columns: number) =>
    `die Lücke des Ziels, Zeile ${row}, Spalte ${column}, liegt außerhalb eines Bretts von ${size(rows, columns)}`,
  GoalShape: (rows: number, columns: number, startRows: number, startColumns: number) =>
    `das Ziel ist ein Brett von ${size(rows, columns)}, der Anfang eines von ${size(startRows, startColumns)}`,
  GoalPlace: (text: string) =>
    `${text} ist kein Ziel; zu schreiben ist blank-at:ZEILE,SPALTE, beide von 1 an gezählt`,
  GoalUnknown: (text: string, why: string) =>
    `${text} ist weder der Name eines Ziels (blank-last, blank-first, blank-at:Z,S, snake, spiral) noch ein Brett: ${why}`,
  NoMove: (word: string, place: number) =>
    `${word} an der Stelle ${place} ist kein Zug; zu schreiben ist U D L R, Up Down Left Right, oder Pfeile`,
  MoveCount: (digits: string, place: number, most: string) =>
    `die Anzahl ${digits} an der Stelle ${place} muss auf einen Zug folgen und von 1 bis ${most} gehen`,
  TooManyMoves: (most: string) => `es sind mehr als ${most} Züge`,
  IllegalMove: (number: number, letter: string) =>
    `Zug ${number} (${letter}) ist nicht möglich: die Lücke liegt am Rand`,
  ReplayText: 'der Text hat andere Zeichen als Buchstaben, Ziffern, - und _, oder er ist abgeschnitten',
  ReplayShort: (byte: number) =>
    `sie endet zu früh, bei Byte ${byte}; vielleicht wurde sie beim Kopieren abgeschnitten`,
  ReplayLong: (bytes: number) => `sie hat ${some(bytes, 'Byte', 'Bytes')} zu viel`,
  ReplayVersion: (format: number) => `sie hat Format ${format}, das diese Seite nicht liest`,
  ReplayDamaged: 'sie ist beschädigt',
  ReplayTooLarge: (rows: number, columns: number) =>
    `ein Brett von ${size(rows, columns)} ist zu groß für eine Aufzeichnung`,
  ReplayBoard: (why: string) => `ihr Brett ist keines: ${why}`,
  ReplayPlay: (why: string) => `sie lässt sich nicht spielen: ${why}`,
  ReplayTimes: (moves: number, times: number) =>
    `die Zahl ihrer Züge (${moves}) ist nicht die ihrer Zeiten (${times})`,
  ReplayTimesFall: (move: number) => `Zug ${move} liegt vor dem Zug davor`,
  TimedWord: (word: string, place: number) =>
    `${word} (Wort ${place}) hat keine Zeit; ein Zug nach rechts nach 46 ms ist R@46`,
  TimedMove: (place: number, why: string) => `Wort ${place}: ${why}`,
  TimedFall: (place: number, time: string) => `Wort ${place} steht bei ${time} ms, vor dem Wort davor`,
  ImportNoBoard:
    'Züge mit Zeiten sagen nicht, auf welchem Brett; nötig ist es selbst, oder seine Größe, wenn sie gelöst enden',
  ImportLink: 'es ist kein Link von SlidySim oder OpenSlidy, der sich lesen lässt',
  ImportNoSolve: (found: number, asked: number) =>
    `der Link hat ${some(found, 'Lösung', 'Lösungen')}; eine Nummer ${asked} gibt es nicht`,
  NoDay: (text: string) => `${text} ist kein Tag; zu schreiben ist Jahr-Monat-Tag, etwa 2026-11-15`,
  LineWords:
    'eine Zeile der Liste besteht aus Zeitpunkt, Tipps, Rücknahmen und Aufzeichnung, mit Leerzeichen dazwischen',
  NoSolve: 'die Partie hat keine Zeiten oder endet nicht am Ziel',
  Unsolvable: (odd: number, distance: number) =>
    `es gibt keine Lösung: alles an seinen Platz zu bringen braucht eine ${odd ? 'ungerade' : 'gerade'} Zahl von Vertauschungen, die Lücke aber ist ${some(distance, 'Schritt', 'Schritte')} von ihrem Ziel entfernt; nach dem Tausch zweier Steine gibt es eine`,
  UnsolvableOrder: (place: number, found: number, wanted: number) =>
    `es gibt keine Lösung: in einer einzigen Reihe kommen Steine nicht aneinander vorbei, und der ${place}. Stein ist ${found}, im Ziel aber ${wanted}`,
  AlreadySolved: 'es ist schon gelöst',
  NothingToPlay: (rows: number, columns: number) =>
    `ein Brett von ${size(rows, columns)} hat nur eine Stellung`,
  NoDeal: 'ein solches Brett wurde nicht gefunden',
  TooFar: (rows: number, columns: number, wanted: number, radius: number) =>
    `kein Brett von ${size(rows, columns)} ist ${some(wanted, 'Zug', 'Züge')} vom Ziel entfernt: die fernsten brauchen ${radius}`,
  SavedGame: 'die gespeicherte Partie ist beschädigt',
  TooLarge: 'das Brett ist dafür zu groß',
  Stopped: 'Zeit oder Speicher haben nicht gereicht',
  Internal: 'das ist ein Fehler des Programms',
  PageList:
    'es ist eine Datei mit Lösungen; einzulesen ist sie beim Spielen, unter der Liste der Lösungen, mit „Datei einlesen“',
  PageTextTooLong: 'der Text ist zu lang',
  PageTooLarge: (side: number) =>
    `hier sind bis zu ${side} Zeilen und Spalten möglich, mehr auf der Kommandozeile`,
  PageFailed: (why: string) => `etwas Unvorhergesehenes ist geschehen (${why})`,
} satisfies Translation<typeof english>;
