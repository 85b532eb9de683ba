import type english from '../en/lesson-inversions';
import type { Translation } from '../translation';

export default {
  question: 'Welche Züge ändern die Zahl der Paare in falscher Reihenfolge?',
  inversions: (count: number) => (count === 1 ? 'Fehlstand' : 'Fehlstände'),
  drawing: (count: number) =>
    `Die Steine in Leserichtung, ${count === 0 ? 'keine zwei in falscher Reihenfolge' : `mit einem Bogen über ${count === 1 ? 'dem einen Paar' : `jedem der ${count} Paare`} in falscher Reihenfolge`}`,
  odd: (columns: number) =>
    `Ein Zug zur Seite ändert keine Reihenfolge. Ein Zug nach oben oder unten trägt einen Stein an ${columns - 1} anderen vorbei, einer geraden Zahl: Auf diesem ${columns} breiten Brett ändert sich die Parität der Fehlstände nie. Lösbar ist es nur, wenn sie gerade ist.`,
  even: (columns: number) =>
    `Ein Zug zur Seite ändert keine Reihenfolge. Ein Zug nach oben oder unten trägt einen Stein an ${columns === 2 ? 'einem anderen' : `${columns - 1} anderen`} vorbei, einer ungeraden Zahl, und versetzt die Lücke um eine Zeile. So behält die Summe aus Fehlständen und Zeilen zwischen Lücke und Ziel ihre Parität: Lösbar ist das Brett nur, wenn sie gerade ist.`,
  order: (tiles: string) => `Reihenfolge heißt hier die des Ziels: ${tiles}.`,
  reckoned: '(Fehlstände + Zeilen zwischen Lücke und Ziel)',
  sumEven: 'Gerade: Dieses Brett ist lösbar.',
  sumOdd: 'Ungerade: Dieses Brett ist nicht lösbar.',
  inOrder: 'In der Reihenfolge des Ziels: Dieses Brett ist lösbar.',
  outOfOrder: 'In anderer Reihenfolge: Dieses Brett ist nie lösbar.',
  corridor:
    'In einer einzelnen Reihe können Steine nicht aneinander vorbei: Allein ihre Reihenfolge entscheidet. Die Summe zählt erst ab zwei Zeilen und zwei Spalten.',
  another: 'Ein anderes Brett',
  legend: 'Dicke Bögen kamen mit dem letzten Zug, gestrichelte gingen.',
  tooMany:
    'Ein Bogen für jedes Paar wäre auf einem so großen Brett ein Dickicht; es bleiben die Zahl und die Tabelle.',
  table: 'Die Zahlen als Tabelle',
  tile: 'Stein',
  smaller: 'Steine danach, die davor gehören',
} satisfies Translation<typeof english>;
