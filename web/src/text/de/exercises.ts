import type english from '../en/exercises';
import type { Translation } from '../translation';

export default {
  title: 'Drei Übungen',
  check: 'Prüfen',
  right: 'Richtig',
  wrong: 'Nicht ganz',
  answer: 'Antwort:',
  yes: 'Ja',
  no: 'Nein',
  lessons: {
    impossible: [
      {
        question: 'Zwei Steine sind vertauscht. Lässt sich dieses Brett durch Schieben lösen?',
        why: 'Ist die Lücke wieder am Ziel, hat sie eine gerade Zahl von Schritten getan, und jeder Schritt ist eine Vertauschung. 1 und 2 zu richten braucht eine: eine ungerade Zahl.',
      },
      {
        question: 'Nun sind zwei Paare vertauscht. Ist es lösbar?',
        why: 'Beide Paare zu richten braucht zwei Vertauschungen. Das ist gerade wie die Zahl der Schritte der Lücke, und dann gibt es immer einen Weg: Lektion 5 beweist es.',
      },
      {
        question: 'Die Lücke verlässt ihre Ecke, wandert umher und kommt zurück. Wie viele Züge waren es?',
        choices: ['Eine gerade Zahl', 'Eine ungerade Zahl', 'Beides ist möglich'],
        why: 'Jeder Schritt wechselt die Farbe unter der Lücke, und die Ecke hat eine Farbe.',
      },
    ],
    inversions: [
      {
        question: 'Wie viele Fehlstände hat dieses Brett?',
        why: 'Nur 3 vor 2 steht in falscher Reihenfolge.',
      },
      { question: 'Und dieses?', why: '3 vor 2, 3 vor 1, 2 vor 1.' },
      {
        question:
          'Das Brett ist 4 breit. Wie groß ist die Summe, die entscheidet: Fehlstände plus Zeilen zwischen Lücke und Ziel?',
        why: '15, 14 und 13 stehen vor 12: drei Fehlstände; die Lücke ist eine Zeile vom Ziel entfernt: 3 + 1 = 4, gerade.',
      },
    ],
    cycles: [
      {
        question: 'Wie viele Schleifen hat dieses Brett?',
        why: '1 und 2 stehen auf den Plätzen der anderen, ebenso 3 und 4.',
      },
      {
        question: 'Wie viele Vertauschungen bringen dieses in Ordnung?',
        why: 'Eine Schleife aus drei braucht zwei.',
      },
      {
        question: 'Um wie viel ändert ein Zug die Zahl der nötigen Vertauschungen?',
        choices: ['Um nichts oder um eins', 'Um genau eins', 'Um eins oder zwei'],
        why: 'Ein Zug ist eine Vertauschung: Er verbindet zwei Schleifen oder teilt eine.',
      },
    ],
    checkerboard: [
      {
        question: 'Wie viele Schritte ist die Lücke von ihrem Ziel, dem letzten Feld, entfernt?',
        why: 'Zwei Zeilen hinunter und zwei Spalten hinüber.',
      },
      {
        question: 'Ist dieses Brett lösbar?',
        why: '5, 8 und die Lücke bilden eine Dreierschleife: zwei Vertauschungen, gerade. Die Lücke ist zwei Schritte entfernt: gerade. Die Lampen stimmen überein.',
      },
      {
        question: 'Und dieses?',
        why: 'Die Lücke und 5 stehen auf den Plätzen der anderen: eine Vertauschung, ungerade. Die Lücke ist zwei Schritte entfernt: gerade. Die Lampen widersprechen sich.',
      },
    ],
    half: [
      {
        question:
          'Ein Brett ist lösbar. Nun werden 5 und 6 vertauscht und dann 7 und 8. Ist das neue Brett lösbar?',
        choices: ['Ja', 'Nein', 'Es kommt auf das Brett an'],
        why: 'Die erste Vertauschung führt zur anderen Sorte, die zweite wieder zurück.',
      },
      {
        question: 'Drei Steine tauschen im Kreis die Plätze. Was wird aus einem lösbaren Brett?',
        choices: ['Es bleibt lösbar', 'Es wird unlösbar', 'Es kommt auf die drei an'],
        why: 'Ein Kreis aus drei sind zwei Vertauschungen.',
      },
      {
        question: 'Ein 2×2-Brett lässt sich auf 24 Arten belegen. Wie viele davon sind lösbar?',
        why: 'Zwölf Paare, aus jedem eines.',
      },
    ],
    halves: [
      {
        question: 'Wie viele Stellungen hat die Welt dieses Bretts?',
        why: '6! sind 720 Belegungen; die Hälfte davon.',
      },
      {
        question: 'Wie viele Züge ist die fernste Stellung eines 2×2-Bretts vom Ziel entfernt?',
        why: 'Zwölf in einem Ring: Die gegenüber ist sechs Schritte entfernt.',
      },
      {
        question: 'Man steht in der Welt ohne das Ziel. Was führt in die andere?',
        choices: ['Ein genügend langer Weg', 'Ein klügerer Weg', 'Nur das Herausheben von Steinen'],
        why: 'Züge verlassen eine Welt nie.',
      },
    ],
    distance: [
      {
        question: 'Wie groß ist der Manhattan-Abstand dieses Bretts?',
        why: '7 und 8 haben je einen Schritt vor sich.',
      },
      {
        question: 'Und mit linearen Konflikten?',
        why: 'Vier einzelne Schritte; 2 und 1 stehen sich im Weg, ebenso 5 und 4: je Paar zwei mehr.',
      },
      {
        question: 'Eine Schätzung sagt 20, die Wahrheit ist 18. Darf eine Suche solchen Schätzungen trauen?',
        choices: ['Ja, das ist nah genug', 'Nein, sie liegt über der Wahrheit', 'Ja, wenn sie schnell ist'],
        why: 'Sie könnte den kürzesten Weg abschneiden.',
      },
    ],
    search: [
      {
        question: 'Was merkt sich IDA*?',
        choices: [
          'Jede gesehene Stellung',
          'Die letzte Million Stellungen',
          'Nur den Pfad, auf dem es steht',
        ],
        why: 'Darum braucht es kaum Speicher.',
      },
      {
        question: 'Warum steigt die Schwelle um zwei?',
        choices: [
          'Alle Lösungen sind gerade, oder alle ungerade',
          'Um Zeit zu sparen',
          'Zwei ist die kleinste Zahl von Zügen',
        ],
        why: 'Jeder Zug wechselt die Farbe unter der Lücke.',
      },
      {
        question: 'Was ändert ein besserer Führer?',
        choices: ['Die Länge der Antwort', 'Wie viele Stellungen angesehen werden', 'Die Zahl der Lösungen'],
        why: 'Die Antwort bleibt eine kürzeste; es gibt weniger anzusehen.',
      },
    ],
    hardness: [
      {
        question: 'Wie viele Züge braucht das schwerste 3×3-Brett?',
        choices: ['20', '31', '80'],
        why: 'Nur zwei Stellungen sind so weit.',
      },
      {
        question: 'Und das schwerste Brett des 15er-Spiels?',
        choices: ['31', '53', '80'],
        why: 'Siebzehn Stellungen brauchen 80.',
      },
      {
        question: 'Liegen die meisten Stellungen nah am Ziel, fern davon oder dazwischen?',
        choices: ['Näher an den fernsten als am Ziel', 'Nah am Ziel', 'Gleichmäßig verteilt'],
        why: 'Die meisten stehen nach etwa zwei Dritteln des Wegs: Im 15er-Spiel ist 53 von 80 der häufigste Abstand.',
      },
    ],
    people: [
      {
        question: 'Warum werden Zeilen von oben gefüllt?',
        choices: [
          'Damit die Lücke den fertigen Teil nie braucht',
          'Weil es der kürzeste Weg ist',
          'Weil das Ziel dort beginnt',
        ],
        why: 'Das Fertige muss nie wieder bewegt werden.',
      },
      {
        question: '2 und 3 beenden die Zeile. Was kommt als Nächstes?',
        choices: ['2 geht nach oben', '3 geht nach rechts', 'Die Zeile neu beginnen'],
        why: 'Dann folgt 2 nach oben, und beide sind drin.',
      },
      {
        question: 'Drei Steine sind im letzten Quadrat übrig und passen nicht. Was folgt daraus?',
        choices: ['Länger drehen', 'Die letzte Zeile auflösen', 'Das Brett war nicht lösbar'],
        why: 'Ein lösbares Brett geht am Ende immer auf.',
      },
    ],
    history: [
      {
        question: 'Wer hat das Spiel erfunden?',
        choices: ['Sam Loyd', 'Noyes Chapman', 'William Johnson'],
        why: 'Sam Loyd behauptete es nur, viele Jahre später.',
      },
      {
        question: 'Wer bewies zuerst, dass keine Stellung des 15er-Spiels mehr als 80 Züge braucht?',
        choices: ['Brüngger, Marzetta, Fukuda und Nievergelt', 'Korf und Schultze', 'Johnson und Story'],
        why: '1999, mit einer Suche auf vielen Rechnern.',
      },
      {
        question: '„Lösbar sind die geraden Permutationen.“ Wann stimmt das?',
        choices: [
          'Immer',
          'Nur wenn die Lücke am Ziel ist',
          'Immer wenn die Lücke eine gerade Zahl von Schritten vom Ziel entfernt ist',
        ],
        why: 'Einen Zug vom Ziel entfernt stimmt es nicht.',
      },
    ],
  },
} satisfies Translation<typeof english>;
