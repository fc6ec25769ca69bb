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
import { compareDates, daysBetween, type LocalDate } from '#domain/time/local-date.ts';
import type {
  AccountFacts,
  MeterRecord,
  RegisterOpening,
  RegisterRecord,
  StandingRegister,
} from './account-facts.ts';
import type { DetailsRow, FactsRow } from './facts-statement.ts';

/** A row with the details of what stands, where something does. */
export type RegisterRow = FactsRow & Partial<Pick<DetailsRow, 'standingReceipt' | 'standingCode'>>;

/** The facts of one account out of its rows (there is at least one). */
export function makeAccountFacts(
  accountNumber: string,
  rows: readonly RegisterRow[],
  placements: Readonly<Record<CustomerType, ReadingPlacement>>,
): AccountFacts {
  const [first] = rows;
  if (first === undefined) throw new Error('an account without rows');
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
    tariffCode: first.tariffCode,
    tariffHistory: first.tariffHistory,
    condition: first.condition,
    placement,
    meters: rowsByMeter.map((rowsOfMeter) => makeMeter(rowsOfMeter, withoutMeter)),
    withoutMeter,
  };
}

/** Rows come with those of a meter side by side. */
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
    registers.push({ zone: one.zone, opening, standing: standingOf(one) });
    registerFacts.push(registerFactsOf(one, opening));
  }
  return {
    meterId: row.meterId as string,
    serialNumber: row.serialNumber,
    meterType: row.meterType,
    zoneScheme: row.zoneScheme,
    installedOn: row.installedOn as LocalDate,
    eicCode: row.eicCode,
    registers,
    hasEarlierSubmission: row.hasEarlierSubmission,
    facts: {
      ...ofAccount,
      // Commercial metering is read by the operator, too.
      pointState:
        row.pointState === 'commercial' || row.pointState === 'takenByOperator'
          ? 'takenByOperator'
          : row.pointState === 'substation'
            ? 'substation'
            : 'ordinary',
      meterState: row.meterState === 'working' && row.pointState !== 'disabled' ? 'active' : 'disabled',
      contractedPowerWatts: row.contractedPowerWatts,
      digitCapacity: row.digitCapacity,
      coefficient: row.coefficient,
      registers: registerFacts,
      lastYear: lastYearOf(rows),
      largeDeviationsInARow: row.largeDeviations ?? 0,
      verificationRequested: row.verificationRequested,
      existing: existingOf(registers),
    },
  };
}

/** Where the last charged period ended; a register that was never charged opens where it was installed. */
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

/** What was charged beyond the last value that was read, also through zero; nothing when the charge ended before it. */
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

function standingOf(row: RegisterRow): StandingRegister | undefined {
  if (row.standingId === null) return undefined;
  return {
    readingId: row.standingId,
    value: row.standingValue,
    status: row.standingStatus,
    source: row.standingSource,
    effectiveDate: row.standingDate as LocalDate,
    submittedAt: row.standingAt as Instant,
    receipt: row.standingReceipt ?? undefined,
    code: row.standingCode ?? undefined,
  };
}

/** The readings of all registers that stand, as one: the latest submission speaks for it. */
function existingOf(registers: readonly RegisterRecord[]): ExistingReading | undefined {
  const values: Partial<Record<Zone, number>> = {};
  const latest = latestStanding(registers);
  if (latest === undefined) return undefined;
  let kind: ExistingReading['kind'] = 'accepted';
  for (const { zone, standing } of registers) {
    if (standing === undefined) continue;
    values[zone] = standing.value;
    if (standing.status === 'underReview') kind = 'underReview';
  }
  return {
    values,
    receipt: latest.receipt?.number ?? '',
    acceptedOn: kyivDateOf(latest.submittedAt),
    kind,
    code: (latest.code ?? 'readings.accepted') as ReadingCode,
  };
}

/** The standing reading that was given last. */
export function latestStanding(registers: readonly RegisterRecord[]): StandingRegister | undefined {
  let latest: StandingRegister | undefined;
  for (const { standing } of registers) {
    if (standing !== undefined && (latest === undefined || standing.submittedAt >= latest.submittedAt)) {
      latest = standing;
    }
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
