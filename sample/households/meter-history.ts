import { type Zone, zonesOf } from '#domain/tariffs/tariff.ts';
import { daysIn, firstDay, firstDayAfter } from '#domain/time/billing-period.ts';
import { addDays, type LocalDate } from '#domain/time/local-date.ts';
import { randomOf } from '#sample/random.ts';
import { dayOf, type HouseholdMonth, meterDay } from './household-history.ts';
import type { HouseholdPlan } from './household-plan.ts';

interface MeterRow {
  readonly serialNumber: string;
  readonly state: 'working' | 'disabled' | 'removed';
  readonly installedOn: LocalDate;
  readonly removedOn: LocalDate | '';
}

interface RegisterRow {
  readonly serialNumber: string;
  readonly zone: Zone;
  readonly installedValue: number;
  readonly removedValue: number | '';
}

interface ReadingRow {
  readonly serialNumber: string;
  readonly zone: Zone;
  readonly effectiveDate: LocalDate;
  readonly value: number;
  readonly source: string;
  readonly submittedOn: LocalDate;
}

export interface MeterHistory {
  readonly meters: readonly MeterRow[];
  readonly registers: readonly RegisterRow[];
  readonly readings: readonly ReadingRow[];
}

const NEW_DIAL = 2;

/** Value at the start of the history. */
function startOf(plan: HouseholdPlan, months: readonly HouseholdMonth[], zone: Zone): number {
  const { endsAt, shows, startsAt } = plan.meter;
  const anchor = endsAt ? { monthsAgo: 1, values: endsAt } : shows;
  if (anchor === undefined) return startsAt[zone] ?? 0;
  const used = months
    .filter((month) => month.monthsAgo >= anchor.monthsAgo)
    .reduce((sum, month) => sum + (month.kwh[zone] ?? 0), 0);
  const capacity = 10 ** plan.meter.digitCapacity;
  return ((((anchor.values[zone] ?? 0) - used) % capacity) + capacity) % capacity;
}

function sourceOf(plan: HouseholdPlan, month: string): string {
  if (plan.pointState === 'takenByOperator') return 'operator';
  if (plan.pointState === 'substation') return 'remote';
  return randomOf(`source ${plan.accountNumber} ${month}`).chance(0.92) ? 'customer' : 'operator';
}

/** A reading as of the 1st is submitted on that day or on one of the two days before. */
function submissionDay(plan: HouseholdPlan, first: LocalDate): LocalDate {
  return addDays(first, -randomOf(`day ${plan.accountNumber} ${first}`).between(0, 2));
}

/**
 * Meters, registers and readings of a household: one reading at the start of the history, unless the meter is new then, and one per
 * read month.
 */
export function meterHistoryOf(plan: HouseholdPlan, months: readonly HouseholdMonth[]): MeterHistory {
  const { meter } = plan;
  const zones: readonly Zone[] = zonesOf[meter.scheme];
  const capacity = 10 ** meter.digitCapacity;
  const first = months[0] && firstDay(months[0].period);
  const isNew = plan.connectedMonthsAgo !== undefined;
  const installedOn = isNew && first !== undefined ? first : meter.installedOn;
  const isReplaced = meter.replacedMonthsAgo !== undefined;
  const removed = months.find(
    ({ monthsAgo }) => monthsAgo === (meter.replacedMonthsAgo ?? meter.removedMonthsAgo),
  );
  const removedOn = removed ? dayOf(removed.period, meterDay) : '';
  const nextSerial = `${meter.serialNumber}1`;
  const state = meter.disabledMonthsAgo === undefined ? 'working' : 'disabled';
  const readings: ReadingRow[] = [];
  const registers: RegisterRow[] = [];

  for (const zone of zones) {
    let serialNumber = meter.serialNumber;
    let value = startOf(plan, months, zone);
    const installedValue = isNew ? value : 0;
    let removedValue: number | '' = '';
    const read = (effectiveDate: LocalDate, shown: number, submittedOn: LocalDate) => {
      const source = sourceOf(plan, effectiveDate);
      readings.push({ serialNumber, zone, effectiveDate, value: shown % capacity, source, submittedOn });
    };
    if (first !== undefined && !isNew) read(first, value, submissionDay(plan, first));
    for (const month of months) {
      const kwh = month.kwh[zone] ?? 0;
      const readOn = plan.readOnDay.find((one) => one.monthsAgo === month.monthsAgo);
      if (month === removed && !isReplaced) {
        removedValue = (value + kwh) % capacity;
      } else if (month === removed) {
        const byOldMeter = Math.floor((kwh * (meterDay - 1)) / daysIn(month.period));
        removedValue = (value + byOldMeter) % capacity;
        serialNumber = nextSerial;
        value = NEW_DIAL + kwh - byOldMeter;
      } else {
        if (readOn) {
          const day = dayOf(month.period, readOn.day);
          read(day, value + Math.floor((kwh * (readOn.day - 1)) / daysIn(month.period)), day);
        }
        value += kwh;
      }
      if (readOn || plan.withoutReading.includes(month.monthsAgo)) continue;
      if (month.monthsAgo <= (meter.removedMonthsAgo ?? 0)) continue;
      const closing = firstDayAfter(month.period);
      read(closing, value, submissionDay(plan, closing));
    }
    registers.push({ serialNumber: meter.serialNumber, zone, installedValue, removedValue });
    if (isReplaced)
      registers.push({ serialNumber: nextSerial, zone, installedValue: NEW_DIAL, removedValue: '' });
  }

  const meters: MeterRow[] = [
    {
      serialNumber: meter.serialNumber,
      state: removed ? 'removed' : state,
      installedOn,
      removedOn,
    },
  ];
  if (isReplaced && removedOn !== '')
    meters.push({ serialNumber: nextSerial, state, installedOn: removedOn, removedOn: '' });
  return { meters, registers, readings };
}
