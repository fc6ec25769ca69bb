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
import type { MeterRecord } from '../facts/account-facts.ts';
import { loadReadingFacts } from '../facts/reading-facts.ts';
import { assessmentRules, blockedData, windowData } from '../input-state.ts';
import { type ChannelFacts, listPointPlaces, loadChannels, type PointPlace } from './point-store.ts';

export type PointsData = ModuleOutput<typeof READING_POINTS>;
type PointData = PointsData['points'][number];
type RowData = PointData['rows'][number];

/** What a point has beside its place. */
interface PointFacts {
  readonly meters: readonly [MeterRecord, ...MeterRecord[]];
  readonly channelsOf: (meterId: string) => readonly ChannelFacts[];
  readonly price: PointPrices | undefined;
}

/**
 * All points of an account with what a reading of each is assessed by, by a fixed number of statements whatever the number of
 * points. Undefined: no such account.
 */
export async function readPoints(
  db: BillingDatabase,
  accountNumber: string,
  now: Instant,
): Promise<PointsData | undefined> {
  const { accounts, rules } = await loadReadingFacts(db, [accountNumber], now);
  const [account] = accounts;
  if (account === undefined) return undefined;
  const { placement } = account;
  const day = addDays(firstDayAfter(placement.period), -1);
  const [places, channels, contracts, components] = await Promise.all([
    listPointPlaces(db, accountNumber, day),
    loadChannels(db, accountNumber, placement.period),
    loadContractFacts(db, placement.period, [accountNumber]),
    cachedPriceComponents(db),
  ]);
  const contract = contracts.get(accountNumber);
  const prices = contract && pricesOfPoints(contract, components, placement.period);
  const metersOf = Map.groupBy(account.meters, ({ eicCode }) => eicCode);
  const window = windowData(account, rules, now);
  return {
    customerType: account.withoutMeter.customerType,
    window,
    rules: assessmentRules(rules),
    points: places.flatMap((place) => {
      const [first, ...others] = metersOf.get(place.eic) ?? [];
      // Nothing can be filled in for a point without a meter.
      if (first === undefined) return [];
      const facts = {
        meters: [first, ...others] as const,
        channelsOf: (meterId: string) => channels.get(meterId) ?? [],
        price: prices?.get(place.eic),
      };
      return [pointData(place, rules, window.opensOn, facts)];
    }),
  };
}

/** A point is blocked when all its meters are. */
function pointData(
  place: PointPlace,
  rules: ReadingRules,
  opensOn: LocalDate,
  { meters, channelsOf, price }: PointFacts,
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
  return meter.facts.registers.map(({ zone, previousValue, previousDate, known = [] }, index) => {
    const current = meter.registers[index]?.readings.at(-1);
    return {
      ...meterFieldsOf(meter),
      kind: zone,
      previousValue,
      previousDate,
      known: [...known],
      currentValue: current?.value ?? null,
      currentDate: current?.effectiveDate ?? null,
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
  return channels.map(({ channel, previousValue, previousPeriod, currentValue }) => ({
    ...meterFieldsOf(meter),
    kind: channel,
    previousValue,
    previousDate: previousPeriod === null ? meter.installedOn : firstDayAfter(previousPeriod),
    known: [],
    currentValue,
    currentDate: currentValue === null ? null : periodEnd,
    dailyAverageKwh: null,
    receiptNumber: null,
  }));
}

/** READING_POINTS: the table of points of the indication page (product.md §6). */
export const handleReadingPoints = handleModule(
  READING_POINTS,
  ({ db, clock }) =>
    async ({ accountNumber }) => {
      const points = await readPoints(db, accountNumber, clock.now());
      return points === undefined ? refuse('common.notFound') : answer(points);
    },
);
