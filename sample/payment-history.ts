import { addMonths, daysIn, periodOf } from '#domain/time/billing-period.ts';
import { addDays, type LocalDate } from '#domain/time/local-date.ts';
import { dayOf, type HouseholdMonth } from '#sample/households/household-history.ts';
import type { ActPlan, HouseholdPlan, PayerPlan } from '#sample/households/household-plan.ts';
import { randomOf } from './random.ts';

export interface PaymentRow {
  readonly reference: string;
  readonly paidOn: LocalDate;
  readonly landedOn: LocalDate | '';
  readonly amountKopiykas: number;
  readonly actNumber: string;
  readonly provider: string;
}

export interface ActRow extends ActPlan {
  readonly drawnOn: LocalDate;
  readonly dueOn: LocalDate | '';
  readonly protocolNumber: string;
  readonly clause: string;
  readonly servedOn: LocalDate | '';
  readonly hearingOn: LocalDate | '';
  readonly protocolOn: LocalDate | '';
  /** First unmetered day; empty until it is calculated. */
  readonly periodFrom: LocalDate | '';
  readonly periodTo: LocalDate | '';
  readonly days: number | '';
  readonly vatKopiykas: number;
  readonly paidOn: LocalDate | '';
}

const providers = ['liqpay', 'monobank', 'portmone', 'easypay', 'bank'] as const;
const DAYS_TO_PAY_AN_ACT = 45;
const DAYS_TO_HAND_OVER = 2;
const DAYS_TO_THE_HEARING = 21;
const UNMETERED_DAYS = 182;
const clauses = [
  'Пошкоджено пломбу на лічильнику',
  'Самовільне підключення поза лічильником',
  'Втручання в роботу лічильника: сліди магніту',
] as const;
const STOPPED_DAY = 11;

/** Payment in a month for the previous bills, and its day. */
function afterBill(
  payer: PayerPlan,
  owed: number,
  monthsAgo: number,
): { day: number; amount: number } | undefined {
  if (owed <= 0) return undefined;
  switch (payer.kind) {
    case 'advance':
      return undefined;
    case 'afterBill':
      return { day: payer.day, amount: Math.ceil(owed / payer.roundTo) * payer.roundTo };
    case 'part':
      return { day: payer.day, amount: Math.ceil((owed * payer.percent) / 100) };
    case 'paysToday':
      return { day: 7, amount: Math.ceil(owed / payer.roundTo) * payer.roundTo };
    case 'stopped':
      return monthsAgo > payer.monthsAgo ? { day: STOPPED_DAY, amount: owed } : undefined;
  }
}

/** Energy payments of a household up to today. */
export function paymentsOf(
  plan: HouseholdPlan,
  months: readonly HouseholdMonth[],
  today: LocalDate,
): PaymentRow[] {
  const payments: PaymentRow[] = [];
  let owed = plan.openingKopiykas;
  function pay(paidOn: LocalDate, amount: number): void {
    if (amount <= 0 || paidOn > today) return;
    const random = randomOf(`payment ${plan.accountNumber} ${paidOn}`);
    const landing = addDays(paidOn, random.between(1, 2));
    const hasLanded = landing <= today;
    payments.push({
      reference: `${plan.accountNumber}-${paidOn.replaceAll('-', '')}`,
      paidOn,
      landedOn: hasLanded ? landing : '',
      amountKopiykas: amount,
      actNumber: '',
      // The sandbox bank would land payments of other providers within minutes, so nothing would be in transit.
      provider: hasLanded ? random.pick(providers) : 'bank',
    });
    owed -= amount;
  }
  months.forEach((month, place) => {
    const bill = place > 0 ? afterBill(plan.payer, owed, month.monthsAgo) : undefined;
    if (bill) pay(dayOf(month.period, bill.day), bill.amount);
    owed += month.costKopiykas - (plan.benefit?.monthlyKopiykas ?? 0);
    const { payer } = plan;
    if (payer.kind === 'advance' && month.monthsAgo > payer.skips)
      pay(dayOf(month.period, daysIn(month.period)), owed - payer.leaves);
  });
  const last = months.at(-1);
  if (last === undefined) return payments;
  const next = addMonths(last.period, 1);
  const bill = afterBill(plan.payer, owed, last.monthsAgo - 1);
  const paysToday = plan.payer.kind === 'paysToday' && next === periodOf(today);
  if (bill) pay(paysToday ? today : dayOf(next, bill.day), bill.amount);
  return payments;
}

/** Violation acts of a household as of today. Terms: facts 2.5. */
export function actsOf(plan: HouseholdPlan, today: LocalDate): ActRow[] {
  return plan.acts.map((act) => {
    const drawnOn = addDays(today, -act.drawnDaysAgo);
    const due = { billed: addDays(today, 16), overdue: addDays(today, -40), disputed: addDays(today, -10) };
    const isDecided = !['drawn', 'cancelled'].includes(act.state);
    const isHeard = act.state !== 'drawn';
    const isCounted = act.energyKwh > 0;
    const hearingOn = addDays(drawnOn, DAYS_TO_THE_HEARING);
    return {
      ...act,
      drawnOn,
      dueOn: act.state === 'paid' ? addDays(drawnOn, 60) : (due[act.state as keyof typeof due] ?? ''),
      protocolNumber: isDecided ? `${act.number}/П` : '',
      clause: clauses[Number(act.number) % clauses.length] ?? clauses[0],
      servedOn: isHeard ? addDays(drawnOn, DAYS_TO_HAND_OVER) : '',
      hearingOn: isHeard ? hearingOn : '',
      protocolOn: isDecided ? hearingOn : '',
      periodFrom: isCounted ? addDays(drawnOn, -UNMETERED_DAYS) : '',
      periodTo: isCounted ? addDays(drawnOn, -1) : '',
      days: isCounted ? UNMETERED_DAYS : '',
      vatKopiykas: Math.floor(act.amountKopiykas / 6),
      paidOn: act.state === 'paid' ? addDays(drawnOn, DAYS_TO_PAY_AN_ACT) : '',
    };
  });
}

/** Payments of the paid acts. */
export function actPaymentsOf(plan: HouseholdPlan, today: LocalDate): PaymentRow[] {
  return actsOf(plan, today)
    .filter((act) => act.state === 'paid')
    .map((act) => ({
      reference: `${plan.accountNumber}-A${act.number}`,
      paidOn: addDays(act.drawnOn, DAYS_TO_PAY_AN_ACT),
      landedOn: addDays(act.drawnOn, DAYS_TO_PAY_AN_ACT + 2),
      amountKopiykas: act.amountKopiykas,
      actNumber: act.number,
      provider: 'bank',
    }));
}
