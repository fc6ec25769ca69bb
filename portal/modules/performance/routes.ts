import { REPORT_READINGS_IN_WINDOW } from '#billing/api/reports.ts';
import type { OutputOf } from '#contract/define-call.ts';
import {
  type PerformanceSpan,
  performanceHistory,
  performanceReadings,
} from '#contract/performance/performance-history.ts';
import { instantToIso } from '#domain/time/instant.ts';
import { relayRefusal, succeed } from '#portal/http/call-result.ts';
import { type PortalServices, type Route, route } from '#portal/http/route.ts';
import { readHistory } from './history-store.ts';

/** Answers are shared for so long by all who look. */
const historyForMs = 10_000;
const readingsForMs = 60_000;

type Readings = Omit<OutputOf<typeof performanceReadings>, 'status'>;

/** What the dashboard shows beside the live figures. */
export function performanceRoutes({ db, clock }: PortalServices): Route[] {
  const histories = new Map<
    PerformanceSpan,
    { readonly readAt: number; readonly data: ReturnType<typeof readHistory> }
  >();
  let known: { readonly readAt: number; readonly data: Readings } | undefined;

  function historyOf(span: PerformanceSpan): ReturnType<typeof readHistory> {
    const kept = histories.get(span);
    if (kept !== undefined && performance.now() - kept.readAt < historyForMs) return kept.data;
    const data = readHistory(db, span, clock.now());
    histories.set(span, { readAt: performance.now(), data });
    // What failed is read again.
    data.catch(() => histories.delete(span));
    return data;
  }

  return [
    route(performanceHistory, async ({ span }) => succeed(await historyOf(span))),

    route(performanceReadings, async (_, { billing }) => {
      if (known !== undefined && performance.now() - known.readAt < readingsForMs) return succeed(known.data);
      const result = await billing(REPORT_READINGS_IN_WINDOW, {
        period: null,
        by: 'channel',
        customerType: null,
        sort: { column: 'readings', descending: true },
        offset: 0,
        limit: 1,
      });
      if (!result.ok) return relayRefusal(result);
      const { period, opensOn, closesAt, totals, hours } = result.data;
      const now = clock.now();
      const data: Readings = {
        period,
        opensOn,
        closesAt,
        isOpen: now < Date.parse(closesAt),
        readings: totals.readings,
        before: totals.before,
        hours,
        asOf: instantToIso(now),
      };
      known = { readAt: performance.now(), data };
      return succeed(data);
    }),
  ];
}
