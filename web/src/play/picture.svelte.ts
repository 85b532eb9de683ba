/** The player's own picture: kept in this browser and never sent anywhere. */
import { untrack } from 'svelte';

/** A picture's address inside this browser, and its width as a multiple of its height. */
export interface Picture {
  address: string;
  aspect: number;
}

/** Spared by the service worker, as every cache whose name begins with `taquin-keep`. */
const CACHE = 'taquin-keep-picture';
const PLACE = '/taquin-picture';
/** The longest side of what is kept: enough for any screen. */
const MOST_PIXELS = 1600;

let current = $state.raw<Picture>({ address: drawn(), aspect: 1 });
let asked = false;

/** A quiet landscape for those who have chosen none: drawn here, so that nothing is fetched. */
function drawn(): string {
  const hills = [
    ['M0 360 Q90 270 190 330 T380 300 T600 345 V600 H0Z', '#8fb0b5'],
    ['M0 430 Q110 340 230 400 T450 370 T600 420 V600 H0Z', '#5f8f8a'],
    ['M0 500 Q150 420 300 480 T600 470 V600 H0Z', '#3f6f62'],
    ['M0 560 Q200 500 380 550 T600 540 V600 H0Z', '#2b4f48'],
  ]
    .map(([path, colour]) => `<path d="${path}" fill="${colour}"/>`)
    .join('');
  const sky =
    '<linearGradient id="s" x2="0" y2="1"><stop stop-color="#e8a06a"/><stop offset=".45" stop-color="#f6d9a8"/><stop offset=".7" stop-color="#dfe9dd"/></linearGradient>';
  return `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 600"><defs>${sky}</defs><rect width="600" height="600" fill="url(#s)"/><circle cx="410" cy="170" r="62" fill="#fff3d6"/>${hills}</svg>`)}`;
}

async function show(blob: Blob): Promise<void> {
  const { width, height } = await createImageBitmap(blob);
  if (current.address.startsWith('blob:')) URL.revokeObjectURL(current.address);
  current = { address: URL.createObjectURL(blob), aspect: width / height };
}

/** The picture for the tiles. The one kept from an earlier visit comes a moment after it is first asked for. */
export function picture(): Picture {
  if (!asked) {
    asked = true;
    untrack(
      () =>
        void kept()
          .then((blob) => (blob ? show(blob) : undefined))
          .catch(() => undefined),
    );
  }
  return current;
}

async function kept(): Promise<Blob | null> {
  return (await (await caches.open(CACHE)).match(PLACE))?.blob() ?? null;
}

/** A copy of a picture of at most so many pixels, drawn anew: nothing but the picture is kept of the file. */
async function copied(file: File): Promise<Blob> {
  const found = await createImageBitmap(file);
  const scale = Math.min(1, MOST_PIXELS / Math.max(found.width, found.height));
  const canvas = new OffscreenCanvas(
    Math.max(1, Math.round(found.width * scale)),
    Math.max(1, Math.round(found.height * scale)),
  );
  canvas.getContext('2d')?.drawImage(found, 0, 0, canvas.width, canvas.height);
  return canvas.convertToBlob({ type: 'image/webp', quality: 0.85 });
}

/** Takes a picture from a file of the player's; whether it could be read as one. */
export async function takePicture(file: File): Promise<boolean> {
  try {
    const blob = await copied(file);
    await show(blob);
    asked = true;
    await (await caches.open(CACHE)).put(PLACE, new Response(blob)).catch(() => undefined);
    return true;
  } catch {
    return false;
  }
}
