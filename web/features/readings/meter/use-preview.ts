import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Zone } from '#domain/tariffs/tariff.ts';
import { type CostData, type DateEffectData, type OutcomeData, previewQuery } from '../api.ts';

const PAUSE_MS = 300;

export interface Preview {
  /** The server's answer for the values; undefined until loaded. */
  outcome: OutcomeData | undefined;
  cost: CostData | undefined;
  withoutReading: CostData | undefined;
  dateEffect: DateEffectData | undefined;
  /** Why there is no sum; undefined: no obstacle. */
  noForecast: string | undefined;
  /** The figures belong to values typed a moment ago. */
  isBehind: boolean;
  isFailed: boolean;
  /** No figures yet, but they may come. */
  isAwaited: boolean;
}

/**
 * The cost of the typed values, requested after a pause in typing; a newer request cancels an older one. Without
 * valid values only the bill without a reading is requested.
 */
export function usePreview(
  account: string,
  meterId: string,
  values: Partial<Record<Zone, string>>,
  { correcting, isEnabled }: { correcting: boolean; isEnabled: boolean },
): Preview {
  const wanted = JSON.stringify(values);
  const [settled, setSettled] = useState(wanted);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(wanted), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [wanted]);
  const { data, error, isPlaceholderData } = useQuery({
    ...previewQuery(account, meterId, JSON.parse(settled) as typeof values, correcting),
    placeholderData: keepPreviousData,
    enabled: isEnabled,
  });
  const isEmpty = wanted === '{}';
  return {
    outcome: isEmpty || isPlaceholderData ? undefined : data?.outcome,
    cost: isEmpty ? undefined : (data?.cost ?? undefined),
    withoutReading: data?.withoutReading ?? undefined,
    dateEffect: isEmpty ? undefined : (data?.dateEffect ?? undefined),
    noForecast: data?.noForecast?.message,
    isBehind: isPlaceholderData || wanted !== settled,
    isFailed: error !== null && !isEmpty,
    isAwaited: !data && !error && isEnabled,
  };
}
