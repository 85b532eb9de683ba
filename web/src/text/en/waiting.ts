export default {
  looking: (moves: number) =>
    `Looking for a way of ${moves === 1 ? '1 move' : `${moves} moves`}; none is shorter.`,
  nodes: (nodes: string) => `${nodes} positions seen.`,
  depth: 'How far this depth has been searched',
  share: (percent: number, left: string) =>
    `About ${percent} % of this depth is searched${left ? `, ${left} to go` : ''}.`,
  unsure: 'Nobody can say how much of this depth is left.',
  next: (times: number) => `If there is no such way, the next depth takes some ${times} times as long.`,
  known: (moves: number) => `A way of ${moves === 1 ? '1 move' : `${moves} moves`} is known already.`,
  last: (moves: number) =>
    `A way of ${moves === 1 ? '1 move' : `${moves} moves`} is known already; if this search finds none, no way is shorter than that.`,
  seconds: (seconds: number) => `about ${seconds} s`,
  minutes: (minutes: number) => `about ${minutes} min`,
  stop: 'Stop',
  watch: 'Watch it',
};
