import type english from '../en/shell';
import type { Translation } from '../translation';

export default {
  name: 'Taquin',
  skip: 'Zum Inhalt springen',
  sections: 'Bereiche',
  play: 'Spielen',
  solve: 'Lösen',
  learn: 'Verstehen',
  settings: 'Einstellungen',
  loading: 'Wird geladen …',
  failed: 'Dieser Teil der Seite ließ sich nicht laden. Besteht eine Verbindung? Bitte noch einmal versuchen.',
  again: 'Noch einmal',
  nowhere: 'Unter dieser Adresse gibt es nichts.',
  home: 'Zum Brett',
  board: (rows: number, columns: number) => `Brett, ${rows} Zeilen zu ${columns}`,
  tileAt: (tile: number, home: boolean) => (home ? `${tile}, am Ziel` : `${tile}`),
  blank: 'Lücke',
  hidden: 'verdeckt',
  lessonsTitle: 'Zehn kurze Lektionen',
  lessonsLead: 'Je ein Brett, eine Zeichnung und eine Frage. Jede eigene Stellung darf mitkommen.',
  next: 'Weiter',
  allLessons: 'Alle Lektionen',
  badBoard: (why: string) => `Das Brett in dieser Adresse ist nicht lesbar: ${why}.`,
} satisfies Translation<typeof english>;
