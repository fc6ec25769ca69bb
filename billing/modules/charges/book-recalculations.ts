import { RECALCULATION_BOOK } from '#billing/api/charges/recalculations.ts';
import { answer } from '#billing/api/define-module.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { handleModule } from '#billing/module-handler.ts';
import { insertOutboxEvents } from '#billing/modules/events/public.ts';
import { insertPostings, noteBooking } from '#billing/modules/ledger/public.ts';
import { cachedReadingRules } from '#billing/modules/supplier/public.ts';
import { cachedTariffs, versionsOf } from '#billing/modules/tariffs/public.ts';
import { type ChargeLine, totalOf } from '#domain/charges/charge-line.ts';
import { toKwh, wattHours } from '#domain/energy.ts';
import { entriesForCharge } from '#domain/ledger/ledger.ts';
import { type Kopiykas, moneyToWire, subtractMoney, zeroMoney } from '#domain/money.ts';
import { type BillingPeriod, periodOf } from '#domain/time/billing-period.ts';
import type { Instant } from '#domain/time/instant.ts';
import { chargeLineData } from './charge-line-data.ts';
import type { ClosingAccount } from './closing-facts.ts';
import { loadAccountPast } from './load-account-past.ts';
import { loadClosingFacts } from './load-closing-facts.ts';
import { measureAccount, planAccount } from './measure-account.ts';
import { recalculateAccount } from './recalculate-account.ts';
import {
  type AccountToRecalculate,
  holdOpenPeriod,
  insertRecalculations,
  listAccountsToLookAt,
  listAccountsToRecalculate,
  markRequests,
} from './recalculation-store.ts';

/** What is to be booked for an account. */
interface Found extends AccountToRecalculate {
  readonly amount: Kopiykas;
  readonly lines: readonly ChargeLine[];
}

/**
 * RECALCULATION_BOOK: what closing the open period would put right of months before is booked as soon as the reading, or the
 * request, stands (product.md §7: within 5 days). The closing takes what stands in the ledger into account and books the rest
 * alone, so that nothing is booked twice; a reading that is corrected changes the sum by another entry.
 */
export const handleRecalculationBook = handleModule(
  RECALCULATION_BOOK,
  ({ db, clock }) =>
    ({ after, limit, readUntil }) =>
      db.transaction().execute(async (trx) => {
        const period = await holdOpenPeriod(trx);
        if (period === undefined) return answer({ through: null, booked: 0 });
        await noteBooking(trx, clock.now());
        const numbers = await listAccountsToLookAt(trx, period, { after, limit });
        const through = numbers.length < limit ? null : (numbers.at(-1) ?? null);
        const wanted = await listAccountsToRecalculate(trx, period, numbers, readUntil);
        if (wanted.length === 0) return answer({ through, booked: 0 });
        const { found, accounts } = await recalculate(trx, period, wanted);
        const booked = await book(trx, period, found, clock.now());
        await markRequests(trx, period, accounts);
        return answer({ through, booked });
      }),
);

async function recalculate(
  db: BillingDatabase,
  period: BillingPeriod,
  wanted: readonly AccountToRecalculate[],
): Promise<{ found: readonly Found[]; accounts: readonly ClosingAccount[] }> {
  const accountNumbers = wanted.map(({ accountNumber }) => accountNumber);
  const [tariffs, rules, accounts] = await Promise.all([
    cachedTariffs(db),
    cachedReadingRules(db),
    loadClosingFacts(db, period, { accountNumbers }),
  ]);
  const pastOf = await loadAccountPast(db, { period, accounts });
  const byNumber = new Map(accounts.map((account) => [account.accountNumber, account]));
  const found = wanted.flatMap((one): Found[] => {
    const account = byNumber.get(one.accountNumber);
    if (account === undefined) return [];
    const past = pastOf.get(one.accountNumber);
    // What comes after the last known value of the period changes no month before: its average is not asked for.
    const facts = { account, period, history: new Map(), past };
    const { months } = measureAccount(facts, planAccount(account, period), rules);
    const { lines } = recalculateAccount(account, months, versionsOf(tariffs, account), 1);
    return [{ ...one, lines, amount: subtractMoney(totalOf(lines), account.recalculated) }];
  });
  return { found, accounts };
}

/** Entries, what they are made of, and the news; answers how many accounts have an entry. */
async function book(
  db: BillingDatabase,
  period: BillingPeriod,
  found: readonly Found[],
  now: Instant,
): Promise<number> {
  const changed = found.filter(({ amount }) => amount !== zeroMoney);
  await insertPostings(
    db,
    changed.flatMap(({ accountNumber, amount }) =>
      entriesForCharge(amount, 'recalculation').map((entry) => ({
        accountNumber,
        period,
        entry,
        postedAt: now,
      })),
    ),
  );
  const stored = found.map((one) => ({ ...one, lines: one.lines.map(chargeLineData) }));
  await insertRecalculations(db, period, stored, now);
  await insertOutboxEvents(
    db,
    changed.map((one) => newsOf(one, period)),
    now,
  );
  return changed.length;
}

function newsOf({ accountNumber, amount, lines }: Found, period: BillingPeriod) {
  const months = lines.map(({ from }) => periodOf(from)).sort();
  const energy = lines.reduce((sum, line) => sum + line.energy, 0);
  return {
    accountNumber,
    kind: 'recalculation.booked',
    payload: {
      period,
      sum: moneyToWire(amount),
      from: months.at(0) ?? period,
      to: months.at(-1) ?? period,
      kwh: toKwh(wattHours(energy)),
    },
  };
}
