import { formatText } from '#contract/messages/format-text.ts';
import { showMonthName, showPeriod } from '#web/lib/format.ts';
import type { ActData, Months } from './act-types.ts';
import { text } from './text.ts';

/** Whether it is still being made. */
export function isInWork({ state }: Pick<ActData, 'state'>): boolean {
  return state === 'queued' || state === 'making';
}

/**
 * The acts of a list without those that a newer one of the same months stands for: closed months change no more, so its
 * paper says the same. `acts`: the newest first.
 */
export function actsToShow(acts: readonly ActData[]): ActData[] {
  const newer = new Map<string, ActData['state']>();
  return acts.filter(({ from, to, state }) => {
    const months = `${from} ${to}`;
    const stands = newer.get(months);
    if (stands !== 'ready') newer.set(months, state);
    return stands === undefined || (stands !== 'ready' && state !== 'failed');
  });
}

/** "січень – жовтень 2026", "грудень 2025 – січень 2026", "жовтень 2026". */
export function showMonths({ from, to }: Months): string {
  if (from === to) return showPeriod(to);
  const isOneYear = from.slice(0, 4) === to.slice(0, 4);
  return formatText(text.months, {
    from: isOneYear ? showMonthName(from) : showPeriod(from),
    to: showPeriod(to),
  });
}

const pausesMs = [1000, 1000, 1000, 1000, 1000, 2000, 2000, 3000] as const;
const longPauseMs = 5000;

/** How long to wait before asking again how far an act is: it takes a second when nobody else asks. */
export function askPause(asked: number): number {
  return pausesMs[asked] ?? longPauseMs;
}
