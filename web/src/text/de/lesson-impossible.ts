import type english from '../en/lesson-impossible';
import type { Translation } from '../translation';

export default {
  question: 'Die Steine 14 und 15 sind vertauscht. Lässt sich das durch Schieben richten?',
  ownQuestion: (a: number, b: number) =>
    `Die Steine ${b} und ${a} des eigenen Bretts haben die Plätze getauscht. Lässt es sich noch durch Schieben lösen?`,
  ownAsIs: 'Das ist das eigene Brett, wie es steht. Lässt es sich durch Schieben lösen?',
  toOwn: 'Das eigene Brett verderben',
  toPrize: 'Das Brett mit dem Preis',
  slides: (count: number) => (count === 1 ? 'bisher 1 Zug' : `bisher ${count} Züge`),
  solved: 'Gelöst. Aber zwei Steine wurden herausgehoben.',
  prize:
    '1880 versuchte es die halbe Welt. Später wurden 1000 Dollar dafür ausgesetzt. Am besten eine Weile selbst versuchen und dann weiterlesen.',
  machine: 'Eine Maschine probiert alles',
  analogue:
    'Die Steine des 15er-Spiels und seine Lücke lassen sich auf 20,9 Billionen Arten legen, zu viele zum Zeigen. Hier ist sein kleiner Bruder: zwei Zeilen zu drei Feldern mit zwei vertauschten Steinen. Die Maschine besucht jede Stellung, die sie erreichen kann, die nächsten zuerst.',
  run: 'Alles absuchen',
  drawing: (reached: number) => `${reached} von 360 Stellungen erreicht`,
  reached: (reached: string, depth: number) =>
    `${reached === '1' ? '1 Stellung' : `${reached} Stellungen`} innerhalb von ${depth === 1 ? '1 Zug' : `${depth} Zügen`}…`,
  exhausted: (reached: string) =>
    `Alle ${reached} erreichbaren Stellungen sind besucht. Das gelöste Brett ist nicht darunter.`,
  answer: 'Die Antwort, nach einigen Versuchen',
  lift: 'Warum einmal Herausheben genügt',
  why: 'Jeder Zug vertauscht die Lücke mit einem Stein und versetzt sie um ein Feld. Ist die Lücke wieder in ihrer Ecke, ging sie so oft nach oben wie nach unten und so oft nach links wie nach rechts: eine gerade Zahl von Schritten, also auch von Vertauschungen. 14 und 15 zu vertauschen ist eine: ungerade. Was eine ungerade Zahl von Vertauschungen bewirkt, kann keine gerade; Lektion 3 zeigt, warum. Hebt man beide heraus und setzt sie andersherum ein, ist die eine bezahlt.',
  ownWhy:
    'Jeder Zug vertauscht die Lücke mit einem Stein und versetzt sie um ein Feld. Auf einem lösbaren Brett sind die Vertauschungen, die alles ans Ziel bringen, und die Schritte, die die Lücke ans Ziel führen, beide gerade oder beide ungerade; Lektion 4 zeigt, warum. Auf diesem Brett war das eine gerade und das andere ungerade. Hebt man zwei Steine heraus und setzt jeden an den Platz des anderen, ist das eine Vertauschung mehr, und beide stimmen überein.',
  lineWhy:
    'In einer einzelnen Reihe können Steine nicht aneinander vorbei: Kein Zug ändert ihre Reihenfolge. Nur das Herausheben tut es.',
  lifting: 'Zwei Steine herausheben',
  again: 'Von vorn',
  mended: 'Nun ist es lösbar: einfach weiterschieben.',
} satisfies Translation<typeof english>;
