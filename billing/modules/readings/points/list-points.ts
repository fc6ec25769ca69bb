import { answer, type ModuleOutput, refuse } from '#billing/api/define-module.ts';
import { READING_POINTS } from '#billing/api/readings.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { handleModule } from '#billing/module-handler.ts';
import { loadContractFacts, type PointPrices, pricesOfPoints } from '#billing/modules/contracts/public.ts';
import { cachedPriceComponents } from '#billing/modules/tariffs/public.ts';
import { priceToText } from '#domain/price.ts';
import { averageDailyConsumption } from '#domain/readings/average-daily-consumption.ts';
import { blockingState } from '#domain/readings/blocking-state.ts';
import type { ReadingRules } from '#domain/readings/reading-rules.ts';
import type { Zone } from '#domain/tariffs/tariff.ts';
import { firstDayAfter } from '#domain/time/billing-period.ts';
import type { Instant } from '#domain/time/instant.ts';
import { addDays, type LocalDate } from '#domain/time/local-date.ts';
import { limitToPoints, type MeterRecord } from '../facts/account-facts.ts';
import { loadReadingFacts } from '../facts/reading-facts.ts';
import { assessmentRules, blockedData, knownValuesOf, windowData } from '../input-state.ts';
import { listLatestReviews } from '../review/review-store.ts';
import {
  type ChannelFacts,
  listPointPlaces,
  loadChannels,
  type PointPlace,
  previousDateOf,
} from './point-store.ts';

type PointData = ModuleOutput<typeof READING_POINTS>['points'][number];
type RowData = PointData['rows'][number];

/** A point with its meters and the channels of each. */
export interface PointFacts {
  readonly place: PointPlace;
  readonly meters: readonly [MeterRecord, ...MeterRecord[]];
  readonly channelsOf: (meterId: string) => readonly ChannelFacts[];
}

/**
 * The points of an account that have meters, with all that readings of them are assessed by, by a fixed number of statements
 * whatever the number of points. Undefined: no such account.
 */
export async function loadPoints(
  db: BillingDatabase,
  {
    accountNumber,
    points: limit,
  }: { readonly accountNumber: string; readonly points?: readonly string[] | undefined },
  now: Instant,
) {
  const { accounts, rules } = await loadReadingFacts(db, [accountNumber], now);
  const [found] = accounts;
  if (found === undefined) return undefined;
  const account = limitToPoints(found, limit);
  const { period } = account.placement;
  const [places, channels, contracts] = await Promise.all([
    listPointPlaces(db, accountNumber, addDays(firstDayAfter(period), -1)),
    loadChannels(db, accountNumber, period),
    loadContractFacts(db, period, [accountNumber]),
  ]);
  const metersOf = Map.groupBy(account.meters, ({ eicCode }) => eicCode);
  const channelsOf = (meterId: string) => channels.get(meterId) ?? [];
  const points = places.flatMap((place): PointFacts[] => {
    const [first, ...others] = metersOf.get(place.eic) ?? [];
    return first === undefined ? [] : [{ place, meters: [first, ...others], channelsOf }];
  });
  return { account, rules, points, contract: contracts.get(accountNumber) };
}

/** A point is blocked when all its meters are. */
function pointData(
  { place, meters, channelsOf }: PointFacts,
  rules: ReadingRules,
  opensOn: LocalDate,
  price: PointPrices | undefined,
): PointData {
  const { facts } = meters.find((meter) => blockingState(meter.facts) === undefined) ?? meters[0];
  return {
    ...place,
    netPrice: price === undefined ? null : priceToText(price.net),
    grossPrice: price === undefined ? null : priceToText(price.gross),
    blocked: blockedData(facts, rules, opensOn),
    rows: meters.flatMap((meter) => [
      ...registerRows(meter),
      ...channelRows(meter, channelsOf(meter.meterId)),
    ]),
  };
}

function meterFieldsOf({ meterId, serialNumber, facts }: MeterRecord) {
  return {
    meterId,
    serialNumber,
    digitCapacity: facts.digitCapacity,
    coefficient: facts.coefficient,
    contractedPowerKw: facts.contractedPowerWatts / 1000,
  };
}

function registerRows(meter: MeterRecord): RowData[] {
  return meter.facts.registers.map((register, index) => {
    const { zone } = register;
    const current = meter.registers[index]?.readings.at(-1);
    return {
      ...meterFieldsOf(meter),
      kind: zone,
      ...knownValuesOf(register, meter.facts.placement),
      currentValue: current?.value ?? null,
      currentDate: current?.effectiveDate ?? null,
      isUnderReview: current?.status === 'underReview',
      dailyAverageKwh: dailyAverageOf(meter, zone),
      receiptNumber: current?.receipt?.number ?? null,
    };
  });
}

/** kWh a day in the same period of the year before, to two decimals; null: not known. */
function dailyAverageOf({ facts }: MeterRecord, zone: Zone): number | null {
  const { lastYear, contractedPowerWatts } = facts;
  const { energy, days, basis } = averageDailyConsumption({ contractedPowerWatts, lastYear }, zone, 0);
  return basis === 'lastYear' ? Math.round(energy / days / 10) / 100 : null;
}

function channelRows(meter: MeterRecord, channels: readonly ChannelFacts[]): RowData[] {
  const periodEnd = firstDayAfter(meter.facts.placement.period);
  return channels.map((found) => ({
    ...meterFieldsOf(meter),
    kind: found.channel,
    previousValue: found.previousValue,
    previousDate: previousDateOf(found, meter.installedOn),
    known: [],
    currentValue: found.currentValue,
    currentDate: found.currentValue === null ? null : periodEnd,
    isUnderReview: false,
    dailyAverageKwh: null,
    receiptNumber: null,
  }));
}

/** READING_POINTS: the table of points of the indication page (product.md §6). */
export const handleReadingPoints = handleModule(READING_POINTS, ({ db, clock }) => async (asked) => {
  const now = clock.now();
  const [loaded, components, reviews] = await Promise.all([
    loadPoints(db, asked, now),
    cachedPriceComponents(db),
    listLatestReviews(db, asked.accountNumber, now),
  ]);
  if (loaded === undefined) return refuse('common.notFound');
  const { account, rules, points, contract } = loaded;
  const prices = contract && pricesOfPoints(contract, components, account.placement.period);
  const window = windowData(account, rules, now);
  return answer({
    customerType: account.withoutMeter.customerType,
    window,
    rules: assessmentRules(rules),
    reviews: reviews.filter((review) => account.meters.some(({ meterId }) => meterId === review.meterId)),
    points: points.map((point) => pointData(point, rules, window.opensOn, prices?.get(point.place.eic))),
  });
});
