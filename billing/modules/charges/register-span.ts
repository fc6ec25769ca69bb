import { type BillingPeriod, firstDay, firstDayAfter } from '#domain/time/billing-period.ts';
import { addDays, type LocalDate } from '#domain/time/local-date.ts';
import type { ClosingAccount, ClosingRegister } from './closing-facts.ts';

/** The days of a period in which a register counts for an account, and where it stands at both ends. */
export interface RegisterSpan {
  readonly from: LocalDate;
  /** The first day that is not part of it. */
  readonly to: LocalDate;
  readonly openingValue: number;
  readonly isOpeningActual: boolean;
  readonly reading: { readonly value: number; readonly effectiveDate: LocalDate } | undefined;
}

/**
 * From the end of the period before, the installation or the opening of the account to the end of the period, the removal
 * or the end of the contract; `until` cuts it for a charge so far. Undefined: no day of it. A meter whose removal was
 * recorded after the period of the removal had been charged is settled by its final value on the first day.
 */
export function spanOfRegister(
  account: ClosingAccount,
  register: ClosingRegister,
  period: BillingPeriod,
  until?: LocalDate,
): RegisterSpan | undefined {
  const { previous, removedOn, removedValue } = register;
  const start = later(later(firstDay(period), register.installedOn), account.openedOn);
  const from = previous === undefined ? start : later(start, previous.to);
  const opening = {
    from,
    openingValue: previous?.closingValue ?? register.installedValue,
    isOpeningActual: previous?.isActual ?? true,
  };
  if (removedOn !== null && removedOn <= from) {
    const wasChargedBeyond = previous !== undefined && previous.to > removedOn && removedValue !== null;
    if (!wasChargedBeyond) return undefined;
    const to = addDays(from, 1);
    return { ...opening, to, reading: { value: removedValue, effectiveDate: to } };
  }
  const end = endOf(account, register, period, until);
  if (end <= from) return undefined;
  if (removedOn === end && removedValue !== null) {
    return { ...opening, to: end, reading: { value: removedValue, effectiveDate: end } };
  }
  return { ...opening, to: end, reading: register.reading };
}

function endOf(
  account: ClosingAccount,
  register: ClosingRegister,
  period: BillingPeriod,
  until: LocalDate | undefined,
): LocalDate {
  let end = firstDayAfter(period);
  if (until !== undefined) end = earlier(end, until);
  if (register.removedOn !== null) end = earlier(end, register.removedOn);
  if (account.contractEndedOn !== null) end = earlier(end, addDays(account.contractEndedOn, 1));
  return end;
}

function later(a: LocalDate, b: LocalDate): LocalDate {
  return a > b ? a : b;
}

function earlier(a: LocalDate, b: LocalDate): LocalDate {
  return a < b ? a : b;
}
