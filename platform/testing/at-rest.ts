import { setTimeout as sleep } from 'node:timers/promises';

/** The count when it has not changed for a time: nothing tells that a stream, or a page, asks for no more. */
export async function atRest(count: () => number, quietMs = 100): Promise<number> {
  for (let before = Number.NaN; before !== count(); await sleep(quietMs)) before = count();
  return count();
}
