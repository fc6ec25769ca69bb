import type { DocumentData } from '#web/lib/document-work.ts';

/**
 * The acts without those replaced by a newer one of the same months: closed months don't change, so the PDF is the
 * same. `acts`: newest first.
 */
export function actsToShow(acts: readonly DocumentData[]): DocumentData[] {
  const newer = new Map<string, DocumentData['state']>();
  return acts.filter(({ from, to, state }) => {
    const months = `${from} ${to}`;
    const newerState = newer.get(months);
    if (newerState !== 'ready') newer.set(months, state);
    return newerState === undefined || (newerState !== 'ready' && state !== 'failed');
  });
}
