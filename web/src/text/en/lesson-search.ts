export default {
  question: 'How does a machine find a shortest way without remembering where it has been?',
  pathShown: (slides: number) =>
    `The board after the current path of ${slides === 1 ? '1 slide' : `${slides} slides`}.`,
  another: 'Another 3×3 board',
  guide: 'Guided by ',
  guides: {
    none: 'nothing',
    manhattan: 'Manhattan distance',
    'linear-conflict': 'linear conflicts',
    walking: 'walking distance',
    pattern: 'pattern tables',
  },
  step: 'One step',
  round: 'To the end of the round',
  end: 'To the end',
  stop: 'Stop',
  again: 'From the start',
  did: {
    start: 'Ready: no step taken yet.',
    entered: 'It slid one tile further.',
    cut: 'It looked one slide ahead and turned back: slides so far plus the guess exceed the threshold.',
    back: 'Nothing left to try here: it took a slide back.',
    raised: 'The round is over without a solution, so none is that short. The threshold rises.',
    solved: 'Solved, and no solution is shorter: every smaller threshold has been searched to its end.',
  },
  drawing: (slides: number, threshold: number, cut: number) =>
    `The path of ${slides === 1 ? '1 slide' : `${slides} slides`} under the threshold ${threshold}, with ${cut === 1 ? '1 branch' : `${cut} branches`} cut beside it`,
  legend:
    'To the right: slides. Upwards: slides plus guess; the dashed line is the threshold. Crosses are branches cut, rings were searched to their end.',
  compare: 'Positions looked at, guide by guide',
  instead: (cells: number) =>
    `This lesson takes a board that can be solved, with two rows and two columns at least and up to ${cells} cells. Here is one of the two hardest 3×3 instead.`,
  large:
    'On a board this large a weak guide may take minutes, or never come to an end. Stop whenever you like.',
  threshold: 'Threshold',
  soFar: 'Slides so far + guess',
  cut: 'Branches cut',
  roundName: 'Round',
  nodes: 'Positions looked at',
  why: 'IDA* goes deeper and deeper, and turns back wherever slides so far plus a guess of the rest exceed the threshold. If a whole round finds nothing, the threshold rises by two (each slide turns the colour under the gap, so all solutions are even or all are odd). Choose a better guide and watch the rounds shrink.',
};
