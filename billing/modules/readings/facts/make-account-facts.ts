import { fromKwh, type WattHours } from '#domain/energy.ts';
import type {
  ExistingReading,
  MeterFacts,
  ReadingPlacement,
  RegisterFacts,
  UsageSpan,
} from '#domain/readings/meter-facts.ts';
import type { ReadingCode } from '#domain/readings/reading-code.ts';
import type { CustomerType } from '#domain/readings/reading-rules.ts';
import type { Zone } from '#domain/tariffs/tariff.ts';
import { firstDay } from '#domain/time/billing-period.ts';
import type { Instant } from '#domain/time/instant.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { compareDates, daysBetween, type LocalDate, laterOf } from '#domain/time/local-date.ts';
import type {
  AccountFacts,
  CurrentRegister,
  MeterRecord,
  RegisterOpening,
  RegisterRecord,
} from './account-facts.ts';
import type { CurrentRow, DetailsRow, FactsRow } from './facts-statement.ts';

/** A row with the details of its current readings, if any. */
export type RegisterRow = FactsRow & Partial<Pick<DetailsRow, 'readings'>>;

/** Facts of an account from its rows (at least one). */
export function makeAccountFacts(
  accountNumber: string,
  rows: readonly RegisterRow[],
  placements: Readonly<Record<CustomerType, ReadingPlacement>>,
): AccountFacts {
  const [first] = rows;
  if (first === undefined) throw new Error('account without rows');
  const placement = placements[first.customerType];
  const rowsByMeter = groupByMeter(rows);
  const hasContract =
    first.contractEndedOn === null ||
    compareDates(first.contractEndedOn as LocalDate, placement.submittedOn) >= 0;
  const withoutMeter: MeterFacts = {
    customerType: first.customerType,
    hasContract,
    inputBlocked: first.inputBlocked,
    pointState: 'ordinary',
    meterState: 'active',
    metersOnAccount: rowsByMeter.length,
    contractedPowerWatts: 0,
    digitCapacity: 5,
    coefficient: 1,
    registers: [],
    largeDeviationsInARow: 0,
    verificationRequested: false,
    placement,
  };
  return {
    accountNumber,
    contractEndedOn: hasContract ? null : (first.contractEndedOn as LocalDate),
    tariffCode: first.tariffCode,
    tariffHistory: first.tariffHistory,
    condition: first.condition,
    hasEntityContract: first.hasEntityContract,
    placement,
    meters: rowsByMeter.map((rowsOfMeter) => makeMeter(rowsOfMeter, withoutMeter)),
    withoutMeter,
  };
}

/** Rows of a meter are adjacent. */
function groupByMeter(rows: readonly RegisterRow[]): RegisterRow[][] {
  const groups: RegisterRow[][] = [];
  let last: RegisterRow[] | undefined;
  for (const row of rows) {
    if (row.meterId === null) continue;
    if (last?.[0]?.meterId === row.meterId) {
      last.push(row);
    } else {
      last = [row];
      groups.push(last);
    }
  }
  return groups;
}

function makeMeter(rows: readonly RegisterRow[], ofAccount: MeterFacts): MeterRecord {
  const row = rows[0] as RegisterRow;
  const { placement } = ofAccount;
  const registers: RegisterRecord[] = [];
  const registerFacts: RegisterFacts[] = [];
  for (const one of rows) {
    if (one.zone === null) continue;
    const opening = openingOf(one, placement);
    const record = { zone: one.zone, opening, readings: (one.readings ?? []).map(toCurrentRegister) };
    registers.push(record);
    registerFacts.push(registerFactsOf(one, opening));
  }
  const facts: MeterFacts = {
    ...ofAccount,
    pointState: row.pointState === 'active' || row.pointState === 'disabled' ? 'ordinary' : row.pointState,
    meterState: row.meterState === 'working' && row.pointState !== 'disabled' ? 'active' : 'disabled',
    contractedPowerWatts: row.contractedPowerWatts,
    digitCapacity: row.digitCapacity,
    coefficient: row.coefficient,
    registers: registerFacts,
    lastYear: lastYearOf(rows),
    largeDeviationsInARow: row.largeDeviations ?? 0,
    verificationRequested: row.verificationRequested,
  };
  return {
    meterId: row.meterId as string,
    serialNumber: row.serialNumber,
    meterType: row.meterType,
    zoneScheme: row.zoneScheme,
    installedOn: row.installedOn as LocalDate,
    eicCode: row.eicCode,
    registers,
    hasEarlierSubmission: row.hasEarlierSubmission,
    facts: withReadings(facts, registers, placement.effectiveDate, ({ readings }) =>
      readings.find((one) => one.effectiveDate === placement.effectiveDate),
    ),
    correctionFacts: correctionFactsOf(facts, registers),
  };
}

