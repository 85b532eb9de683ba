import type english from '../en/shell';
import type { Translation } from '../translation';

export default {
  name: 'Taquin',
  colon: ': ',
  skip: 'Zum Inhalt springen',
  sections: 'Bereiche',
  play: 'Spielen',
  solve: 'Lösen',
  learn: 'Verstehen',
  league: 'Liga',
  settings: 'Einstellungen',
  loading: 'Wird geladen …',
  failed:
    'Dieser Teil der Seite ließ sich nicht laden. Besteht eine Verbindung? Bitte noch einmal versuchen.',
  again: 'Noch einmal',
  outdated: 'Es gibt eine neue Fassung dieser Seite, und dieser Teil der alten ist fort.',
  newVersion: 'Es gibt eine neue Fassung dieser Seite.',
  reload: 'Laden',
  engineAgain: 'Das Rechenwerk brach mittendrin ab. Es wurde neu gestartet und noch einmal gefragt.',
  engineFailed:
    'Das Rechenwerk brach an derselben Frage zweimal ab; auf sie gibt es keine Antwort. Alles andere geht.',
  enginePage: 'Das Rechenwerk dieser Seite brach ab. Neu laden hilft; nichts geht verloren.',
  understood: 'Schließen',
  nowhere: 'Unter dieser Adresse gibt es nichts.',
  home: 'Zum Brett',
  board: (rows: number, columns: number) => `Brett, ${rows} Zeilen zu ${columns}`,
  tileAt: (tile: number, home: boolean) => (home ? `${tile}, am Ziel` : `${tile}`),
  blank: 'Lücke',
  hidden: 'verdeckt',
  lessonsTitle: 'Elf kurze Lektionen',
  lessonsLead: 'Je ein Brett, eine Zeichnung und eine Frage. Jede eigene Stellung darf mitkommen.',
  whole: 'In Taquin öffnen',
  next: 'Weiter',
  allLessons: 'Alle Lektionen',
  badBoard: (why: string) => `Das Brett in dieser Adresse ist nicht lesbar: ${why}.`,
} satisfies Translation<typeof english>;
