import { CALCULATION_GET } from '#billing/api/charges.ts';
import { answer, type ModuleResult, refuse } from '#billing/api/define-module.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { handleModule } from '#billing/module-handler.ts';
import type { BillingCondition } from '#billing/modules/accounts/public.ts';
import { rulesAt } from '#billing/modules/rules/public.ts';
import type { MeasuredRegisterData } from '#contract/values/charge-line.ts';
import { toKwh } from '#domain/energy.ts';
import { moneyToWire } from '#domain/money.ts';
import { reviewDueOn } from '#domain/readings/reading-review.ts';
import type { PeriodState } from '#domain/readings/submission-window.ts';
import { type BillingPeriod, periodOf } from '#domain/time/billing-period.ts';
import type { Instant } from '#domain/time/instant.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { addDays, daysBetween, formatDate, type LocalDate, localDate } from '#domain/time/local-date.ts';
import {
  bool,
  json,
  nullable,
  type RowOf,
  text,
  textArray,
  timestamptz,
  typedSql,
} from '#platform/database/typed-sql.ts';
import { calculateSoFar, findCurrentPeriod } from './calculate-so-far.ts';
import { chargeLineData } from './charge-line-data.ts';
import { conditionRefusal } from './condition-refusal.ts';
import type { MeasuredConsumption } from './consumption/measure-account.ts';
import { disconnectedDays } from './consumption/register-span.ts';

/** What a register has counted as function modules answer it. */
function measuredRegisterData(
  { register, span, energy, basis }: MeasuredConsumption,
  serials: Readonly<Record<string, string>>,
): MeasuredRegisterData {
  const last = span.readings.at(-1);
  return {
    meterSerial: serials[register.meterId] ?? '',
    zone: register.zone,
    digitCapacity: register.digitCapacity,
    openingValue: span.openingValue,
    value: last?.value ?? null,
    readAsOf: last?.on ?? null,
    kwh: toKwh(energy),
    basis,
    from: span.from,
    to: addDays(span.to, -1),
  };
}

/** From the first day of any register to the last day of any: a meter that replaces another counts on where it ended. */
function countedDays(consumptions: readonly MeasuredConsumption[]): number {
  const starts = consumptions.map(({ span }) => span.from).sort();
  const ends = consumptions.map(({ span }) => span.to).sort();
  const [from, to] = [starts[0], ends.at(-1)];
  return from === undefined || to === undefined ? 0 : daysBetween(from, to);
}

/** What stands in the way of a calculation. */
const calculationStateColumns = {
  condition: text<BillingCondition>(),
  hasBill: bool(),
  /** null: nothing has made the period yet. */
  periodState: nullable(text<PeriodState>()),
  /** When the oldest reading under review that would count for the period came, epoch milliseconds; null: none does. */
  underReviewSince: nullable(timestamptz()),
  /** Phones of the contact centre. */
  phones: textArray<readonly string[]>(),
  /** Serial numbers of the account's meters by their ids. */
  serials: json<Readonly<Record<string, string>>>(),
  /** Why no meter of the account can be read by the customer; null: some can. */
  closedTo: nullable(text<'takenByOperator' | 'substation' | 'inputBlocked'>()),
};
type CalculationState = RowOf<typeof calculationStateColumns>;

