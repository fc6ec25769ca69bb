import { sql } from 'kysely';
import { RECALCULATION_BOOK } from '#billing/api/charges.ts';
import { answer } from '#billing/api/define-module.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { handleModule } from '#billing/module-handler.ts';
import { insertOutboxEvents } from '#billing/modules/events/public.ts';
import { insertPostings, noteBooking } from '#billing/modules/ledger/public.ts';
import { readingRulesByMonth } from '#billing/modules/rules/public.ts';
import { listTariffs, versionsOf } from '#billing/modules/tariffs/public.ts';
import type { ChargeLineData } from '#contract/values/charge-line.ts';
import { type ChargeLine, totalOf } from '#domain/charges/charge-line.ts';
import { toKwh, wattHours } from '#domain/energy.ts';
import { entriesForCharge } from '#domain/ledger/ledger.ts';
import { type Kopiykas, moneyToWire, subtractMoney, zeroMoney } from '#domain/money.ts';
import { addMonths, type BillingPeriod, periodOf } from '#domain/time/billing-period.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { bool, int4, type RowOf, text, typedSql, uuidArray } from '#platform/database/typed-sql.ts';
import { chargeLineData } from './charge-line-data.ts';
import type { ClosingAccount } from './closing/closing-facts.ts';
import { loadClosingFacts } from './closing/combine-closing-facts.ts';
import { loadAccountPast } from './consumption/load-account-past.ts';
import { measureAccount, planAccount } from './consumption/measure-account.ts';
import { recalculateAccount } from './recalculations.ts';

/** Any number that nothing else in the database locks. */
const RECALCULATION_LOCK = 7_305_202;

/**
 * The first period that is not closed, held open until the transaction ends; undefined: its closing is under way, which
 * recalculates by itself, or another process books recalculations now.
 */
async function holdOpenPeriod(db: BillingDatabase): Promise<BillingPeriod | undefined> {
  const { rows } = await typedSql({ period: text<BillingPeriod>(), state: text(), isMine: bool() })`
    select period, state, pg_try_advisory_xact_lock(${RECALCULATION_LOCK}) as "isMine" from billing.period
    where period = (select min(period) from billing.period where state <> 'closed')
    for share`.execute(db);
  const [row] = rows;
  return row?.state === 'open' && row.isMine ? row.period : undefined;
}

/** Accounts that a request names, or that the month before left with a value by average, in the order of their numbers. */
async function listAccountsToLookAt(
  db: BillingDatabase,
  period: BillingPeriod,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<readonly string[]> {
  const { rows } = await typedSql({ number: text() })`
    (select distinct account_number as number from billing.consumption
      where period = ${addMonths(period, -1)} and basis <> 'actual' and account_number > ${after}
      order by 1 limit ${limit})
    union
    (select distinct account_number from billing.recalculation_request
      where booked_period is null and account_number > ${after} order by 1 limit ${limit})
    order by 1 limit ${limit}`.execute(db);
  return rows.map(({ number }) => number);
}

/** An account that a request names, or whose readings of the period were not looked at yet. */
const accountToRecalculateColumns = {
  accountNumber: text(),
  /** How often a recalculation of the period was booked before. */
  revision: int4(),
  readingIds: uuidArray<readonly string[]>(),
};
type AccountToRecalculate = RowOf<typeof accountToRecalculateColumns>;

/**
 * Of these accounts those that a request names, and those that were read since, all of it before `readUntil`, and not
 * recalculated from these readings.
 */
async function listAccountsToRecalculate(
  db: BillingDatabase,
  period: BillingPeriod,
  accountNumbers: readonly string[],
  readUntil: string,
): Promise<readonly AccountToRecalculate[]> {
  const { rows } = await typedSql(accountToRecalculateColumns)`
    select wanted.account_number as "accountNumber", coalesce(last.revision, 0)::int as revision,
      coalesce(given.ids, '{}') as "readingIds"
    from unnest(${[...accountNumbers]}::text[]) as wanted (account_number)
    left join (
      select r.account_number, array_agg(r.reading_id order by r.reading_id) as ids, max(r.submitted_at) as given_at
      from billing.reading r
      join billing.consumption c on c.account_number = r.account_number and c.period = ${addMonths(period, -1)}
        and c.meter_id = r.meter_id and c.zone = r.zone and c.basis <> 'actual'
      where r.account_number = any(${[...accountNumbers]}::text[]) and r.period = ${period} and r.status = 'accepted'
      group by r.account_number
    ) given using (account_number)
    left join lateral (
      select revision, reading_ids from billing.recalculation booked
      where booked.account_number = wanted.account_number and booked.period = ${period}
      order by revision desc limit 1
    ) last on true
    where (given.given_at <= ${readUntil}::timestamptz and last.reading_ids is distinct from given.ids)
      or exists (select from billing.recalculation_request q
        where q.account_number = wanted.account_number and q.booked_period is null)
    order by wanted.account_number`.execute(db);
  return rows;
}

/** A recalculation as it is kept. */
interface RecalculationToStore extends AccountToRecalculate {
  /** What is booked now: the whole less what was booked before. */
  readonly amount: Kopiykas;
  readonly lines: readonly ChargeLineData[];
}

/** Notes the period that answers requests; they are of these accounts. */
async function markRequests(
  db: BillingDatabase,
  period: BillingPeriod,
  accounts: readonly { readonly accountNumber: string; readonly requestIds: readonly string[] }[],
): Promise<void> {
  const ids = accounts.flatMap(({ accountNumber, requestIds }) =>
    requestIds.map((requestId) => ({ accountNumber, requestId })),
  );
  if (ids.length === 0) return;
  await sql`
    update billing.recalculation_request q set booked_period = ${period}
    from unnest(${ids.map((one) => one.accountNumber)}::text[], ${ids.map((one) => one.requestId)}::uuid[])
      as answered (account_number, request_id)
    where q.account_number = answered.account_number and q.request_id = answered.request_id`.execute(db);
}

/** Keeps what recalculations are made of, the next revision of each. */
async function insertRecalculations(
  db: BillingDatabase,
  period: BillingPeriod,
  recalculations: readonly RecalculationToStore[],
  bookedAt: Instant,
): Promise<void> {
  const rows = recalculations.map(({ accountNumber, revision, readingIds, amount, lines }) => ({
    account_number: accountNumber,
    revision: revision + 1,
    reading_ids: readingIds,
    amount: amount.toString(),
    lines,
  }));
  await sql`
    insert into billing.recalculation (account_number, period, revision, booked_at, reading_ids, amount_kopiykas, lines)
    select account_number, ${period}, revision, ${instantToIso(bookedAt)}::timestamptz, reading_ids, amount, lines
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as row (account_number text, revision smallint, reading_ids uuid[], amount bigint, lines jsonb)`.execute(
    db,
  );
}

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
  const [tariffs, rules, charged] = await Promise.all([
    // Not those of the last seconds: a request may come of a version that was activated just now.
    listTariffs(db),
    readingRulesByMonth(db),
    loadClosingFacts(db, period, { accountNumbers }),
  ]);
  // The adjustments of a contract are part of its invoice: its closing books them.
  const accounts = charged.filter(({ contract }) => contract === null);
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
