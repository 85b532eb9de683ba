import type english from '../en/lesson-checkerboard';
import type { Translation } from '../translation';

export default {
  question: 'Beliebig schieben: Lässt sich nur eine der beiden Lampen umschalten?',
  permutation: 'Vertauschungen, bis alles am Ziel ist',
  distance: (steps: number) => `Schritte der Lücke zu ihrem Ziel: ${steps}`,
  odd: 'ungerade',
  even: 'gerade',
  agree: 'Die Lampen stimmen überein: Dieses Brett ist lösbar.',
  differ: 'Die Lampen widersprechen sich: Dieses Brett ist nie lösbar.',
  inOrder: 'In der Reihenfolge des Ziels: Dieses Brett ist lösbar.',
  outOfOrder: 'In anderer Reihenfolge: Dieses Brett ist nie lösbar.',
  corridor:
    'In einer einzelnen Reihe können Steine nicht aneinander vorbei: Allein ihre Reihenfolge entscheidet. Die Lampen zählen erst ab zwei Zeilen und zwei Spalten.',
  another: 'Ein anderes Brett',
  why: 'Die Felder sind gefärbt wie ein Schachbrett. Ein Zug vertauscht die Lücke mit einem Stein, das schaltet die erste Lampe um; und er versetzt die Lücke auf ein Feld der anderen Farbe, das schaltet die zweite um. Sie wechseln immer gemeinsam. Am Ziel sind beide gerade, also kommt ein Brett, auf dem sie sich widersprechen, nie dorthin.',
  theorem:
    'Für jedes Brett aus m Zeilen und n Spalten, beide mindestens zwei, und jeden Zielplatz der Lücke: Es ist genau dann lösbar, wenn die Zahl der Vertauschungen, die alles ans Ziel bringen, die Lücke eingeschlossen, genau dann gerade ist, wenn der Abstand der Lücke von ihrem Ziel gerade ist.',
  only: 'Bewiesen ist damit die eine Hälfte: Wo die Lampen sich widersprechen, gibt es keine Lösung. Die nächste Lektion beweist die andere: Wo sie übereinstimmen, gibt es eine. (In der Mathematik heißt eine Anordnung, die eine ungerade Zahl von Vertauschungen braucht, ungerade Permutation.)',
  exchange: 'Zwei Steine herausheben und vertauschen',
} satisfies Translation<typeof english>;
