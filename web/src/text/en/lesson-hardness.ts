export default {
  question: 'Is your position an easy one?',
  unfit: 'Nobody has counted all positions of a board like yours. Choose one that has been counted.',
  line: (cells: number) =>
    `In a single line tiles cannot pass each other. For each place of the gap a single position can be solved, ${cells} in all, and each takes as many slides as the gap is cells from home. Choose a larger board to see more.`,
  sizes: 'Another board',
  never: 'Yours can never be solved: it stands in the other half.',
  drawing: (size: string, radius: number) =>
    `Positions of ${size} by the slides they need, from 0 to ${radius}`,
  slides: 'slides needed',
  positions: 'positions',
  searching: 'Finding how far yours is…',
  yours: (distance: number, share: string) =>
    `Yours needs ${distance === 1 ? '1 slide' : `${distance} slides`}: ${share} % of all positions are easier.`,
  numbers: (size: string, total: string, radius: number, last: string) =>
    `${size} has ${total} positions that can be solved. ${last === '1' ? `The farthest takes ${radius} slides` : `The farthest take ${radius} slides; there are ${last} of them`}.`,
  farthest: 'Some of the farthest:',
  table: 'The counts as a table',
};
