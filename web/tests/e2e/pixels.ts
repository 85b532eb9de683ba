/** What can be seen: a screenshot's pixels, and how many of them have a colour. */
import { inflateSync } from 'node:zlib';
import type { Page } from 'playwright-core';

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
  return { width, height, at: (x, y) => [0, 1, 2].map((channel) => pixels[y * line + x * channels + channel]) as [number, number, number] };
}

/** A colour of the page, by the name of its variable. */
export const colour = (page: Page, name: string): Promise<[number, number, number]> =>
  page.evaluate((variable) => {
    const hex = getComputedStyle(document.documentElement).getPropertyValue(variable).trim();
    return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as [number, number, number];
  }, name);

/** The share of the pixels in a part of a picture that are near a colour. */
export function share(picture: Picture, of: [number, number, number], [left, top, right, bottom]: [number, number, number, number]): number {
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

/** The board as it is seen, and its cells: where each lies in the picture. */
export async function look(page: Page, rows: number, columns: number): Promise<{ picture: Picture; cell: (cell: number, inset: number) => [number, number, number, number] }> {
  const grid = page.getByRole('grid').first();
  await grid.scrollIntoViewIfNeeded();
  // Tiles that rest are painted anew a moment after the last slide.
  await page.waitForTimeout(600);
  const picture = unpack(await grid.screenshot({ animations: 'disabled' }));
  const [wide, high] = [picture.width / columns, picture.height / rows];
  return {
    picture,
    cell: (cell, inset) => {
      const [x, y] = [(cell % columns) * wide, Math.floor(cell / columns) * high];
      return [x + wide * inset, y + high * inset, x + wide * (1 - inset), y + high * (1 - inset)];
    },
  };
}
