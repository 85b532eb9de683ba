/** How far it is: the exact distance up to 16 cells, a bound, at once, on larger boards. */
import { follow, type News } from '../engine/patient';
import { atLeast, latest, type Given } from '../engine/work';

/** A search that takes its time, for a distance or a hint, and the way to stop it. */
export interface Wait {
  news: News;
  stop: () => void;
}

export class Measure {
  found = $state.raw<{ board: string; distance: number; exact: boolean } | null>(null);
  #asker = latest();

  async take(given: Given, exact: boolean, onwait: (wait: Wait | null) => void): Promise<void> {
    const { board } = given;
    if (!exact) {
      const distance = await atLeast(given).catch(() => null);
      if (distance !== null) this.found = { board, distance, exact: false };
      return;
    }
    const search = follow(given, (news) => {
      if (news.lowerBound > 0) this.found = { board, distance: news.lowerBound, exact: false };
      onwait(news.slow ? { news, stop: this.#asker.stop } : null);
    });
    const solved = await this.#asker.ask(given, search.onprogress);
    search.end();
    onwait(null);
    // Stopped, failed or passed over: no number is better than a wrong one.
    if (solved?.found) this.found = { board, distance: solved.lowerBound, exact: true };
  }
}
