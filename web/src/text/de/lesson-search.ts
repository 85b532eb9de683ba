import type english from '../en/lesson-search';
import type { Translation } from '../translation';

export default {
  question: 'Wie findet eine Maschine einen kürzesten Weg, ohne sich zu merken, wo sie war?',
  pathShown: (slides: number) =>
    `Das Brett nach dem jetzigen Pfad aus ${slides === 1 ? '1 Zug' : `${slides} Zügen`}.`,
  another: 'Ein anderes 3×3-Brett',
  guide: 'Geführt von ',
  guides: {
    none: 'nichts',
    manhattan: 'Manhattan-Abstand',
    'linear-conflict': 'Konflikten in Linien',
    walking: 'Laufabstand',
    pattern: 'Mustertabellen',
  },
  step: 'Ein Schritt',
  round: 'Bis zum Ende der Runde',
  end: 'Bis zum Ende',
  stop: 'Anhalten',
  again: 'Von vorn',
  did: {
    start: 'Bereit: noch kein Schritt getan.',
    entered: 'Sie schob einen Stein weiter.',
    cut: 'Sie sah einen Zug voraus und kehrte um: bisherige Züge plus Schätzung liegen über der Schwelle.',
    back: 'Hier ist nichts mehr zu versuchen: Sie nahm einen Zug zurück.',
    raised: 'Die Runde endet ohne Lösung, also ist keine so kurz. Die Schwelle steigt.',
    solved: 'Gelöst, und keine Lösung ist kürzer: Jede kleinere Schwelle wurde bis zum Ende abgesucht.',
  },
  drawing: (slides: number, threshold: number, cut: number) =>
    `Der Pfad aus ${slides === 1 ? '1 Zug' : `${slides} Zügen`} unter der Schwelle ${threshold}, daneben ${cut === 1 ? '1 abgeschnittener Zweig' : `${cut} abgeschnittene Zweige`}`,
  legend:
    'Nach rechts: Züge. Nach oben: Züge plus Schätzung; die gestrichelte Linie ist die Schwelle. Kreuze sind abgeschnittene Zweige, Ringe sind abgesucht.',
  compare: 'Betrachtete Stellungen, je Führung',
  instead: (cells: number) =>
    `Diese Lektion braucht ein lösbares Brett mit mindestens zwei Zeilen und zwei Spalten und höchstens ${cells} Feldern. Hier steht dafür eines der beiden schwersten 3×3.`,
  large:
    'Auf einem so großen Brett kann eine schwache Führung Minuten brauchen oder nie fertig werden. Anhalten geht jederzeit.',
  threshold: 'Schwelle',
  soFar: 'Bisherige Züge + Schätzung',
  cut: 'Abgeschnittene Zweige',
  roundName: 'Runde',
  nodes: 'Betrachtete Stellungen',
  why: 'IDA* geht immer tiefer und kehrt um, wo bisherige Züge plus Schätzung des Rests die Schwelle übersteigen. Findet eine ganze Runde nichts, steigt die Schwelle um zwei (jeder Zug wechselt die Farbe unter der Lücke, also sind alle Lösungen gerade oder alle ungerade). Mit einer besseren Schätzung schrumpfen die Runden.',
} satisfies Translation<typeof english>;
