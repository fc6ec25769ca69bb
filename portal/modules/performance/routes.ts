import { REPORT_READINGS_IN_WINDOW } from '#billing/api/reports.ts';
import type { OutputOf } from '#contract/define-call.ts';
import {
  type PerformanceSpan,
  performanceHistory,
  performanceReadings,
} from '#contract/performance/performance-history.ts';
import { instantToIso } from '#domain/time/instant.ts';
import { cached } from '#platform/cached.ts';
import { type CallResult, relayRefusal, succeed } from '#portal/http/call-result.ts';
import { type PortalServices, type RequestContext, type Route, route } from '#portal/http/route.ts';
import { readHistory } from './history-store.ts';

/** Answers are shared for so long by all who look. */
const historyTtlMs = 10_000;
const readingsTtlMs = 60_000;

type Readings = Omit<OutputOf<typeof performanceReadings>, 'status'>;

/** What the dashboard shows beside the live figures. */
export function performanceRoutes({ db, clock }: PortalServices): Route[] {
  const histories = cached(historyTtlMs, (span: PerformanceSpan) => readHistory(db, span, clock.now()));
  const readings = cached(
    readingsTtlMs,
    async (_: undefined, { billing }: Pick<RequestContext, 'billing'>): Promise<CallResult<Readings>> => {
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
      return succeed({
        period,
        opensOn,
        closesAt,
        isOpen: now < Date.parse(closesAt),
        readings: totals.readings,
        before: totals.before,
        hours,
        asOf: instantToIso(now),
      });
    },
    { isKept: ({ kind }) => kind === 'success' },
  );

  return [
    route(performanceHistory, async ({ span }) => succeed(await histories.get(span))),
    route(performanceReadings, (_, context) => readings.get(undefined, context)),
  ];
}
