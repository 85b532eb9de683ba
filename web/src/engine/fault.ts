/** Errors as data: the kind's name, then what stands in its sentence; a reason is such a list again. `../text/told` has the words. */
export type Fault = [kind: string, ...values: (number | string | Fault)[]];

/** An error of the page's own, or one that crossed over from a worker. The engine throws the same shape. */
export class Trouble extends Error {
  constructor(...fault: Fault) {
    super(fault[0], { cause: fault });
  }
}

/** The most characters told of an error that nobody foresaw. */
const MAX_UNFORESEEN = 120;

/** Any error as data. */
export function faultOf(error: unknown): Fault {
  if (error instanceof Error && Array.isArray(error.cause)) return error.cause as Fault;
  return ['PageFailed', String(error instanceof Error ? error.message : error).slice(0, MAX_UNFORESEEN)];
}
