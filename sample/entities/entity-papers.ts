import type { PriceComponent } from '#domain/invoices/price-formula.ts';
import { type Kopiykas, kopiykas, moneyToWire, negateMoney } from '#domain/money.ts';
import { addMonths, type BillingPeriod, daysIn, periodOf } from '#domain/time/billing-period.ts';
import { addDays, type LocalDate } from '#domain/time/local-date.ts';
import { dayOf } from '#sample/households/household-history.ts';
import type { PointHistory } from './entity-history.ts';
import { invoiceOf } from './entity-money.ts';
import type { EntityPlan, EntityViolationAct } from './entity-plan.ts';

type Registration = 'unregistered' | 'sent' | 'registered' | 'stopped' | 'rejected';

interface TaxInvoiceRow {
  readonly number: string;
  readonly issuedOn: LocalDate;
  readonly period: BillingPeriod;
  readonly kind: 'invoice' | 'adjustment';
  readonly adjusts?: { readonly number: string; readonly issuedOn: LocalDate };
  readonly reason: string;
  readonly kwh: number;
  readonly net: Kopiykas;
  readonly vat: Kopiykas;
  readonly registration: Registration;
  readonly registrationNumber: string;
  readonly registeredOn: LocalDate | '';
}

/** Numbers of a year begin anew; each account has one a month. */
const FIRST_NUMBER = 100;
const NUMBERS_OF_MONTH = 9;
const DAYS_TO_REGISTER = 12;
const ADJUSTMENT_DAY = 20;
/** Of the last month, by the last digit of the account; what is left out is registered in its time. */
const lastRegistrations: Readonly<Record<string, Registration>> = {
  1: 'sent',
  2: 'unregistered',
  5: 'sent',
  6: 'stopped',
  7: 'rejected',
};

/** Tax invoices of the months, consolidated, and an adjustment of each month that the operator corrected. */
export function taxInvoicesOf(
  plan: EntityPlan,
  histories: readonly PointHistory[],
  components: readonly PriceComponent[],
  periods: readonly BillingPeriod[],
  today: LocalDate,
): TaxInvoiceRow[] {
  const place = plan.accountNumber.slice(-1);
  const registered = (issuedOn: LocalDate, registration: Registration, number: string) => {
    const registeredOn = addDays(issuedOn, DAYS_TO_REGISTER);
    const isRegistered = registration === 'registered' && registeredOn <= today;
    return {
      registration: registration === 'registered' && !isRegistered ? ('sent' as const) : registration,
      registrationNumber: isRegistered ? `93${issuedOn.replaceAll('-', '').slice(2)}${number}` : '',
      registeredOn: isRegistered ? registeredOn : ('' as const),
    };
  };
  const rows = periods.map((period, index): TaxInvoiceRow => {
    const { net, vat, kwh } = invoiceOf(plan, histories, components, period, index);
    const issuedOn = dayOf(period, daysIn(period));
    const number = String(FIRST_NUMBER + index * NUMBERS_OF_MONTH + Number(place));
    const isLast = index === periods.length - 1;
    const registration = (isLast ? lastRegistrations[place] : undefined) ?? 'registered';
    return {
      number,
      issuedOn,
      period,
      kind: 'invoice',
      reason: '',
      kwh,
      net,
      vat,
      ...registered(issuedOn, registration, number),
    };
  });
  const adjustments = plan.corrections.flatMap(({ monthsAgo, kwh, document }): TaxInvoiceRow[] => {
    const adjusted = rows.at(-monthsAgo);
    if (adjusted === undefined || adjusted.kwh === 0) return [];
    const issuedOn = dayOf(addMonths(adjusted.period, 1), ADJUSTMENT_DAY);
    if (issuedOn > today) return [];
    // In proportion to the energy of the month.
    const share = (adjusted.net * BigInt(Math.abs(kwh))) / BigInt(adjusted.kwh);
    const net = kwh < 0 ? negateMoney(kopiykas(share)) : kopiykas(share);
    const vat = kopiykas(net / 5n);
    const number = `${adjusted.number}/1`;
    return [
      {
        number,
        issuedOn,
        period: periodOf(issuedOn),
        kind: 'adjustment',
        adjusts: { number: adjusted.number, issuedOn: adjusted.issuedOn },
        reason: `Зміна обсягу: ${document}`,
        kwh,
        net,
        vat,
        ...registered(issuedOn, 'registered', number.replace('/', '')),
      },
    ];
  });
  return [...rows, ...adjustments];
}

const HEARING_AFTER = 21;
const UNMETERED_DAYS = 92;
const DAYS_TO_PAY = 30;

/** The fields of violation-acts.csv after the account number; protocol and act share a number. */
export function violationActFields(act: EntityViolationAct, today: LocalDate): (string | number)[] {
  const { number, state, amountKopiykas, energyKwh } = act;
  const drawnOn = addDays(today, -act.monthsAgo * 30);
  const isDecided = state === 'billed';
  const hearingOn = addDays(drawnOn, HEARING_AFTER);
  return [
    number,
    drawnOn,
    state,
    moneyToWire(kopiykas(amountKopiykas)),
    energyKwh,
    isDecided ? addDays(today, DAYS_TO_PAY) : '',
    isDecided ? number : '',
    'Пошкоджено пломбу на трансформаторі струму',
    addDays(drawnOn, 2),
    isDecided || hearingOn >= today ? hearingOn : addDays(today, 9),
    isDecided ? hearingOn : '',
    isDecided ? addDays(drawnOn, -UNMETERED_DAYS) : '',
    isDecided ? addDays(drawnOn, -1) : '',
    isDecided ? UNMETERED_DAYS : '',
    moneyToWire(kopiykas(Math.floor(amountKopiykas / 6))),
    '',
  ];
}
