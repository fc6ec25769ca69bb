import { type BillingPeriod, firstDay, firstDayAfter } from '#domain/time/billing-period.ts';
import { addDays, type LocalDate } from '#domain/time/local-date.ts';
import { dayOf } from '#sample/households/household-history.ts';
import { randomOf } from '#sample/random.ts';
import type { EntityPlan, PointPlan, Season } from './entity-plan.ts';

/** Percent of the average month, January first. */
const seasons: Readonly<Record<Season, readonly number[]>> = {
  even: [104, 102, 101, 99, 97, 96, 97, 98, 99, 101, 103, 103],
  shop: [104, 101, 96, 93, 94, 103, 112, 110, 98, 94, 97, 108],
  school: [148, 140, 122, 98, 82, 44, 30, 38, 88, 112, 138, 150],
  water: [92, 92, 95, 99, 106, 112, 115, 113, 103, 96, 93, 92],
  heating: [136, 130, 116, 96, 80, 76, 82, 82, 82, 98, 112, 128],
};

interface EntityMeterRow {
  readonly serialNumber: string;
  readonly coefficient: number;
  readonly state: 'working' | 'disabled' | 'removed';
  readonly installedOn: LocalDate;
  readonly removedOn: LocalDate | '';
  readonly installedValue: number;
  readonly removedValue: number | '';
}

interface EntityReadingRow {
  readonly serialNumber: string;
  readonly effectiveDate: LocalDate;
  readonly value: number;
  readonly source: 'customer' | 'remote' | 'operator';
  readonly submittedOn: LocalDate;
}

interface ChannelRow {
  readonly serialNumber: string;
  readonly channel: 'reactiveImport' | 'reactiveExport';
  readonly installedValue: number;
  readonly readings: readonly { readonly period: BillingPeriod; readonly value: number }[];
}

/** What a month counted at a point. */
interface PointMonth {
  readonly kwh: number;
  readonly reactiveImportKvarh: number;
  readonly reactiveExportKvarh: number;
}

export interface PointHistory {
  readonly point: PointPlan;
  readonly meters: readonly EntityMeterRow[];
  readonly readings: readonly EntityReadingRow[];
  readonly channels: readonly ChannelRow[];
  /** By the place of the period. */
  readonly months: readonly PointMonth[];
}

const REPLACEMENT_DAY = 14;
const NEW_DIAL = 2;
const NOISE = { least: 94, most: 106 } as const;

/** Percent of the average month that the season expects. */
export function seasonPercent(point: PointPlan, period: BillingPeriod): number {
  return seasons[point.season][Number(period.slice(5)) - 1] ?? 100;
}

/** Energy of a month by plan, without that of sub-consumers. */
export function plannedKwh(point: PointPlan, period: BillingPeriod): number {
  const percent = seasonPercent(point, period);
  const noise = randomOf(`${point.eicCode} ${period}`).between(NOISE.least, NOISE.most);
  return Math.round((point.monthlyKwh * percent * noise) / 10_000);
}

interface PlannedMonth {
  readonly period: BillingPeriod;
  readonly monthsAgo: number;
  /** With what sub-consumers take behind it. */
  readonly kwh: number;
}

function sourceOf(point: PointPlan): 'customer' | 'remote' | 'operator' {
  if (point.isGroupA || point.pointState === 'substation') return 'remote';
  return point.pointState === 'disabled' ? 'operator' : 'customer';
}

/** Units of the dial in a month: at least none, exactly so many when it goes through zero. */
function unitsOf(point: PointPlan, { monthsAgo, kwh }: PlannedMonth, coefficient: number): number {
  const { rollsOver, disabledMonthsAgo } = point.meter;
  if (rollsOver?.monthsAgo === monthsAgo) return rollsOver.units;
  if (disabledMonthsAgo !== undefined && monthsAgo < disabledMonthsAgo) return 0;
  return Math.round(kwh / coefficient);
}

/** Value at the start of the history. */
function startOf(point: PointPlan, months: readonly PlannedMonth[]): number {
  const { rollsOver, coefficient, startsAt, digitCapacity } = point.meter;
  if (rollsOver === undefined) return startsAt;
  const before = months
    .filter(({ monthsAgo }) => monthsAgo > rollsOver.monthsAgo)
    .reduce((sum, month) => sum + unitsOf(point, month, coefficient), 0);
  const capacity = 10 ** digitCapacity;
  return (((rollsOver.before - before) % capacity) + capacity) % capacity;
}

