import type english from '../en/lesson-distance';
import type { Translation } from '../translation';

export default {
  question: 'Wie viele Züge sind mindestens nötig? Vier Schätzungen, die nie zu hoch sind.',
  drawing: 'Jede Linie führt von einem Stein zu seinem Ziel.',
  choose: 'Eine wählen, um zu sehen, worauf sie achtet.',
  conflicts: (pairs: number, more: number) =>
    `${pairs === 1 ? '1 Paar steht' : `${pairs} Paare stehen`} in der eigenen Linie falsch herum: ${more} Züge mehr.`,
  noConflict: 'Keine zwei Steine stehen in ihrer eigenen Linie falsch herum: Hier kommt nichts hinzu.',
  walks: (rows: number, columns: number, both: number) =>
    `Die Keile zeigen, wohin es nach Hause geht. Steine müssen ${rows}-mal die Zeile und ${columns}-mal die Spalte wechseln: mindestens ${both === 1 ? '1 Zug' : `${both} Züge`}.`,
  lines: 'Was sie weiß, als Tabellen',
  counts: {
    rows: 'Steine in jeder Zeile, nach der Zeile, in die sie gehören',
    columns: 'Steine in jeder Spalte, nach der Spalte, in die sie gehören',
  },
  only: (tiles: string, slides: number) =>
    `Nur ${tiles} lösen, alle anderen sind leer: Diese Steine allein brauchen ${slides === 1 ? '1 Zug' : `${slides} Züge`}.`,
  another: 'Ein anderes Brett',
  unfit: (cells: number) =>
    `Diese Lektion braucht ein lösbares Brett mit mindestens zwei Zeilen und zwei Spalten und höchstens ${cells} Feldern.`,
  manhattan: 'Manhattan-Abstand',
  aboutManhattan: 'jeder Stein geht für sich nach Hause',
  conflict: 'mit Konflikten in Linien',
  aboutConflict:
    'zwei Steine in ihrer Linie, aber in falscher Reihenfolge: einer muss ausweichen und zurück, zwei Züge mehr',
  walking: 'Laufabstand',
  aboutWalking: 'wie viele Steine Zeilen und Spalten wechseln müssen, gleich welche',
  pattern: 'Mustertabellen',
  aboutPattern: 'nur diese wenigen Steine lösen, dann jene; die Antworten addieren',
  truth: 'Der wahre Abstand',
  searching: 'wird gesucht…',
  why: 'Keine Schätzung liegt je über der Wahrheit. Darum findet eine Suche, die ihnen vertraut, eine kürzeste Lösung: Sie darf dort aufhören, wo schon die Schätzung zu weit ist. Je näher die Schätzung, desto weniger ist zu suchen.',
} satisfies Translation<typeof english>;
