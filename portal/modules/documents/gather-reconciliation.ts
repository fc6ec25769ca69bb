import type { ModuleResult } from '#billing/api/define-module.ts';
import { RECONCILIATION_GET, type ReconciliationData } from '#billing/api/reconciliation.ts';
import type { BillingClient } from '#billing/client.ts';
import { addMoney, moneyFromWire, moneyToWire } from '#domain/money.ts';
import { addMonths, type BillingPeriod, comparePeriods } from '#domain/time/billing-period.ts';

const monthsAtOnce = 12;

export interface MonthsToGather {
  readonly accountNumber: string;
  readonly from: BillingPeriod;
  readonly to: BillingPeriod;
}

/**
 * An act of any length, asked for a year at a time, so that no question is long and it can be told how far it is. Throws when
 * the years don't join: a month that is closed changed meanwhile.
 * @param onPart Told after each year which part is there: 0 to 1.
 */
export async function gatherReconciliation(
  billing: BillingClient,
  { accountNumber, from, to }: MonthsToGather,
  context: { readonly reference: string; readonly actor: string },
  onPart: (part: number) => Promise<void>,
): Promise<ModuleResult<ReconciliationData>> {
  const parts = partsOf(from, to);
  let act: ReconciliationData | undefined;
  for (const [index, part] of parts.entries()) {
    const months = { accountNumber, ...part, isContinued: index > 0 };
    const result = await billing.call(RECONCILIATION_GET, months, context);
    if (!result.ok) return result;
    act = act === undefined ? result.data : join(act, result.data);
    await onPart((index + 1) / parts.length);
  }
  if (act === undefined) throw new Error('an act without months');
  return { ok: true, data: act };
}

function partsOf(from: BillingPeriod, to: BillingPeriod): { from: BillingPeriod; to: BillingPeriod }[] {
  const parts: { from: BillingPeriod; to: BillingPeriod }[] = [];
  for (let first = from; comparePeriods(first, to) <= 0; first = addMonths(first, monthsAtOnce)) {
    const last = addMonths(first, monthsAtOnce - 1);
    parts.push({ from: first, to: comparePeriods(last, to) < 0 ? last : to });
  }
  return parts;
}

function join(before: ReconciliationData, after: ReconciliationData): ReconciliationData {
  if (before.closing !== after.opening) throw new Error('the years of an act do not join');
  const sum = (a: string, b: string) => moneyToWire(addMoney(moneyFromWire(a), moneyFromWire(b)));
  return {
    ...before,
    rows: [...before.rows, ...after.rows],
    turnover: {
      debit: sum(before.turnover.debit, after.turnover.debit),
      credit: sum(before.turnover.credit, after.turnover.credit),
    },
    closing: after.closing,
  };
}
