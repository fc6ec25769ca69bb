import type { OutputOf } from '#contract/define-call.ts';
import type { listMeters } from '#contract/readings.ts';
import { savedBy } from '#domain/charges/day-night.ts';
import { type Kopiykas, zeroMoney } from '#domain/money.ts';
import { costsOf, type Month, nightMonths, ownPercent, type Tariffs, versionsOf } from './night-months.ts';

/** The saving by a day-night meter; undefined: none, or not loaded yet. */
export interface Promo {
  readonly own:
    | { readonly saved: Kopiykas; readonly monthCount: number; readonly hasZones: boolean }
    | undefined;
}

interface PromoFacts {
  readonly meters: readonly Pick<OutputOf<typeof listMeters>['meters'][number], 'blocked'>[] | undefined;
  /** undefined: not loaded yet. */
  readonly history: { readonly months: readonly Month[]; readonly tariffs: Tariffs } | undefined;
  /** The history can't be loaded. */
  readonly isFailed: boolean;
}

/** The day-night promo of the home page; undefined without a contract, or when no month of consumption is known. */
export function promoOf({ meters, history, isFailed }: PromoFacts): Promo | undefined {
  if (meters?.some(({ blocked }) => blocked?.code === 'accounts.noContract')) return undefined;
  if (!history) return isFailed ? undefined : { own: undefined };
  const versions = versionsOf(history.tariffs);
  const months = nightMonths(history.months, versions);
  if (months.length === 0) return undefined;
  const saved = savedBy(costsOf(months, versions, undefined));
  const hasZones = ownPercent(months) !== undefined;
  return { own: saved > zeroMoney ? { saved, monthCount: months.length, hasZones } : undefined };
}
