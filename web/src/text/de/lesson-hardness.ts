import type english from '../en/lesson-hardness';
import type { Translation } from '../translation';

export default {
  question: 'Ist diese Stellung leicht?',
  unfit:
    'Die Stellungen eines solchen Bretts hat noch niemand alle gezählt. Hier sind einige, die gezählt sind.',
  line: (cells: number) =>
    `In einer einzelnen Reihe können Steine nicht aneinander vorbei. Für jeden Platz der Lücke ist nur eine Stellung lösbar, zusammen ${cells}, und jede braucht so viele Züge, wie die Lücke Felder vom Ziel entfernt ist. Ein größeres Brett zeigt mehr.`,
  sizes: 'Ein anderes Brett',
  never: 'Diese ist nie lösbar: Sie steht in der anderen Hälfte.',
  drawing: (size: string, radius: number) => `Stellungen von ${size} nach nötigen Zügen, von 0 bis ${radius}`,
  slides: 'nötige Züge',
  positions: 'Stellungen',
  searching: 'Der Abstand wird gesucht…',
  yours: (distance: number, share: string) =>
    `Diese braucht ${distance === 1 ? '1 Zug' : `${distance} Züge`}: ${share} % aller Stellungen sind leichter.`,
  numbers: (size: string, total: string, radius: number, last: string) =>
    `${size} hat ${total} lösbare Stellungen. ${last === '1' ? `Die fernste braucht ${radius} Züge` : `Die fernsten brauchen ${radius} Züge; davon gibt es ${last}`}.`,
  farthest: 'Einige der fernsten:',
  table: 'Die Zahlen als Tabelle',
} satisfies Translation<typeof english>;
