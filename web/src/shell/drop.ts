/** A file dropped anywhere on the page: a replay is shown, ours or one of SlidySim or OpenSlidy. */
import { go } from './route.svelte';

export function listenDrop(): void {
  window.addEventListener('dragover', (event) => {
    if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
  });
  window.addEventListener('drop', (event) => {
    const file = event.dataTransfer?.files[0];
    if (!file) return;
    event.preventDefault();
    // What it is not is told by the page of replays, from the beginning of the text.
    void import('../play/handed').then(async ({ beginning, replayIn }) =>
      go(['replay', await replayIn(file).catch(() => beginning(file))]),
    );
  });
}
