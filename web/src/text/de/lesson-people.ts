import type english from '../en/lesson-people';
import type { Translation } from '../translation';

export default {
  question: 'Welche Steine zuerst, damit sie nie wieder angerührt werden müssen?',
  impossible: 'Dieses Brett ist nicht lösbar. Erst zwei Steine vertauschen, wie in einer früheren Lektion.',
  stage: (kind: string, place: number, tiles: string) =>
    kind === 'row' ? `Als Nächstes: Zeile ${place}, Steine ${tiles}.` : kind === 'column' ? `Als Nächstes: Spalte ${place}, Steine ${tiles}.` : kind === 'block' ? `Zuletzt: der übrige Block, Steine ${tiles}.` : 'Die Reihe entlangschieben, bis die Lücke am Ziel ist.',
  done: 'Alles ist am Ziel.',
  playStage: 'Diese Stufe zeigen',
  playAll: 'Bis zum Ende spielen',
  stop: 'Anhalten',
  another: 'Ein anderes Brett',
  played: (count: number) => (count === 1 ? '1 Zug gespielt' : `${count} Züge gespielt`),
  method: [
    'Die oberste Zeile von links füllen. Die Lücke um einen Stein herumführen, um ihn weiterzuschieben.',
    'Die letzten beiden einer Zeile gehen gemeinsam hinein: den Eckstein parken, den Nachbarn holen, beide eindrehen.',
    'Sind zwei Zeilen übrig, ebenso Spalte um Spalte von links.',
    'Drei Steine in einem Quadrat bleiben: drehen, bis sie passen. Auf einem lösbaren Brett tun sie das immer.',
  ],
  turned: 'Bei diesem Ziel ist das Verfahren gedreht: Es beginnt mit der Zeile, die vom Zielplatz der Lücke am weitesten entfernt ist, und endet neben ihm.',
  why: 'Dasselbe Verfahren löst Bretter jeder Größe, und seine Länge wächst nur so schnell wie nötig: Jeder der mn Steine wandert höchstens m + n Felder, und jedes Feld kostet eine Handvoll Züge. Eine kürzeste Lösung ist viel kürzer, aber schwer zu finden; diese gelingt im Kopf.',
} satisfies Translation<typeof english>;
