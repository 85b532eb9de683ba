import type english from '../en/lesson-cycles';
import type { Translation } from '../translation';

export default {
  question: 'Was macht ein Zug mit den Schleifen?',
  loops: (count: number) => (count === 1 ? 'Schleife' : 'Schleifen'),
  merged: 'Dieser Zug hat zwei Schleifen zu einer verbunden.',
  split: 'Dieser Zug hat eine Schleife geteilt.',
  exchanges: (count: number) => (count === 1 ? '1 Vertauschung' : `${count} Vertauschungen`),
  none: 'keine Schleife: alles ist am Ziel',
  sum: (exchanges: number) => `Vertauschungen insgesamt: ${exchanges}. Das ist`,
  odd: 'ungerade',
  even: 'gerade',
  why: 'Ein Pfeil führt von einem Stein zu dem Feld, auf das er gehört, von dem Stein, der dort steht, weiter, und so fort: Man kommt zum Anfang zurück. Eine Schleife aus k Gliedern braucht k − 1 Vertauschungen. Jeder Zug vertauscht die Lücke (_) mit einem Stein, und eine Vertauschung verbindet immer zwei Schleifen oder teilt eine: Die Zahl der Vertauschungen ändert sich also um genau eins.',
} satisfies Translation<typeof english>;
