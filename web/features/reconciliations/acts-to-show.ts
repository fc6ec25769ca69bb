import type { DocumentData } from '#web/lib/document-work.ts';

/**
 * The acts of a list without those that a newer one of the same months stands for: closed months change no more, so its
 * paper says the same. `acts`: the newest first.
 */
export function actsToShow(acts: readonly DocumentData[]): DocumentData[] {
  const newer = new Map<string, DocumentData['state']>();
  return acts.filter(({ from, to, state }) => {
    const months = `${from} ${to}`;
    const stands = newer.get(months);
    if (stands !== 'ready') newer.set(months, state);
    return stands === undefined || (stands !== 'ready' && state !== 'failed');
  });
}
