import { answer } from '#billing/api/define-module.ts';
import { RECALCULATION_BOOK } from '#billing/api/recalculations.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { handleModule } from '#billing/module-handler.ts';
import { insertOutboxEvents } from '#billing/modules/events/public.ts';
import { insertPostings } from '#billing/modules/ledger/public.ts';
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
import { loadChargedMonths } from './load-charged-months.ts';
import { loadClosingFacts } from './load-closing-facts.ts';
import {
  type MeasuringFacts,
  type MeasuringRules,
  measureAccount,
  needsMonths,
  planAccount,
} from './measure-account.ts';
import { recalculateAccount } from './recalculate-account.ts';
import {
  holdOpenPeriod,
  insertRecalculations,
  listAveragedAccounts,
  listReadAccounts,
  type ReadAccountRow,
} from './recalculation-store.ts';

/** What is to be booked for an account that was read. */
interface Found extends ReadAccountRow {
  readonly amount: Kopiykas;
  readonly lines: readonly ChargeLine[];
}

/**
 * RECALCULATION_BOOK: what closing the open period would put right of months that were charged by average is booked as soon
 * as the reading stands (product.md §7: within 5 days). The closing takes what stands in the ledger into account and books
 * the rest alone, so that nothing is booked twice; a reading that is corrected changes the sum by another entry.
 */
export const handleRecalculationBook = handleModule(
  RECALCULATION_BOOK,
  ({ db, clock }) =>
    ({ after, limit, readUntil }) =>
      db.transaction().execute(async (trx) => {
        const period = await holdOpenPeriod(trx);
        if (period === undefined) return answer({ through: null, booked: 0 });
        const numbers = await listAveragedAccounts(trx, period, { after, limit });
        const through = numbers.length < limit ? null : (numbers.at(-1) ?? null);
        const read = await listReadAccounts(trx, period, numbers, readUntil);
        if (read.length === 0) return answer({ through, booked: 0 });
        const found = await recalculate(trx, period, read);
        return answer({ through, booked: await book(trx, period, found, clock.now()) });
      }),
);

async function recalculate(
  db: BillingDatabase,
  period: BillingPeriod,
  read: readonly ReadAccountRow[],
): Promise<readonly Found[]> {
  const accountNumbers = read.map(({ accountNumber }) => accountNumber);
  const [tariffs, rules, accounts, monthsOf] = await Promise.all([
    cachedTariffs(db),
    cachedReadingRules(db),
    loadClosingFacts(db, period, { accountNumbers }),
    loadChargedMonths(db, period, accountNumbers),
  ]);
  const byNumber = new Map(accounts.map((account) => [account.accountNumber, account]));
  return read.flatMap((row) => {
    const account = byNumber.get(row.accountNumber);
    if (account === undefined) return [];
    const months = monthsOf.get(row.accountNumber) ?? [];
    const facts = { accountNumber: row.accountNumber, months, history: new Map() };
    const measured = measureUpToReadings(account, period, facts, rules);
    const versions = versionsOf(tariffs, account);
    const lines = recalculateAccount(measured, months, versions, 1);
    return [{ ...row, lines, amount: subtractMoney(totalOf(lines), account.recalculated) }];
  });
}

/** Only the days up to the readings: what comes after them changes no month before. */
function measureUpToReadings(
  account: ClosingAccount,
  period: BillingPeriod,
  facts: MeasuringFacts,
  rules: MeasuringRules,
) {
  const planned = planAccount(account, period).filter(needsMonths);
  const upToReadings = planned.map(({ register, span }) => ({
    register,
    span: { ...span, to: span.reading?.effectiveDate ?? span.to },
  }));
  return measureAccount(facts, upToReadings, rules);
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
