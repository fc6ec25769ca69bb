import type { Company } from './company-type.ts';
import { useCompany } from './use-company.ts';

/**
 * The price per kWh of an ordinary household, part of the supplier's data: undefined while loading. `isMissing`: not
 * available, or no single figure.
 */
export function useTodayPrices(): { prices: NonNullable<Company['prices']> | undefined; isMissing: boolean } {
  const loaded = useCompany();
  const prices = loaded.state === 'ready' ? (loaded.company.prices ?? undefined) : undefined;
  return {
    prices,
    isMissing: loaded.state === 'failed' || (loaded.state === 'ready' && prices === undefined),
  };
}
