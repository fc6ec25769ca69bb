import type { BillingDatabase } from '#billing/billing-database.ts';
import { findCurrentPeriod, forecastPoints } from '#billing/modules/charges/public.ts';
import type { VolumePoint } from '#contract/values/volume.ts';
import { addMonths, type BillingPeriod, periodOf } from '#domain/time/billing-period.ts';
import type { LocalDate } from '#domain/time/local-date.ts';
import { compareVolume, isNearVolume } from '#domain/volumes/volume-figures.ts';
import { listVolumes, loadVolumeTerms, type VolumeTerms } from './volume-store.ts';

/** Contract volume and energy of a point in a month, or their sums. */
export interface Volume {
  readonly contractedKwh: number | null;
  readonly correctedKwh: number | null;
  readonly usedKwh: number | null;
  readonly isForecast: boolean;
}

/** A point of an account in a month. */
interface PointVolume extends Volume {
  readonly accountNumber: string;
  readonly period: BillingPeriod;
  readonly eic: string;
  readonly document: string;
}

export interface LoadedVolumes {
  /** By account, month and EIC. */
  readonly points: readonly PointVolume[];
  readonly termsOf: ReadonlyMap<string, (period: BillingPeriod) => VolumeTerms>;
  /** The month of today. */
  readonly openPeriod: BillingPeriod;
}

/**
 * Volumes of accounts with the energy billed; months that are not closed are foreseen, up to the month of today. By a fixed
 * number of statements, whatever the number of accounts, months and points.
 */
export async function loadVolumes(
  db: BillingDatabase,
  accountNumbers: readonly string[],
  range: { readonly from: BillingPeriod; readonly to: BillingPeriod },
  today: LocalDate,
): Promise<LoadedVolumes> {
  const openPeriod = periodOf(today);
  const first = await findCurrentPeriod(db, today);
  const open = [...new Set([first, openPeriod])].filter(
    (period) => period >= range.from && period <= range.to,
  );
  const [rows, termsOf, ...forecasts] = await Promise.all([
    listVolumes(db, accountNumbers, range),
    loadVolumeTerms(db, accountNumbers),
    ...open.map((period) => forecastPoints(db, period, accountNumbers)),
  ]);
  const keyOf = (accountNumber: string, period: string, eic: string) => `${accountNumber} ${period} ${eic}`;
  const points = new Map<string, PointVolume>(
    rows.map(({ billedKwh, ...row }) => [
      keyOf(row.accountNumber, row.period, row.eic),
      { ...row, usedKwh: billedKwh, isForecast: false },
    ]),
  );
  for (const [index, period] of open.entries()) {
    for (const [accountNumber, ofPoints] of forecasts[index] ?? []) {
      for (const [eic, kwh] of ofPoints) {
        const key = keyOf(accountNumber, period, eic);
        const known = points.get(key) ?? {
          accountNumber,
          period,
          eic,
          contractedKwh: null,
          correctedKwh: null,
          usedKwh: null,
          document: '',
        };
        // What is billed counts: the month may have been closed since.
        if (known.usedKwh === null) points.set(key, { ...known, usedKwh: kwh, isForecast: true });
      }
    }
  }
  return { points: [...points.values()], termsOf, openPeriod };
}

/** The figures of a point or of a sum as calls answer them. */
export function figuresOf(
  { contractedKwh, correctedKwh, usedKwh, isForecast }: Volume,
  tolerance: number | null,
) {
  const volume = { contractedKwh, correctedKwh, usedKwh, isForecast };
  if (usedKwh === null || correctedKwh === null)
    return { ...volume, deltaKwh: null, deltaHundredths: null, outsideKwh: null, isNear: false };
  return {
    ...volume,
    ...compareVolume(usedKwh, correctedKwh, tolerance),
    isNear: isNearVolume(usedKwh, correctedKwh),
  };
}

const add = (sum: number | null, more: number | null) => (more === null ? sum : (sum ?? 0) + more);

/** The sum of points; a point without a volume adds its energy. */
export function sumVolumes(points: readonly Volume[]): Volume {
  return points.reduce<Volume>(
    (sum, one) => ({
      contractedKwh: add(sum.contractedKwh, one.contractedKwh),
      correctedKwh: add(sum.correctedKwh, one.correctedKwh),
      usedKwh: add(sum.usedKwh, one.usedKwh),
      isForecast: sum.isForecast || one.isForecast,
    }),
    { contractedKwh: null, correctedKwh: null, usedKwh: null, isForecast: false },
  );
}

const used = ({ usedKwh, correctedKwh }: VolumePoint) =>
  usedKwh === null || correctedKwh === null
    ? -1
    : correctedKwh === 0
      ? usedKwh * 1e9
      : usedKwh / correctedKwh;

/** Orders points: the farthest first by what is asked for; of equal ones, and without an order, they stay. */
export function orderPoints(
  points: readonly VolumePoint[],
  sort: 'share' | 'delta' | 'outside' | undefined,
): readonly VolumePoint[] {
  if (sort === undefined) return points;
  const size: (point: VolumePoint) => number = {
    share: used,
    delta: ({ deltaKwh }: VolumePoint) => (deltaKwh === null ? -1 : Math.abs(deltaKwh)),
    outside: ({ outsideKwh }: VolumePoint) => (outsideKwh === null ? -1 : Math.abs(outsideKwh)),
  }[sort];
  return points.toSorted((a, b) => size(b) - size(a));
}

/** The months of a year. */
export function monthsOf(year: number): readonly BillingPeriod[] {
  const first = `${year}-01` as BillingPeriod;
  return Array.from({ length: 12 }, (_, month) => addMonths(first, month));
}
