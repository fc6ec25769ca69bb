import { sql } from 'kysely';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { unbilledPeriod } from '#billing/modules/ledger/public.ts';
import { chargeConsumption } from '#domain/charges/charge-consumption.ts';
import type { ChargeLine } from '#domain/charges/charge-line.ts';
import { linesInForce, recalculationLines } from '#domain/charges/recalculation.ts';
import type { TariffVersion } from '#domain/tariffs/tariff.ts';
import { type BillingPeriod, firstDay } from '#domain/time/billing-period.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { insertFrom } from '#platform/database/insert-from.ts';
import type { ClosingAccount } from './closing/closing-facts.ts';
import { hasTariffFor } from './condition-refusal.ts';
import { asCharged, type ConsumptionRevision, type RecalculatedMonth } from './consumption/measure-past.ts';
import { contractDays } from './consumption/register-span.ts';

/** What charging months anew changes. */
interface Recalculation {
  readonly lines: readonly ChargeLine[];
  readonly revisions: readonly ConsumptionRevision[];
}

/**
 * Charges months anew that were measured anew (product.md §7): by the tariffs of those months, and the lines are the differences
 * from what all bills so far charged for them, the latest month first. A month of which no tariff is known any more stays as it
 * was charged.
 */
export function recalculateAccount(
  account: ClosingAccount,
  months: readonly RecalculatedMonth[],
  versions: readonly TariffVersion[],
  firstLineNumber: number,
): Recalculation {
  const lines: ChargeLine[] = [];
  const revisions: ConsumptionRevision[] = [];
  for (const month of months) {
    const days = contractDays(account, month.period);
    if (!hasTariffFor(versions, month.period, days)) continue;
    const charge = (consumptions: RecalculatedMonth['consumptions'], ofDays = days) =>
      linesInForce(chargeConsumption({ period: month.period, consumptions, versions, days: ofDays }));
    const hasOwnLines = month.lines.some(({ kind }) => kind === 'energy');
    // Brought in without lines: what would have been charged, and what recalculations changed since.
    const broughtIn =
      !hasOwnLines && hasTariffFor(versions, month.period)
        ? charge(month.broughtIn.map(asCharged), undefined)
        : [];
    const charged = linesInForce([...broughtIn, ...month.lines]);
    lines.push(...recalculationLines(charged, charge(month.consumptions), firstLineNumber + lines.length));
    revisions.push(...month.revisions);
  }
  return { lines, revisions };
}

/** SQL that adds the requests of a relation; the same id again is the same request. */
export const recalculationRequestsFrom = insertFrom(
  'billing.recalculation_request',
  'account_number, request_id, from_period, cause, requested_at',
  'on conflict do nothing',
);

/**
 * SQL that adds the benefits of the relation `row`, which the bill of their posting period carries, or of the month after when that bill
 * was made before its closing; those that are there stay.
 */
export function benefitsFrom(relation: string): string {
  return `insert into billing.benefit (account_number, period, kind, posting_period, benefit_id, amount_kopiykas, title)
    select account_number, period, kind, ${unbilledPeriod('row', 'posting_period')}, benefit_id, amount_kopiykas, title
    from ${relation} on conflict do nothing`;
}

export interface RecalculationRequest {
  readonly accountNumber: string;
  /** UUID; the same id again is the same request. */
  readonly requestId: string;
  /** The first month that may change. */
  readonly fromPeriod: BillingPeriod;
  /** `lateReading`: a reading of a closed month came; `masterDataChange`: a meter, contract or tariff of the account changed on a day of one. */
  readonly cause: 'lateReading' | 'masterDataChange';
  readonly requestedAt: Instant;
}

/**
 * Asks for accounts to be charged anew from a closed month on, in one statement. To be called in the transaction that changes
 * the facts. The differences are booked in the first open period by the hourly job or by the closing, whichever comes first.
 */
export async function requestRecalculations(
  db: BillingDatabase,
  requests: readonly RecalculationRequest[],
): Promise<void> {
  if (requests.length === 0) return;
  const rows = requests.map((one) => ({ ...one, requestedAt: instantToIso(one.requestedAt) }));
  await sql`
    insert into billing.recalculation_request (account_number, request_id, from_period, cause, requested_at)
    select "accountNumber", "requestId", "fromPeriod", cause, "requestedAt"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as row ("accountNumber" text, "requestId" uuid, "fromPeriod" char(7), cause text, "requestedAt" timestamptz)
    on conflict do nothing`.execute(db);
}

/**
 * Asks for all accounts that were charged by a tariff to be charged anew from a month on, because a version of it was activated
 * that begins in that month; in one statement, in the transaction of the activation. Answers how many there are.
 */
export async function requestRecalculationsOfTariff(
  db: BillingDatabase,
  tariff: { readonly tariffCode: string; readonly from: BillingPeriod; readonly requestedAt: Instant },
): Promise<number> {
  const { tariffCode, from, requestedAt } = tariff;
  const { numAffectedRows } = await sql`
    insert into billing.recalculation_request (account_number, request_id, from_period, cause, requested_at)
    select a.account_number, gen_random_uuid(), charged.first, 'tariffChange', ${instantToIso(requestedAt)}::timestamptz
    from billing.account a
    cross join lateral (select min(b.period) as first from billing.bill b
      where b.account_number = a.account_number and b.period >= ${from}) charged
    where charged.first is not null
      and (a.tariff_code = ${tariffCode}
        or a.account_number in (select t.account_number from billing.account_tariff t where t.tariff_code = ${tariffCode}))
      and not exists (select from billing.entity_contract k
        where k.account_number = a.account_number and k.valid_from <= ${firstDay(from)})`.execute(db);
  return Number(numAffectedRows ?? 0n);
}
