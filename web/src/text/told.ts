/** Errors in words. Their catalogue loads with the first error: most visits meet none. */
import { untrack } from 'svelte';
import { faultOf, type Fault } from '../engine/fault';
import { load, number, words } from './index.svelte';

/** Numbers from here on are written in groups; smaller ones are mostly tiles and places. */
const GROUPED = 10_000;

/** What went wrong, as the end of a sentence. Reactive: an ellipsis until the words are there, another language when it is chosen. */
export function told(error: unknown): string {
  const sentences: Record<string, unknown> | undefined = words('faults');
  if (!sentences) {
    untrack(() => void load('faults').catch(() => undefined));
    return '…';
  }
  const tell = ([kind, ...values]: Fault): string => {
    const sentence = Object.hasOwn(sentences, kind) ? sentences[kind] : sentences.Internal;
    if (typeof sentence !== 'function') return String(sentence);
    return sentence(
      ...values.map((value) =>
        Array.isArray(value)
          ? tell(value)
          : typeof value === 'number' && value >= GROUPED
            ? number(value)
            : value,
      ),
    ) as string;
  };
  return tell(faultOf(error));
}
