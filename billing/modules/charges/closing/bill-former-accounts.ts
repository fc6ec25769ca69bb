import type pg from 'pg';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { noteBooking } from '#billing/modules/ledger/public.ts';
import { readingRulesByMonth, rulesOfPeriod } from '#billing/modules/rules/public.ts';
import { type BillingPeriod, firstDay, firstDayAfter } from '#domain/time/billing-period.ts';
import { instantToIso } from '#domain/time/instant.ts';
import { kyivDateOf, kyivMidnight } from '#domain/time/kyiv.ts';
import type { Clock } from '#platform/clock.ts';
import { connectDatabase } from '#platform/database/database.ts';
import { poolOf } from '#platform/database/node-connections.ts';
import { text, typedSql } from '#platform/database/typed-sql.ts';
import { addRound } from '#platform/jobs/add-jobs.ts';
import type { JobSet } from '#platform/jobs/job-runner.ts';
import { chargeAccount } from '../charge-account.ts';
import { loadPrices, missingPrice } from '../charge-prices.ts';
import { rowMaker, writeBills } from './close-chunks.ts';
import { isBilled, isCharged } from './closing-statements.ts';
import { loadClosingFacts } from './combine-closing-facts.ts';
import { loadChunk, measureChunk } from './load-chunk.ts';

/** Limits how long payments wait for the period that is held: some 200 ms. */
const maxAccounts = 50;

interface BillingWork {
  readonly db: BillingDatabase;
  /** The pool under `db`: rows are written by COPY. */
  readonly pool: pg.Pool;
  readonly clock: Clock;
}

/**
 * Makes the closing bills of changes of holder in the first period that is not closed, so that the former customer has the bill of
 * the last days at once and not at the end of the month (decision 0155). Repeatable: an account has one bill of a period. Accounts
 * whose price of the month is not known yet are left to its closing. Returns how many bills were made.
 */
export async function billFormerAccounts(work: BillingWork): Promise<number> {
  let bills = 0;
  for (let after: string | undefined = ''; after !== undefined; ) {
    const wanted = await listFormerAccounts(work, after);
    if (wanted === undefined) return bills;
    await noteBooking(work.db, work.clock.now());
    bills += await inTransaction(work.pool, (client) => billAccounts(work, client, wanted));
    after = wanted.accountNumbers.length === maxAccounts ? wanted.accountNumbers.at(-1) : undefined;
  }
  return bills;
}

interface WantedBills {
  readonly period: BillingPeriod;
  readonly accountNumbers: readonly string[];
}

/** The next accounts whose holder changed by a change recorded since the first open period began; undefined: there are none. */
async function listFormerAccounts(
  { db, clock }: BillingWork,
  after: string,
): Promise<WantedBills | undefined> {
  const { rows: periods } = await typedSql({ period: text<BillingPeriod>(), state: text() })`
    select period, state from billing.period where state <> 'closed' order by period limit 1`.execute(db);
  const [first] = periods;
  if (first?.state !== 'open') return undefined;
  const { period } = first;
  const { rows } = await typedSql({ accountNumber: text() })`
    select a.account_number as "accountNumber" from billing.account a
    where a.account_number in (select d.account_number from billing.master_data_change d
        where d.kind = 'holder' and d.after ? 'newAccount'
          and d.recorded_at >= ${instantToIso(kyivMidnight(firstDay(period)))}::timestamptz)
      and a.account_number > ${after} and a.contract_ended_on < ${firstDayAfter(period)}
      and a.contract_ended_on < ${kyivDateOf(clock.now())}
      and ${isCharged(period)} and not ${isBilled(period)}
    order by 1 limit ${maxAccounts}`.execute(db);
  if (rows.length === 0) return undefined;
  return { period, accountNumbers: rows.map(({ accountNumber }) => accountNumber) };
}

async function inTransaction<Result>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  let isBroken = false;
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    isBroken = await client.query('rollback').then(
      () => false,
      () => true,
    );
    throw error;
  } finally {
    client.release(isBroken);
  }
}

/**
 * Charges accounts and writes their bills while no other transaction posts to the period: those under way are waited for, later ones
 * post to the month after (`unbilledPeriod`).
 */
async function billAccounts(
  { db, clock }: BillingWork,
  client: pg.PoolClient,
  { period, accountNumbers }: WantedBills,
): Promise<number> {
  const { rowCount } = await client.query(
    `select from billing.period where period = $1 and state = 'open' for update`,
    [period],
  );
  if (rowCount === 0) return 0;
  const [prices, rules, { bills: dueDateTerms }, found] = await Promise.all([
    loadPrices(db),
    readingRulesByMonth(db),
    rulesOfPeriod(db, period),
    loadClosingFacts(db, period, { accountNumbers }),
  ]);
  const facts = found.filter((account) => missingPrice(account, period, prices) === undefined);
  const now = clock.now();
  const maker = rowMaker({
    period,
    issuedOn: kyivDateOf(now),
    postedAt: instantToIso(now),
    withEvents: true,
    dueDateTerms,
  });
  const chunk = await loadChunk({ db, period, rules }, facts);
  await measureChunk(chunk, { period, rules }, (account, measure) => {
    const charged = chargeAccount(account, period, measure(), prices);
    maker.add(charged, chunk.undecided.get(account.accountNumber) ?? []);
  });
  await writeBills(client, period, maker.rows());
  return facts.length;
}

const task = 'bill-former-accounts';

/** Has the bills of changes of holder made immediately after the caller's transaction. */
export function askForClosingBills(transaction: BillingDatabase): Promise<void> {
  return addRound(transaction, task);
}

/**
 * The job of closing bills: it is asked for with a change of holder; each minute it makes those that an import brought, or that
 * waited for a month to be closed or for a price.
 */
export function openClosingBillJobs(
  databaseUrl: string,
  clock: Clock,
): { readonly jobs: JobSet; close(): Promise<void> } {
  const { db, pool, close } = connectDatabase<unknown>({
    url: databaseUrl,
    ...poolOf('svitlo-closing-bills'),
  });
  const work = { db: db as BillingDatabase, pool, clock };
  return {
    jobs: {
      tasks: {},
      periodic: { [task]: { when: '* * * * *', run: async () => void (await billFormerAccounts(work)) } },
    },
    close,
  };
}
