/** What can be seen: a screenshot's pixels, and how many of them have a colour. */
import { inflateSync } from 'node:zlib';
import type { Locator, Page } from 'playwright-core';

export interface Picture {
  width: number;
  height: number;
  /** Red, green and blue of a pixel. */
  at: (x: number, y: number) => [number, number, number];
}

/** Unpacks a PNG as browsers write it: eight bits a channel, not interlaced. */
export function unpack(png: Buffer): Picture {
  const width = png.readUInt32BE(16);
  const height = png.readUInt32BE(20);
  const channels = png[25] === 6 ? 4 : 3;
  const parts: Buffer[] = [];
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at);
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') parts.push(png.subarray(at + 8, at + 8 + length));
    at += length + 12;
  }
  const raw = inflateSync(Buffer.concat(parts));
  const line = width * channels;
  const pixels = Buffer.alloc(line * height);
  for (let y = 0; y < height; y += 1) {
    const filter = raw[y * (line + 1)];
    for (let x = 0; x < line; x += 1) {
      const left = x >= channels ? pixels[y * line + x - channels] : 0;
      const up = y > 0 ? pixels[(y - 1) * line + x] : 0;
      const corner = x >= channels && y > 0 ? pixels[(y - 1) * line + x - channels] : 0;
      const near = left + up - corner;
      const [a, b, c] = [Math.abs(near - left), Math.abs(near - up), Math.abs(near - corner)];
      const paeth = a <= b && a <= c ? left : b <= c ? up : corner;
      pixels[y * line + x] = raw[y * (line + 1) + 1 + x] + [0, left, up, (left + up) >> 1, paeth][filter];
    }
  }
  return {
    width,
    height,
    at: (x, y) =>
      [0, 1, 2].map((channel) => pixels[y * line + x * channels + channel]) as [number, number, number],
  };
}

/** A colour of the page, by the name of its variable. */
export const colour = (page: Page, name: string): Promise<[number, number, number]> =>
  page.evaluate((variable) => {
    const hex = getComputedStyle(document.documentElement).getPropertyValue(variable).trim();
    return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as [number, number, number];
  }, name);

/** The share of the pixels in a part of a picture that are near a colour. */
export function share(
  picture: Picture,
  of: [number, number, number],
  [left, top, right, bottom]: [number, number, number, number],
): number {
  let near = 0;
  let all = 0;
  for (let y = Math.ceil(top); y < bottom; y += 1) {
    for (let x = Math.ceil(left); x < right; x += 1) {
      const pixel = picture.at(x, y);
      all += 1;
      if (Math.hypot(pixel[0] - of[0], pixel[1] - of[1], pixel[2] - of[2]) < 60) near += 1;
    }
  }
  return near / all;
}

/** A part of a board, in shares of it: left, top, right, bottom. */
export type Part = [number, number, number, number];

/** A board as it is seen: its picture, and what should be there. */
export interface Seen {
  picture: Picture;
  /** Its tiles with their numbers; a covered one has none. */
  tiles: { number: string; covered: boolean; part: Part }[];
  /** Where rings should be. */
  rings: Part[];
}

/** Looks at a board that rests. */
export async function look(board: Locator): Promise<Seen> {
  await board.scrollIntoViewIfNeeded();
  const picture = unpack(await board.screenshot({ animations: 'disabled' }));
  const told = await board.evaluate((field) => {
    const all = field.getBoundingClientRect();
    const part = (of: Element): [number, number, number, number] => {
      const { left, top, right, bottom } = of.getBoundingClientRect();
      return [
        (left - all.left) / all.width,
        (top - all.top) / all.height,
        (right - all.left) / all.width,
        (bottom - all.top) / all.height,
      ];
    };
    return {
      tiles: [...field.querySelectorAll('.tile')].map((tile) => ({
        number: tile.textContent ?? '',
        covered: tile.querySelector('.covered') !== null,
        part: part(tile),
      })),
      rings: [...field.querySelectorAll('.mark')].map(part),
    };
  });
  return { picture, ...told };
}

/** The pixels of a part, without so much of its edge. */
export function pixels({ width, height }: Picture, [left, top, right, bottom]: Part, inset: number): Part {
  const [across, down] = [(right - left) * inset, (bottom - top) * inset];
  return [(left + across) * width, (top + down) * height, (right - across) * width, (bottom - down) * height];
}

/** Tiles that rest are painted anew a moment after the last slide. */
export const atRest = (page: Page): Promise<void> => page.waitForTimeout(600);
