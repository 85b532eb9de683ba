/** A small world on paper: each distance from its first position is a ring, and neighbours stand near each other. */

import type { World } from '../engine/pkg-full/taquin_wasm.js';

/** One world: boards, places on a square of 100 by 100, slides between them. */
export interface Half {
  texts: string[];
  distances: number[];
  dots: { x: number; y: number }[];
  edges: [number, number][];
  /** How many positions there are at each distance. */
  counts: number[];
  farthest: number;
}

/** The direction in which some angles point together. */
function mean(angles: number[]): number {
  const [x, y] = angles.reduce(
    ([sumX, sumY], angle) => [sumX + Math.cos(angle), sumY + Math.sin(angle)],
    [0, 0],
  );
  return Math.atan2(y, x);
}

/** A world whose positions are one ring: each has two neighbours. */
function circle(distances: number[]): number[] {
  const seen = new Map<number, number>();
  return distances.map((distance) => {
    const place = seen.get(distance) ?? 0;
    seen.set(distance, place + 1);
    return ((place === 0 ? 1 : -1) * distance * 2 * Math.PI) / distances.length - Math.PI / 2;
  });
}

/** Ring by ring outwards: each position wants to stand where its nearer neighbours point, and gets an equal share. */
function spread(distances: number[], nearer: number[][]): number[] {
  const angles = new Array<number>(distances.length).fill(-Math.PI / 2);
  for (let distance = 1; distance <= Math.max(...distances); distance += 1) {
    const ring = distances.flatMap((each, at) => (each === distance ? [at] : []));
    const wish = new Map(
      ring.map((at) => [
        at,
        distance === 1 ? (at * 2 * Math.PI) / ring.length : mean(nearer[at].map((near) => angles[near])),
      ]),
    );
    ring.sort((a, b) => (wish.get(a) ?? 0) - (wish.get(b) ?? 0));
    const share = (2 * Math.PI) / ring.length;
    const turn = mean(ring.map((at, place) => (wish.get(at) ?? 0) - place * share));
    ring.forEach((at, place) => {
      angles[at] = turn + place * share;
    });
  }
  return angles;
}

/** Draws a world, from the distances of its positions and the pairs that are one slide apart. */
export function rings(world: World): Half {
  const [distances, pairs] = [[...world.distances()], [...world.edges()]];
  const edges = pairs.flatMap((end, at): [number, number][] => (at % 2 === 0 ? [[end, pairs[at + 1]]] : []));
  const nearer = distances.map((): number[] => []);
  for (const [a, b] of edges) {
    if (distances[a] < distances[b]) nearer[b].push(a);
    if (distances[b] < distances[a]) nearer[a].push(b);
  }
  const { farthest } = world;
  const isRing = edges.length === distances.length;
  const angles = isRing ? circle(distances) : spread(distances, nearer);
  const dots = angles.map((angle, at) => {
    const radius = isRing ? 42 : (distances[at] / farthest) * 47;
    return { x: 50 + radius * Math.cos(angle), y: 50 + radius * Math.sin(angle) };
  });
  const texts = distances.map((_, at) => world.text(at) ?? '');
  return { texts, distances, dots, edges, counts: [...world.counts()], farthest };
}
