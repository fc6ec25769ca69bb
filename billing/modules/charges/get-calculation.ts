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
import type { MeasuredConsumption } from './measure-account.ts';

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
      if (charged === undefined) return refuse('billing.noCharges');
      const basis = basisOf(charged.consumptions);
      return answer({
        period,
        kwh: charged.energyWh / 1000,
        sum: moneyToWire(totalOf(charged.lines)),
        lines: charged.lines.map(chargeLineData),
        basis,
        calculatedOn: today,
        note: basis === 'estimated' ? 'billing.missingActualReadings' : null,
      });
    },
);

function refusalOf(
  state: CalculationState,
  period: BillingPeriod,
  current: BillingPeriod,
): ModuleResult<never> | undefined {
  if (state.hasBill) return refuse('billing.alreadyCalculated');
  if (state.periodState === 'closing') return refuse('billing.periodClosing');
  if (state.periodState === 'closed' || period > current) return refuse('billing.noCharges');
  switch (state.condition) {
    case 'callCentre':
      return refuse('billing.invoiceByCallCentre', { phones: state.phones.join(', ') });
    case 'contractChanges':
      return refuse('billing.contractChanges');
    case 'specialGroup':
      return refuse('billing.specialConditionsGroup');
  }
  if (state.underReviewSince === null) return undefined;
  const since = kyivDateOf(state.underReviewSince as Instant);
  const date = formatDate(addWorkingDays(since, VERIFICATION_WORKING_DAYS));
  return refuse('billing.pendingVerification', { date });
}

/** Of several registers the least certain. */
function basisOf(consumptions: readonly MeasuredConsumption[]): MeasuredConsumption['basis'] {
  const bases = new Set(consumptions.map(({ basis }) => basis));
  if (bases.has('estimated')) return 'estimated';
  return bases.has('brought') ? 'brought' : 'actual';
}
