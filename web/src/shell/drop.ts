/** A file dropped anywhere on the page: a replay is shown. */
import { go } from './route.svelte';

const MAX_REPLAY = 500_000;

export function listenDrop(): void {
  window.addEventListener('dragover', (event) => {
    if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
  });
  window.addEventListener('drop', (event) => {
    const file = event.dataTransfer?.files[0];
    if (!file) return;
    event.preventDefault();
    void file
      .slice(0, MAX_REPLAY)
      .text()
      .then((text) => go(['replay', text.trim()]));
  });
}
