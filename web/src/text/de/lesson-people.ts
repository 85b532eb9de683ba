import type english from '../en/lesson-people';
import type { Translation } from '../translation';

export default {
  question: 'Welche Steine zuerst, damit sie nie wieder angerührt werden müssen?',
  impossible: 'Dieses Brett ist nicht lösbar. Erst zwei Steine vertauschen:',
  inRow: (place: number) => `Zeile ${place}`,
  inColumn: (place: number) => `Spalte ${place}`,
  place: (tile: number, line: string) =>
    `Als Nächstes ${tile} in ${line}: die Lücke um ihn herumführen und ihn heimschieben, ohne das Fertige anzurühren.`,
  placeTwo: (a: number, b: number, line: string) =>
    `${a} und ${b} beenden ${line}. Einer allein würde den anderen aussperren: beide hintereinander aufstellen, dann gemeinsam eindrehen.`,
  turn: 'Nur der letzte Block ist übrig: seine Steine drehen, bis alle am Ziel sind.',
  lead: 'Hier können Steine nicht aneinander vorbei: die Lücke heimführen.',
  mend: 'Zwei Steine vertauschen',
  playSlide: 'Ein Zug',
  playTile: 'Dieser Stein',
  playStage: 'Diese Zeile oder Spalte',
  done: 'Alles ist am Ziel.',
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
  speed: 'Tempo',
  speeds: { slow: 'langsam', steady: 'ruhig', fast: 'schnell' },
  trick: 'Die letzten beiden einer Zeile',
  trickSteps: [
    'Der Eckstein steht einen Platz zu früh, sein Nachbar darunter, die Lücke in der Ecke.',
    'Der Eckstein gleitet an sein Ziel.',
    'Der Nachbar folgt. Beide sind drin.',
  ],
  turned:
    'Bei diesem Ziel ist das Verfahren gedreht: Es beginnt mit der Zeile, die vom Zielplatz der Lücke am weitesten entfernt ist, und endet neben ihm.',
  why: 'Dasselbe Verfahren löst Bretter jeder Größe, und seine Länge wächst nur so schnell wie nötig: Jeder der mn Steine wandert höchstens m + n Felder, und jedes Feld kostet eine Handvoll Züge. Eine kürzeste Lösung ist viel kürzer, aber schwer zu finden; diese gelingt im Kopf.',
} satisfies Translation<typeof english>;
