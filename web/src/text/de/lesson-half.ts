import type english from '../en/lesson-half';
import type { Translation } from '../translation';

export default {
  question:
    'Von allen Brettern ist genau die Hälfte lösbar. Warum die Hälfte, und nicht ein Drittel oder fast alle?',
  unfit:
    'Eine einzelne Reihe hat keine Partner zu zeigen. Nötig sind mindestens zwei Zeilen und zwei Spalten.',
  yours: 'Das eigene Brett',
  partner: 'Sein Partner: 1 und 2 vertauscht',
  exchanges: 'Vertauschungen bis zum Ziel',
  steps: 'Schritte der Lücke',
  odd: 'ungerade',
  even: 'gerade',
  solved: 'Alles ist am Ziel.',
  can: 'Die Lampen stimmen überein: lösbar.',
  cannot: 'Die Lampen widersprechen sich: nicht lösbar.',
  stuck: 'Hier endet der Weg: Nur zwei Steine neben der Lücke stehen verkehrt herum.',
  lead: 'Beide führen, Zeile um Zeile',
  stop: 'Anhalten',
  another: 'Ein anderes Brett',
  steps_: [
    [
      'Jedes Brett hat einen Partner.',
      'Die Steine 1 und 2, wo immer sie stehen, werden herausgehoben und gegeneinander getauscht. Noch einmal getauscht, und das erste Brett ist wieder da. So zerfallen alle Bretter in Paare: Keines bleibt übrig, keines gehört zu zweien.',
    ],
    [
      'In jedem Paar stimmen die Lampen bei genau einem überein.',
      'Es sind die Lampen der vorigen Lektion. Zwei Steine zu tauschen ist eine Vertauschung mehr: Die erste Lampe schaltet um. Die Lücke hat sich nicht bewegt: Die zweite bleibt. Wer eines der Bretter schiebt, sieht alle vier Lampen gemeinsam umschalten.',
    ],
    [
      'Lampen, die sich widersprechen: nie.',
      'Am Ziel sind beide Lampen gerade, sie stimmen also überein. Ein Zug schaltet beide um. Ein Brett, auf dem sie sich widersprechen, bleibt dabei und wird nie zum Ziel. Mehr als die Hälfte kann also nicht lösbar sein.',
    ],
    [
      'Lampen, die übereinstimmen: immer.',
      'Man füllt von oben Zeile um Zeile, wie Menschen es tun, und die letzten zwei Zeilen Spalte um Spalte. Drei Steine und die Lücke bleiben in einem Quadrat. Man dreht sie, bis die Lücke und der Stein ihr schräg gegenüber am Ziel sind: Dann stehen die beiden neben der Lücke richtig oder verkehrt herum. Im zweiten Fall fehlt eine Vertauschung, und die Lücke ist am Ziel: Die Lampen widersprechen sich. Ein Brett mit übereinstimmenden Lampen endet also gelöst.',
    ],
    [
      'Eine dritte Sorte gibt es nicht.',
      'Mit welchem Brett auch immer man beginnt: Das Verfahren endet bei einem von zwei Brettern, beim Ziel oder beim Ziel, in dem zwei Steine neben der Lücke vertauscht sind. Jedes Brett führt zu einem davon, sein Partner zum anderen: Die Hälfte aller Bretter ist lösbar. Die Summe aus Lektion 2 trennt dieselben Bretter. Werden zwei Steine vertauscht, kommen sie einmal aneinander vorbei, und jeder Stein dazwischen kommt an beiden vorbei: eine ungerade Zahl von Änderungen. In jedem Paar hat also ein Brett eine gerade Summe und das andere eine ungerade. Ein Brett mit ungerader Summe ist nie lösbar, und die Hälfte aller Bretter ist lösbar: also jedes mit gerader Summe.',
    ],
  ] as [string, string][],
  sum: (all: string, half: string) =>
    `Ein Brett dieser Größe lässt sich auf ${all} Arten belegen. Das sind ${half} Paare, und aus jedem Paar ist eines lösbar: ${half} Bretter.`,
  sumOfAny:
    'Wie viele Bretter dieser Größe es auch gibt: Sie kommen in Paaren, und aus jedem Paar ist eines lösbar.',
  corridor:
    'Das Verfahren braucht zwei Zeilen und zwei Spalten. In einer einzelnen Reihe können Steine nicht aneinander vorbei, und fast jede Reihenfolge ist unerreichbar.',
} satisfies Translation<typeof english>;
