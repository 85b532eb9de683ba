import type english from '../en/lesson-history';
import type { Translation } from '../translation';

export default {
  question: 'Wer hat das Spiel erfunden, wer hat es beansprucht, und wer hat sich geirrt?',
  events: [
    [
      '1874',
      'Noyes Chapman, Postmeister in Canastota, New York, zeigt Freunden ein Spiel aus nummerierten Klötzen.',
    ],
    [
      '1879',
      'Im American Journal of Mathematics beweist William Johnson, dass die Hälfte aller Stellungen nie lösbar ist, und William Story, dass es alle anderen sind.',
    ],
    [
      'Januar bis Juli 1880',
      'Die Mode: von Boston durch Amerika nach Europa, in Büros, Straßenbahnen und Parlamenten.',
    ],
    [
      '1891',
      'Sam Loyd beginnt zu behaupten, das Spiel sei von ihm. Das war es nicht. Sein Preis von 1000 Dollar für den Tausch von 14 und 15 war trotzdem sicher.',
    ],
    [
      '1990',
      'Daniel Ratner und Manfred Warmuth beweisen, dass eine kürzeste Lösung zu finden für große Bretter NP-schwer ist.',
    ],
    [
      '1999',
      'Adrian Brüngger, Ambros Marzetta, Komei Fukuda und Jürg Nievergelt beweisen, dass keine Stellung des 15er-Spiels mehr als 80 Züge braucht.',
    ],
    [
      '2005',
      'Richard Korf und Peter Schultze zählen alle Stellungen des 15er-Spiels nach Abstand: Genau 17 brauchen 80 Züge.',
    ],
  ] as [string, string][],
  wrong: 'Falsche Regeln, die noch gedruckt werden',
  right:
    'Die richtige Regel: Bei ungerader Breite muss die Zahl der Fehlstände gerade sein; bei gerader Breite muss die Summe aus Fehlständen und Zeilen zwischen Lücke und Ziel gerade sein. Die Höhe spielt keine Rolle. Jede der folgenden Regeln sagt etwas anderes, und ein Brett genügt, sie zu widerlegen.',
  ruleSays: 'Die Regel sagt:',
  truly: 'In Wahrheit:',
  here: 'Zur eigenen Stellung sagt sie:',
  yes: 'lösbar.',
  no: 'nicht lösbar.',
  nothing: 'nichts.',
  isRight: 'richtig',
  isWrong: 'falsch',
  wrongHere: (count: number) =>
    count === 0
      ? 'Keine falsche Regel irrt sich hier: weiterschieben.'
      : count === 1
        ? 'Eine falsche Regel irrt sich hier.'
        : `${count} falsche Regeln irren sich hier.`,
  canBeSolved: 'Es ist lösbar.',
  cannotBeSolved: 'Es ist nicht lösbar.',
  rules: [
    [
      '4×4: Die Zahl der Fehlstände plus die Zeile der Lücke, von unten gezählt, muss gerade sein.',
      'Es ist gelöst, doch 0 + 1 ist ungerade. Von oben gezählt wäre es richtig.',
    ],
    [
      'Gerade Breite: eine gerade Zahl von Fehlständen, wenn die Lücke von oben in einer geraden Zeile steht, sonst eine ungerade.',
      'Es ist gelöst, mit der Lücke in Zeile 3. Wahr nur bei gerader Höhe.',
    ],
    [
      'Lösbar sind die geraden Permutationen.',
      'Einen Zug vom Ziel ist die Permutation ungerade, und doch ist das Brett lösbar. Die Regel stimmt immer, wenn die Lücke eine gerade Zahl von Schritten vom Ziel entfernt ist, und sonst nie.',
    ],
    [
      'Die Zahl der Fehlstände muss gerade sein.',
      'Einen Zug vom Ziel sind es drei, und doch ist das Brett lösbar.',
    ],
    [
      'Die Regel für die Lücke hinten, benutzt für ein Ziel mit der Lücke vorn.',
      'Es ist dieses Ziel selbst: keine Fehlstände, Zeile 1.',
    ],
  ] as [string, string][],
  sources: 'Quellen',
  references: [
    'W. W. Johnson und W. E. Story, Notes on the “15” puzzle, American Journal of Mathematics 2 (1879)',
    'J. Slocum und D. Sonneveld, The 15 Puzzle (2006)',
    'A. F. Archer, A modern treatment of the 15 puzzle, American Mathematical Monthly 106 (1999)',
    'D. Ratner und M. Warmuth, The (n² − 1)-puzzle and related relocation problems, Journal of Symbolic Computation 10 (1990)',
    'A. Brüngger, A. Marzetta, K. Fukuda und J. Nievergelt, The parallel search bench ZRAM and its applications, Annals of Operations Research 90 (1999)',
    'R. Korf und P. Schultze, Large-scale parallel breadth-first search, AAAI (2005)',
  ],
} satisfies Translation<typeof english>;
