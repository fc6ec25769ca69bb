import { CALCULATION_GET } from '#billing/api/charges.ts';
import { answer, type ModuleResult, refuse } from '#billing/api/define-module.ts';
import { handleModule } from '#billing/module-handler.ts';
import { totalOf } from '#domain/charges/charge-line.ts';
import { moneyToWire } from '#domain/money.ts';
import { type BillingPeriod, periodOf } from '#domain/time/billing-period.ts';
import type { Instant } from '#domain/time/instant.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { formatDate, parseLocalDate } from '#domain/time/local-date.ts';
import { addWorkingDays } from '#domain/time/working-days.ts';
import { calculateSoFar, findCurrentPeriod } from './calculate-so-far.ts';
import { type CalculationState, findCalculationState } from './calculation-state.ts';
import { chargeLineData } from './charge-line-data.ts';
import { conditionRefusal } from './condition-refusal.ts';
import type { MeasuredConsumption } from './measure-account.ts';
import { countedDays, measuredRegisterData } from './measured-register-data.ts';
import { disconnectedDays } from './register-span.ts';

/** An operator has so many working days to look at a reading (messages.md, billing.pendingVerification). */
const VERIFICATION_WORKING_DAYS = 5;

/** CALCULATION_GET: what the current period costs so far, and why it can't be told (product.md §5, messages.md). */
export const handleCalculationGet = handleModule(
  CALCULATION_GET,
  ({ db, clock }) =>
    async ({ accountNumber, date }) => {
      const today = kyivDateOf(clock.now());
      const day = date === undefined ? undefined : parseLocalDate(date.slice(0, 10));
      const period = day === undefined ? await findCurrentPeriod(db, today) : periodOf(day);
      const state = await findCalculationState(db, accountNumber, period);
      if (state === undefined) return refuse('common.notFound');
      const refusal = refusalOf(state, period, periodOf(today));
      if (refusal !== undefined) return refusal;

      const charged = await calculateSoFar(db, accountNumber, period, today);
      if (charged === undefined) return refuse('billing.noCharges', undefined, { period });
      const { consumptions, lines } = charged;
      const basis = basisOf(consumptions);
      return answer({
        period,
        kwh: charged.energyWh / 1000,
        sum: moneyToWire(totalOf(lines)),
        days: countedDays(consumptions),
        registers: consumptions.map((one) => measuredRegisterData(one, state.serials)),
        lines: lines.map(chargeLineData),
        basis,
        calculatedOn: today,
        note: basis === 'estimated' ? 'billing.missingActualReadings' : null,
        nextStep: nextStepOf(consumptions, state),
      });
    },
);

function refusalOf(
  state: CalculationState,
  period: BillingPeriod,
  current: BillingPeriod,
): ModuleResult<never> | undefined {
  const of = { period };
  if (state.hasBill) return refuse('billing.alreadyCalculated', undefined, of);
  if (state.periodState === 'closing') return refuse('billing.periodClosing', undefined, of);
  if (state.periodState === 'closed' || period > current) return refuse('billing.noCharges', undefined, of);
  const untold = conditionRefusal(state.condition);
  if (untold !== undefined) return refuse(untold, { phones: state.phones.join(', ') }, of);
  if (state.underReviewSince === null) return undefined;
  const since = kyivDateOf(state.underReviewSince as Instant);
  const date = formatDate(addWorkingDays(since, VERIFICATION_WORKING_DAYS));
  return refuse('billing.pendingVerification', { date }, of);
}

/** Of several registers the least certain. */
function basisOf(consumptions: readonly MeasuredConsumption[]): MeasuredConsumption['basis'] {
  const bases = new Set(consumptions.map(({ basis }) => basis));
  if (bases.has('estimated')) return 'estimated';
  return bases.has('brought') ? 'brought' : 'actual';
}

/** A register that nobody has read is what can be made surer; one that is switched off stands still. */
function nextStepOf(
  consumptions: readonly MeasuredConsumption[],
  { closedTo }: CalculationState,
): 'giveReading' | NonNullable<CalculationState['closedTo']> | null {
  const isUnread = consumptions.some(
    ({ register, span }) =>
      span.readings.length === 0 &&
      !register.isDisabled &&
      !disconnectedDays(register).some(({ from, to }) => from < span.to && to >= span.to) &&
      register.removedOn === null,
  );
  if (!isUnread) return null;
  return closedTo ?? 'giveReading';
}
