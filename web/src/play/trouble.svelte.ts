/** What could not be kept, and why. */
let trouble = $state.raw<{ full: boolean } | null>(null);
export const storageTrouble = (): { full: boolean } | null => trouble;

/** The database did not do what it was asked for: the reader is told. */
export const failed = (error: unknown): void => {
  trouble = { full: error instanceof DOMException && error.name === 'QuotaExceededError' };
};
/** It does again. */
export const fine = (): void => {
  trouble = null;
};
