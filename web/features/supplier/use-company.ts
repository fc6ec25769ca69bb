import { useEffect } from 'react';
import { create } from 'zustand';
import { withMinimumDelay } from '#web/lib/query/minimum-delay.ts';
import type { Company } from './company-type.ts';

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

type CompanyState = { state: 'idle' | 'loading' | 'failed' } | { state: 'ready'; company: Company };

const useStore = create<CompanyState>(() => ({ state: 'idle' }));

async function load(): Promise<void> {
  if (useStore.getState().state === 'loading') return;
  useStore.setState({ state: 'loading' });
  try {
    // Not part of the first load: the page shows the supplier a moment later.
    const { loadCompany } = await import('./load-company.ts');
    const company = await withMinimumDelay(loadCompany());
    useStore.setState(company ? { state: 'ready', company } : { state: 'failed' });
  } catch {
    useStore.setState({ state: 'failed' });
  }
}

/** Retries after a failure. */
export function reloadCompany(): void {
  load().catch(() => undefined);
}

/** The supplier: name, address, phones. Requested once per visit, by the first part that shows it. */
export function useCompany(): CompanyState {
  const state = useStore();
  useEffect(() => {
    if (useStore.getState().state === 'idle') reloadCompany();
  }, []);
  return state;
}
