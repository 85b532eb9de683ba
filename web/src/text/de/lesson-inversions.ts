import type english from '../en/lesson-inversions';
import type { Translation } from '../translation';

export default {
  question: 'Welche Züge ändern die Zahl der Paare in falscher Reihenfolge?',
  inversions: (count: number) => (count === 1 ? 'Fehlstand' : 'Fehlstände'),
  drawing: (count: number) =>
    `Die Steine in Leserichtung, ${count === 0 ? 'keine zwei in falscher Reihenfolge' : `mit einem Bogen über ${count === 1 ? 'dem einen Paar' : `jedem der ${count} Paare`} in falscher Reihenfolge`}`,
  odd: (columns: number) =>
    `Ein Zug zur Seite ändert keine Reihenfolge. Ein Zug nach oben oder unten trägt einen Stein an ${columns - 1} anderen vorbei, und jeder davon macht einen Fehlstand mehr oder einen weniger. ${columns - 1} ist gerade: Auf diesem ${columns} breiten Brett bleibt eine gerade Zahl von Fehlständen gerade und eine ungerade ungerade. Das Ziel hat keinen, das ist gerade: Ein ungerades Brett kommt nie dorthin. Dass jedes gerade es kann, beweist Lektion 5.`,
  even: (columns: number) =>
    `Ein Zug zur Seite ändert keine Reihenfolge. Ein Zug nach oben oder unten trägt einen Stein an ${columns === 2 ? 'einem anderen' : `${columns - 1} anderen`} vorbei, und jeder davon macht einen Fehlstand mehr oder einen weniger: ${columns === 2 ? 'eine Änderung' : `${columns - 1} Änderungen, eine ungerade Zahl`}. Außerdem versetzt er die Lücke um eine Zeile: noch eine Änderung. Die Summe aus beidem ändert sich also eine gerade Zahl von Malen: Eine gerade Summe bleibt gerade, eine ungerade ungerade. Am Ziel ist sie 0: Ein Brett mit ungerader Summe kommt nie dorthin. Dass jedes mit gerader es kann, beweist Lektion 5.`,
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
