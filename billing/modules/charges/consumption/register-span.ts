import { type BillingPeriod, firstDay, firstDayAfter, periodOf } from '#domain/time/billing-period.ts';
import {
  addDays,
  type DayRange,
  earlierOf,
  type LocalDate,
  laterOf,
  localDate,
} from '#domain/time/local-date.ts';
import type { ClosingAccount, ClosingRegister, DatedValue } from '../closing/closing-facts.ts';
import type { KnownValue } from './measure-register.ts';

type Contract = Pick<ClosingAccount, 'openedOn' | 'contractEndedOn'>;
type Installation = Pick<ClosingRegister, 'installedOn' | 'installedValue' | 'removedOn' | 'removedValue'>;

/** The days of a period in which a register counts for an account, and where it stands when they begin. */
export interface RegisterSpan extends DayRange {
  readonly openingValue: number;
  readonly isOpeningActual: boolean;
  /** What is known of the period, in the order of the days: readings, and the value of the removal. */
  readonly readings: readonly KnownValue[];
}

/** The days of a period that the account had its contract; none: the end is not after the beginning. */
export function contractDays({ openedOn, contractEndedOn }: Contract, period: BillingPeriod): DayRange {
  const from = laterOf(firstDay(period), openedOn);
  const end = firstDayAfter(period);
  const to = contractEndedOn === null ? end : earlierOf(end, addDays(contractEndedOn, 1));
  return { from, to };
}

/** The days of a period in which a register counted for an account. */
export function registerDays(contract: Contract, register: Installation, period: BillingPeriod): DayRange {
  const { from, to } = contractDays(contract, period);
  return {
    from: laterOf(from, register.installedOn),
    to: register.removedOn === null ? to : earlierOf(to, register.removedOn),
  };
}

/** After all days that are charged. */
const noEnd = localDate('9999-12-31');

/** The days on which a metering point is known to have been disconnected. */
export function disconnectedDays({ pointChanges }: Pick<ClosingRegister, 'pointChanges'>): DayRange[] {
  const states = (pointChanges ?? []).filter(({ isDisabled }) => isDisabled !== null);
  return states.flatMap(({ from, isDisabled }, index) =>
    isDisabled ? [{ from, to: states[index + 1]?.from ?? noEnd }] : [],
  );
}

/**
 * From the end of the period before, the installation or the opening of the account to the end of the period, the removal
 * or the end of the contract; `until` cuts it for a charge so far. Undefined: no day of it.
 */
export function spanOfRegister(
  account: ClosingAccount,
  register: ClosingRegister,
  period: BillingPeriod,
  until?: LocalDate,
): RegisterSpan | undefined {
  const { previous } = register;
  const days = registerDays(account, register, period);
  const from = previous === undefined ? days.from : laterOf(days.from, previous.to);
  const to = until === undefined ? days.to : earlierOf(days.to, until);
  if (to <= from) return undefined;
  const readings = register.readings.map((one) => ({ ...one, period }));
  return {
    from,
    to,
    openingValue: previous?.closingValue ?? register.installedValue,
    isOpeningActual: previous?.isActual ?? true,
    readings: valuesWithin(account, register, readings, period),
  };
}

/**
 * What is known of a register up to the end of a period, one value a day in their order: readings and the value of its
 * removal. Of several values of a day the last one counts. A reading after the removal, or after the end of the contract in
 * the month of the end, counts as of that day when nothing else does.
 */
export function valuesWithin(
  { contractEndedOn }: Contract,
  { removedOn, removedValue }: Installation,
  readings: readonly DatedValue[],
  period: BillingPeriod,
): DatedValue[] {
  const values = readings.toSorted((a, b) => (a.on < b.on ? -1 : a.on > b.on ? 1 : 0));
  const isRemoved = removedOn !== null && removedOn <= firstDayAfter(period);
  if (isRemoved && removedValue !== null) {
    const before = values.filter(({ on }) => on < removedOn);
    const removal = { value: removedValue, on: removedOn, period: periodOf(addDays(removedOn, -1)) };
    return endWith(oneADay([...before, removal]), contractEndedOn);
  }
  const untilRemoval = isRemoved ? endWith(oneADay(values), addDays(removedOn, -1)) : oneADay(values);
  return endWith(untilRemoval, contractEndedOn);
}

/** The first value after the last day that came in its month, as of its end. */
function endWith(values: readonly DatedValue[], lastDay: LocalDate | null): DatedValue[] {
  if (lastDay === null) return [...values];
  const end = addDays(lastDay, 1);
  const month = periodOf(lastDay);
  const late = values.find(({ on, period }) => on >= end && period === month);
  if (late === undefined || late.on === end) return [...values];
  return [
    ...values.filter(({ on }) => on < end),
    { ...late, on: end },
    ...values.filter(({ on }) => on > late.on),
  ];
}

/** Of several values of a day, which stand side by side, the last one. */
export function oneADay<Value extends KnownValue>(values: readonly Value[]): Value[] {
  return values.filter(({ on }, index) => values[index + 1]?.on !== on);
}

/** Values of the day and before it count as of the day, the last of them. */
export function startAt<Value extends { readonly on: LocalDate }>(
  day: LocalDate,
  values: readonly Value[],
): Value[] {
  const start = values.findLast(({ on }) => on <= day);
  const later = values.filter(({ on }) => on > day);
  return start === undefined ? later : [{ ...start, on: day }, ...later];
}