/** Meters and readings of a point: one at the start of the history and one at the end of each month. */
function historyOf(point: PointPlan, months: readonly PlannedMonth[]): PointHistory {
  const { meter } = point;
  const capacity = 10 ** meter.digitCapacity;
  const source = sourceOf(point);
  const readings: EntityReadingRow[] = [];
  const pointMonths: PointMonth[] = [];
  let serialNumber = meter.serialNumber;
  let coefficient = meter.coefficient;
  let value = startOf(point, months);
  let removed: { on: LocalDate; value: number; coefficient: number } | undefined;
  const read = (effectiveDate: LocalDate) => {
    const daysEarlier =
      source === 'customer' ? randomOf(`${point.eicCode} ${effectiveDate}`).between(0, 2) : 0;
    const submittedOn = addDays(effectiveDate, -daysEarlier);
    readings.push({ serialNumber, effectiveDate, value: value % capacity, source, submittedOn });
  };
  const [first] = months;
  if (first !== undefined) read(firstDay(first.period));
  for (const month of months) {
    let kwh: number;
    if (meter.replaced?.monthsAgo === month.monthsAgo) {
      const byOld = Math.floor((unitsOf(point, month, coefficient) * (REPLACEMENT_DAY - 1)) / 30);
      const byNew = Math.round((month.kwh - byOld * coefficient) / meter.replaced.coefficient);
      kwh = byOld * coefficient + byNew * meter.replaced.coefficient;
      removed = {
        on: dayOf(month.period, REPLACEMENT_DAY),
        value: (value + byOld) % capacity,
        coefficient,
      };
      serialNumber = `${meter.serialNumber}1`;
      coefficient = meter.replaced.coefficient;
      value = NEW_DIAL + byNew;
    } else {
      const units = unitsOf(point, month, coefficient);
      kwh = units * coefficient;
      value += units;
    }
    read(firstDayAfter(month.period));
    pointMonths.push({ kwh, ...reactiveOf(point, kwh) });
  }
  const state = meter.disabledMonthsAgo === undefined ? 'working' : 'disabled';
  const stays = { removedOn: '', removedValue: '' } as const;
  const original = { serialNumber: meter.serialNumber, installedOn: meter.installedOn, installedValue: 0 };
  const meters: EntityMeterRow[] =
    removed === undefined
      ? [{ ...original, ...stays, coefficient, state }]
      : [
          {
            ...original,
            coefficient: removed.coefficient,
            state: 'removed',
            removedOn: removed.on,
            removedValue: removed.value,
          },
          { ...stays, serialNumber, coefficient, state, installedOn: removed.on, installedValue: NEW_DIAL },
        ];
  return { point, meters, readings, channels: channelsOf(point, months, pointMonths), months: pointMonths };
}

/** Whole units of the dial, so that readings and energy agree. */
function reactiveOf({ reactive, meter }: PointPlan, kwh: number): Omit<PointMonth, 'kwh'> {
  const units = (percent: number) =>
    Math.round((kwh * percent) / 100 / meter.coefficient) * meter.coefficient;
  return {
    reactiveImportKvarh: reactive === undefined ? 0 : units(reactive.takenPercent),
    reactiveExportKvarh: reactive === undefined ? 0 : units(reactive.givenPercent),
  };
}

function channelsOf(
  point: PointPlan,
  months: readonly PlannedMonth[],
  counted: readonly PointMonth[],
): ChannelRow[] {
  const [first] = months;
  if (point.reactive === undefined || first === undefined) return [];
  const { coefficient, serialNumber } = point.meter;
  const kinds = { reactiveImport: 'reactiveImportKvarh', reactiveExport: 'reactiveExportKvarh' } as const;
  return (['reactiveImport', 'reactiveExport'] as const).map((channel) => {
    let value = randomOf(`${point.eicCode} ${channel}`).between(100, 9000);
    const readings = [{ period: periodBefore(first.period), value }];
    for (const [place, { period }] of months.entries()) {
      value += (counted[place]?.[kinds[channel]] ?? 0) / coefficient;
      readings.push({ period, value });
    }
    return { serialNumber, channel, installedValue: 0, readings };
  });
}

const periodBefore = (period: BillingPeriod) => addDays(firstDay(period), -1).slice(0, 7) as BillingPeriod;

/** What each point of the account counted in the periods; a main point also what sub-consumers take behind it. */
export function pointHistoriesOf(plan: EntityPlan, periods: readonly BillingPeriod[]): PointHistory[] {
  const monthsOf = (point: PointPlan, extra: readonly number[]): PlannedMonth[] =>
    periods.map((period, place) => ({
      period,
      monthsAgo: periods.length - place,
      kwh: plannedKwh(point, period) + (extra[place] ?? 0),
    }));
  const subs = plan.points
    .filter(({ subConsumer }) => subConsumer !== undefined)
    .map((point) => historyOf(point, monthsOf(point, [])));
  const mains = plan.points
    .filter(({ subConsumer }) => subConsumer === undefined)
    .map((point) => {
      const behind = subs.filter((sub) => sub.point.subConsumer?.mainEic === point.eicCode);
      const extra = periods.map((_, place) =>
        behind.reduce((sum, sub) => sum + (sub.months[place]?.kwh ?? 0), 0),
      );
      return historyOf(point, monthsOf(point, extra));
    });
  const all = new Map([...mains, ...subs].map((history) => [history.point.eicCode, history]));
  return plan.points.flatMap((point) => all.get(point.eicCode) ?? []);
}
