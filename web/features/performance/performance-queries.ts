import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { LivePayload } from '#contract/live.ts';
import {
  type PerformanceSpan,
  performanceHistory,
  performanceReadings,
} from '#contract/performance/performance-history.ts';
import type { Instant } from '#domain/time/instant.ts';
import { queryApi } from '#web/lib/api.ts';
import { deviceNow } from '#web/lib/clock.ts';
import { useLiveTopic } from '#web/lib/query/live.ts';

export type PerformanceState = LivePayload<'performance'>;

/** The figures of the last hour are asked for again so often, those of the day and the readings more seldom. */
const againMs = { hour: 30_000, day: 120_000, readings: 60_000 };

export const historyQuery = (span: PerformanceSpan) =>
  queryOptions({
    queryKey: ['performance', 'history', span],
    queryFn: ({ signal }) => queryApi(performanceHistory, { span }, { signal }),
    refetchInterval: againMs[span],
    placeholderData: keepPreviousData,
  });

export const readingsQuery = () =>
  queryOptions({
    queryKey: ['performance', 'readings'],
    queryFn: ({ signal }) => queryApi(performanceReadings, {}, { signal }),
    refetchInterval: againMs.readings,
  });

/** Without a new state for so long what is shown is old; it comes every two seconds. */
const staleMs = 10_000;

export interface LivePerformance {
  readonly state: PerformanceState | undefined;
  /** When it came, by the clock of the device; undefined: none has come. */
  readonly arrivedAt: Instant | undefined;
  /** Nothing has come for ten seconds. */
  readonly isStale: boolean;
}

/** The newest state of the servers, and whether it is old. */
export function useLivePerformance(): LivePerformance {
  const state = useLiveTopic('performance');
  const [arrived, setArrived] = useState<{ readonly state: PerformanceState; readonly at: Instant }>();
  const [isStale, setIsStale] = useState(false);
  useEffect(() => {
    if (state !== undefined) setArrived({ state, at: deviceNow() });
    setIsStale(false);
    const timer = setTimeout(() => setIsStale(true), staleMs);
    return () => clearTimeout(timer);
  }, [state]);
  return { state, arrivedAt: arrived?.at, isStale };
}
