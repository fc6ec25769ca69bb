import { sql } from 'kysely';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { makeAccount } from '#billing/testing/make-account.ts';
import {
  entriesForBenefit,
  entriesForCharge,
  entriesForCompensation,
  entriesForCorrection,
  entriesForPayment,
  type LedgerEntry,
  reversalOf,
} from '#domain/ledger/ledger.ts';
import { kopiykas } from '#domain/money.ts';
import {
  addMonths,
  type BillingPeriod,
  billingPeriod,
  firstDay,
  firstDayAfter,
  periodOf,
} from '#domain/time/billing-period.ts';
import type { Instant } from '#domain/time/instant.ts';
import { kyivDateOf, kyivInstant } from '#domain/time/kyiv.ts';
import { addDays } from '#domain/time/local-date.ts';
import { newId } from '#platform/uuid.ts';
import { insertPostings } from '../ledger-store.ts';

/** Pseudo-random numbers of a seed (mulberry32), so that a failure can be repeated. */
export function seeded(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

type Random = ReturnType<typeof seeded>;
type Step = (db: BillingDatabase) => Promise<void>;
const firstMonth = billingPeriod('2025-07');
const lastMonth = 15;
const providers = ['liqpay', 'portmone', 'bank'] as const;

const post = (
  accountNumber: string,
  at: Instant,
  entries: readonly LedgerEntry[],
  more: object = {},
): Step => {
  const period = periodOf(kyivDateOf(at));
  return (db) =>
    insertPostings(
      db,
      entries.map((entry) => ({ accountNumber, period, entry, postedAt: at, ...more })),
    );
};

/** A payment that is on its way, has landed, or was returned before or after that. */
function payment(accountNumber: string, random: Random, at: Instant, months: number): Step[] {
  const paymentId = newId();
  const provider = providers[random(3)] ?? 'bank';
  const amount = kopiykas(1 + random(70_000));
  const named = random(4) === 0 ? addMonths(firstMonth, random(months)) : null;
  const [hasLanded, isReturned] = [random(3) > 0, random(5) === 0];
  const state = isReturned ? 'reversed' : hasLanded ? 'landed' : 'confirmed';
  const confirmed = entriesForPayment({ event: 'confirmed', purpose: 'energy', amount });
  const landed = hasLanded ? entriesForPayment({ event: 'landed', amount }) : [];
  const days = (n: number) => (at + n * 86_400_000) as Instant;
  const ids = [newId(), newId()];
  const made: Step = async (db) => {
    await sql`
      insert into billing.payment (account_number, payment_id, order_id, request_id, provider, purpose, named_period,
        amount_kopiykas, state, started_at)
      values (${accountNumber}, ${paymentId}, ${paymentId}, ${newId()}, ${provider}, 'energy', ${named}, ${amount.toString()},
        ${state}, ${new Date(at).toISOString()})`.execute(db);
    await post(accountNumber, at, confirmed, { paymentId, entryId: ids[0] })(db);
    await post(accountNumber, days(2), landed, { paymentId, entryId: ids[1] })(db);
    if (!isReturned) return;
    for (const [index, entry] of [...confirmed, ...landed].entries())
      await post(accountNumber, days(3), [reversalOf(entry)], { paymentId, reversesEntryId: ids[index] })(db);
  };
  return [made];
}

function bill(accountNumber: string, period: BillingPeriod): Step {
  return async (db) => {
    await sql`
      insert into billing.bill (account_number, period, bill_number, issued_on, due_on, opening_kopiykas, charged_kopiykas,
        recalculated_kopiykas, paid_kopiykas, closing_kopiykas, energy_wh, is_estimated)
      select ${accountNumber}, ${period}, ${newId()}, ${firstDayAfter(period)}, ${addDays(firstDayAfter(period), 19)},
        greatest(owed, 1), 0, 0, 0, greatest(owed, 1), 0, false
      from (select coalesce(sum(case debit_account when 'receivable' then amount_kopiykas
          when 'actReceivable' then 0 else -amount_kopiykas end), 0) as owed
        from billing.ledger_entry where account_number = ${accountNumber} and 'receivable' in (debit_account, credit_account)) debt`.execute(
      db,
    );
  };
}

/** What happened to an account, each step a statement or a few; any order of them is a history. */
function stepsOf(accountNumber: string, random: Random): Step[] {
  const months = 3 + random(lastMonth - 2);
  const steps: Step[] = [];
  const paysRarely = random(3) === 0;
  for (let n = 0; n < months; n += 1) {
    const period = addMonths(firstMonth, lastMonth - months + n + 1);
    const at = kyivInstant(firstDayAfter(period), 0, 10);
    // A charge belongs to the month before the one in which it is booked.
    const charged =
      (entries: readonly LedgerEntry[]): Step =>
      (db) =>
        insertPostings(
          db,
          entries.map((entry) => ({ accountNumber, period, entry, postedAt: at })),
        );
    steps.push(charged(entriesForCharge(kopiykas(random(90_000)), 'charge')));
    if (random(4) === 0) steps.push(charged(entriesForBenefit(kopiykas(1 + random(20_000)))));
    if (random(5) === 0)
      steps.push(charged(entriesForCharge(kopiykas(random(60_000) - 30_000), 'recalculation')));
    if (random(8) > 0) steps.push(bill(accountNumber, period));
    const within = () =>
      Math.min(
        kyivInstant(addDays(firstDay(addMonths(period, 1)), random(28)), random(24), random(60)),
        kyivInstant(addDays(firstDay(billingPeriod('2026-11')), 15), 9, 0),
      ) as Instant;
    for (let paid = paysRarely ? Number(random(8) === 0) : random(3); paid > 0; paid -= 1)
      steps.push(...payment(accountNumber, random, within(), months));
    if (random(9) === 0)
      steps.push(
        post(accountNumber, within(), entriesForCorrection(kopiykas(random(9000) - 4500)), {
          reason: 'test',
        }),
      );
    if (random(12) === 0)
      steps.push(post(accountNumber, within(), entriesForCompensation(kopiykas(10_000)), { reason: 'test' }));
    if (random(9) === 0)
      steps.push(
        post(accountNumber, within(), entriesForCharge(kopiykas(50_000), 'actCharge'), {
          actNumber: newId(),
        }),
      );
  }
  return steps;
}

/**
 * Writes random histories of accounts: charges, recalculations, benefits, corrections, payments that land or return, advances,
 * acts, bills of most months; in random order, some at once. Calls `between` now and then.
 */
export async function makeRandomLedger(
  db: BillingDatabase,
  seed: number,
  accounts: number,
  between: () => Promise<void>,
): Promise<readonly string[]> {
  const random = seeded(seed);
  const numbers: string[] = [];
  const steps: Step[] = [];
  for (let n = 0; n < accounts; n += 1) {
    const { accountNumber } = await makeAccount(db, {
      customerType: random(4) === 0 ? 'entity' : 'person',
      meters: [],
    });
    numbers.push(accountNumber);
    steps.push(...stepsOf(accountNumber, random));
  }
  for (let left = steps.length; left > 0; ) {
    const batch: Step[] = [];
    for (let size = 1 + random(8); size > 0 && left > 0; size -= 1) {
      left -= 1;
      const place = random(left + 1);
      const [step, last] = [steps[place], steps[left]];
      if (step === undefined || last === undefined) continue;
      steps[place] = last;
      batch.push(step);
    }
    await db.transaction().execute(async (transaction) => {
      for (const step of batch) await step(transaction);
    });
    if (random(40) === 0) await between();
  }
  return numbers;
}