/** A correction replaces the last reading of each register, and takes the latest of their effective dates. */
function correctionFactsOf(facts: MeterFacts, registers: readonly RegisterRecord[]): MeterFacts | undefined {
  const days = registers.flatMap(({ readings }) => readings.at(-1)?.effectiveDate ?? []);
  if (days.length === 0) return undefined;
  return withReadings(facts, registers, days.reduce(laterOf), ({ readings }) => readings.at(-1));
}

/** Facts for a reading as of a day; readings that it would replace are separated from the others of the period. */
function withReadings(
  facts: MeterFacts,
  registers: readonly RegisterRecord[],
  effectiveDate: LocalDate,
  replacedOf: (register: RegisterRecord) => CurrentRegister | undefined,
): MeterFacts {
  const replaced = registers.map(replacedOf);
  const known = registers.map(({ readings }, index) =>
    readings.filter((one) => one.status === 'accepted' && one !== replaced[index]),
  );
  return {
    ...facts,
    registers: facts.registers.map((register, index) => ({
      ...register,
      known: known[index]?.map((one) => ({ value: one.value, date: one.effectiveDate })),
    })),
    placement: { ...facts.placement, effectiveDate },
    existing: existingOf(
      registers.flatMap(({ zone }, index) => {
        const reading = replaced[index];
        return reading === undefined ? [] : [{ zone, reading }];
      }),
    ),
  };
}

/**
 * Opening of the next period: the end of the last charged one, or the installation for a register that was never
 * charged.
 */
function openingOf(row: RegisterRow, placement: ReadingPlacement): RegisterOpening {
  if (row.closingValue !== null && row.closingDate !== null) {
    return {
      value: row.closingValue,
      from: row.closingDate as LocalDate,
      isActual: row.closingBasis === 'actual',
    };
  }
  const begin = firstDay(placement.period);
  const installedOn = row.installedOn as LocalDate;
  const from = compareDates(installedOn, begin) > 0 ? installedOn : begin;
  return { value: row.installedValue, from, isActual: true };
}

function registerFactsOf(row: RegisterRow, opening: RegisterOpening): RegisterFacts {
  const previousValue = row.previousValue ?? row.installedValue;
  const previousDate = (row.previousDate ?? row.installedOn) as LocalDate;
  return {
    zone: row.zone,
    previousValue,
    previousDate,
    billedByAverage: billedByAverage(row, previousValue, previousDate, opening),
  };
}

/** kWh charged beyond the last read value, also over a rollover; zero when the charge ended before it. */
function billedByAverage(
  row: RegisterRow,
  previousValue: number,
  previousDate: LocalDate,
  opening: RegisterOpening,
): WattHours {
  if (row.closingValue === null || compareDates(opening.from, previousDate) < 0) return fromKwh(0);
  const capacity = 10 ** row.digitCapacity;
  const difference = opening.value - previousValue;
  const units = difference < -capacity / 2 ? difference + capacity : difference;
  return fromKwh(Math.max(units, 0) * row.coefficient);
}

function toCurrentRegister({
  effectiveDate,
  submittedAt,
  receipt,
  code,
  ...row
}: CurrentRow): CurrentRegister {
  return {
    ...row,
    effectiveDate: effectiveDate as LocalDate,
    submittedAt: submittedAt as Instant,
    receipt: receipt ?? undefined,
    code: code ?? undefined,
  };
}

/** Combines readings of several registers; the latest submission decides. */
function existingOf(
  current: readonly { readonly zone: Zone; readonly reading: CurrentRegister }[],
): ExistingReading | undefined {
  const latest = latestSubmitted(current.map((one) => one.reading));
  if (latest === undefined) return undefined;
  return {
    values: Object.fromEntries(current.map(({ zone, reading: { value } }) => [zone, value])),
    receipt: latest.receipt?.number ?? '',
    acceptedOn: kyivDateOf(latest.submittedAt),
    kind: current.some((one) => one.reading.status === 'underReview') ? 'underReview' : 'accepted',
    code: (latest.code ?? 'readings.accepted') as ReadingCode,
  };
}

/** The reading submitted last. */
export function latestSubmitted(readings: readonly CurrentRegister[]): CurrentRegister | undefined {
  let latest: CurrentRegister | undefined;
  for (const reading of readings) {
    if (latest === undefined || reading.submittedAt >= latest.submittedAt) latest = reading;
  }
  return latest;
}

function lastYearOf(rows: readonly RegisterRow[]): UsageSpan | undefined {
  const row = rows[0] as RegisterRow;
  if (row.lastYearWh === null || row.lastYearFrom === null || row.lastYearTo === null) return undefined;
  const byZone: Partial<Record<Zone, WattHours>> = {};
  for (const one of rows) {
    if (one.lastYearZoneWh !== null) byZone[one.zone] = one.lastYearZoneWh as WattHours;
  }
  return {
    days: daysBetween(row.lastYearFrom as LocalDate, row.lastYearTo as LocalDate),
    total: row.lastYearWh as WattHours,
    byZone,
  };
}