/** undefined: no such account. */
async function findCalculationState(
  db: BillingDatabase,
  accountNumber: string,
  period: BillingPeriod,
): Promise<CalculationState | undefined> {
  const { rows } = await typedSql(calculationStateColumns)`
    select a.billing_condition as condition,
      exists (select from billing.bill b where b.account_number = a.account_number and b.period = ${period}) as "hasBill",
      (select state from billing.period p where p.period = ${period}) as "periodState",
      (select min(submitted_at) from billing.reading r where r.account_number = a.account_number
        and r.period = ${period} and r.status = 'underReview' and not exists (
          select from billing.reading later
          where later.account_number = r.account_number and later.meter_id = r.meter_id and later.zone = r.zone
            and later.period = r.period and later.status = 'accepted' and later.effective_date > r.effective_date
        )) as "underReviewSince",
      coalesce((select phones || mobile_phones from billing.supplier), '{}') as phones,
      (select coalesce(jsonb_object_agg(m.meter_id, m.serial_number), '{}') from billing.meter m
        where m.account_number = a.account_number) as serials,
      case
        when 'active' = any(point.states) then case when a.input_blocked then 'inputBlocked' end
        when array['takenByOperator', 'commercial'] && point.states then 'takenByOperator'
        when 'substation' = any(point.states) then 'substation'
      end as "closedTo"
    from billing.account a
    cross join lateral (select coalesce(array_agg(p.point_state), '{}') as states from billing.metering_point p
      where p.account_number = a.account_number) point
    where a.account_number = ${accountNumber}`.execute(db);
  return rows[0];
}

/** CALCULATION_GET: what the current period costs so far, and why it can't be told (product.md §5, messages.md). */
export const handleCalculationGet = handleModule(
  CALCULATION_GET,
  ({ db, clock }) =>
    async ({ accountNumber, date }) => {
      const now = clock.now();
      const today = kyivDateOf(now);
      const period = date === undefined ? await findCurrentPeriod(db, today) : periodOf(localDate(date));
      const state = await findCalculationState(db, accountNumber, period);
      if (state === undefined) return refuse('common.notFound');
      const { readings } = await rulesAt(db, now);
      const refusal = refusalOf(state, period, periodOf(today), readings.holidays);
      if (refusal !== undefined) return refusal;

      const charged = await calculateSoFar(db, accountNumber, period, today);
      if (charged === undefined) return refuse('billing.noCharges', undefined, { period });
      const { consumptions, lines } = charged;
      const basis = basisOf(consumptions);
      return answer({
        period,
        kwh: charged.energyWh / 1000,
        sum: moneyToWire(charged.bill.total),
        days: countedDays(consumptions),
        registers: consumptions.map((one) => measuredRegisterData(one, state.serials)),
        lines: lines.map(chargeLineData),
        basis,
        calculatedOn: today,
        note: basis === 'estimated' ? 'billing.missingActualReadings' : null,
        closedTo: consumptions.some(isUnread) ? state.closedTo : null,
      });
    },
);

function refusalOf(
  state: CalculationState,
  period: BillingPeriod,
  current: BillingPeriod,
  holidays: readonly LocalDate[],
): ModuleResult<never> | undefined {
  const of = { period };
  if (state.hasBill) return refuse('billing.alreadyCalculated', undefined, of);
  if (state.periodState === 'closing') return refuse('billing.periodClosing', undefined, of);
  if (state.periodState === 'closed' || period > current) return refuse('billing.noCharges', undefined, of);
  const refusal = conditionRefusal(state.condition);
  if (refusal !== undefined) return refuse(refusal, { phones: state.phones.join(', ') }, of);
  if (state.underReviewSince === null) return undefined;
  const since = kyivDateOf(state.underReviewSince as Instant);
  const date = formatDate(reviewDueOn('readings.additionalVerification', since, new Set(holidays)));
  return refuse('billing.pendingVerification', { date }, of);
}

/** Of several registers the least certain. */
function basisOf(consumptions: readonly MeasuredConsumption[]): MeasuredConsumption['basis'] {
  const bases = new Set(consumptions.map(({ basis }) => basis));
  if (bases.has('estimated')) return 'estimated';
  return bases.has('brought') ? 'brought' : 'actual';
}

/** Nobody has read the register, and it counts at the end of its days: one that is switched off stands still. */
function isUnread({ register, span }: MeasuredConsumption): boolean {
  return (
    span.readings.length === 0 &&
    !register.isDisabled &&
    !disconnectedDays(register).some(({ from, to }) => from < span.to && to >= span.to) &&
    register.removedOn === null
  );
}
