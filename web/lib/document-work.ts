import type { OutputOf } from '#contract/define-call.ts';
import type { documentState } from '#contract/documents.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { showMonthName, showPeriod } from './format.ts';
import type { Months } from './month-choices.ts';
import { text } from './text.ts';

/** A document that was asked for. */
export type DocumentData = OutputOf<typeof documentState>['document'];

/** Whether it is still being made. */
export function isInWork({ state }: Pick<DocumentData, 'state'>): boolean {
  return state === 'queued' || state === 'making';
}

/** "січень – жовтень 2026", "грудень 2025 – січень 2026", "жовтень 2026". */
export function showMonths({ from, to }: Months): string {
  if (from === to) return showPeriod(to);
  const isOneYear = from.slice(0, 4) === to.slice(0, 4);
  return formatText(text.monthSpan, {
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
