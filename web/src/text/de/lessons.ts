import type english from '../en/lessons';
import type { Translation } from '../translation';

export default {
  copy: 'Link hierher kopieren',
  copied: 'Kopiert',
  large: 'Große Ansicht',
  print: 'Drucken',
  embed: 'In eine eigene Seite einbetten',
  embedAny: 'Eine Zeile für jede Webseite: Die Lektion steht dort in einem Rahmen.',
  embedOwn:
    'Zwei Zeilen für Seiten auf demselben Server wie diese Seite: Der Rahmen wächst mit seinem Inhalt.',
  titles: {
    impossible: 'Der unmögliche Preis',
    inversions: 'Fehlstände',
    checkerboard: 'Das Schachbrett',
    cycles: 'Zyklen',
    half: 'Warum die Hälfte?',
    halves: 'Zwei Welten',
    distance: 'Wie weit ist es?',
    search: 'Wie eine Maschine sucht',
    hardness: 'Wie schwer ist schwer?',
    people: 'Wie Menschen es lösen',
    history: 'Eine Mode und eine Behauptung',
  },
  summaries: {
    impossible: 'Zwei Steine sind vertauscht. Tausend Dollar darauf, dass es nicht zu richten ist.',
    inversions: 'Paare in falscher Reihenfolge zählen und zusehen, wie sie kommen und gehen.',
    checkerboard: 'Zwei Lampen, die immer gemeinsam blinken.',
    cycles: 'Schleifen auf dem Brett: Ein Zug verbindet zwei oder teilt eine.',
    half: 'Jedes Brett hat einen Partner, und genau einer von beiden ist lösbar.',
    halves: 'Alle Stellungen eines kleinen Bretts, gezeichnet: zwei Welten, die sich nie treffen.',
    distance: 'Vier Schätzungen, nie zu hoch, und daneben die Wahrheit.',
    search: 'IDA* Schritt für Schritt: Schwelle, Pfad und abgeschnittene Zweige.',
    hardness: 'Wo die eigene Stellung unter allen steht.',
    people: 'Zeile um Zeile, Spalte um Spalte: das Verfahren für jede Größe.',
    history: 'Chapman, der Winter 1880 und Sam Loyds spätere Geschichte.',
  },
} satisfies Translation<typeof english>;
