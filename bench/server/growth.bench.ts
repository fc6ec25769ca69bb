import type { Kysely } from 'kysely';
import type pg from 'pg';
import { openBenchDatabase, scaled } from '#bench/support/seed/bench-database.ts';
import { auditEntryChain } from '#billing/modules/events/public.ts';
import { closeMonth } from '#billing/testing/close-month.ts';
import { makeAccount } from '#billing/testing/make-account.ts';
import { makeSupplier } from '#billing/testing/make-supplier.ts';
import { startPayment } from '#contract/payments/payments.ts';
import { submitReading } from '#contract/readings.ts';
import {
  addMonths,
  type BillingPeriod,
  billingPeriod,
  firstDay,
  firstDayAfter,
} from '#domain/time/billing-period.ts';
import { type Instant, instantFromIso } from '#domain/time/instant.ts';
import { kyivInstant } from '#domain/time/kyiv.ts';
import { addDays } from '#domain/time/local-date.ts';
import { sealRows } from '#platform/audit/audit-seals.ts';
import { newId } from '#platform/uuid.ts';
import { readConfig } from '#portal/config.ts';
import { createPaymentGateways } from '#portal/gateways/payments/all-gateways.ts';
import { createTokens } from '#portal/http/session/token.ts';
import { relayNews } from '#portal/modules/notifications/testing/notify-once.ts';
import { landSandboxPayments } from '#portal/modules/payments/public.ts';
import { makeSession } from '#portal/testing/callers/make-session.ts';
import { testBillingClient } from '#portal/testing/callers/test-billing-client.ts';
import { startTestApp, type TestApp, testKeys } from '#portal/testing/start-test-app.ts';

/** The month of which the first readings are; those before the measured ones fill pages and caches. */
const firstMonth = billingPeriod('2026-10');
const months = 4;
const monthlyKwh = 100;

/** Bytes that a table, with its partitions, takes. */
export interface TableSize {
  /** With its schema. */
  readonly table: string;
  readonly heap: number;
  readonly indexes: number;
  readonly toast: number;
}

export interface GrowthBenchResult {
  readonly accounts: number;
  readonly months: number;
  /** Bytes for an account and month with one reading, one payment and the closing of the month; without records of calls. */
  readonly perAccount: readonly TableSize[];
  /** Bytes for 1,000 calls of the API with the calls of function modules that they make. */
  readonly perThousandCalls: readonly TableSize[];
}

/** The tables of the records of calls, which grow by calls and not by accounts. */
const isRecord =
  /^portal\.(api_call|fm_call|error_log|call_|name_latency|user_count|active_user|failed_|slow_)/;

/** The books of the test bank, which production does not have. */
const isTestBank = (table: string) => table === 'portal.sandbox_bank_order';

async function readSizes(pool: pg.Pool): Promise<ReadonlyMap<string, TableSize>> {
  const { rows } = await pool.query<{ table: string; heap: string; indexes: string; toast: string }>(
    `select coalesce(pg_partition_root(c.oid), c.oid)::regclass::text as table,
            sum(pg_relation_size(c.oid))::text as heap, sum(pg_indexes_size(c.oid))::text as indexes,
            sum(coalesce(pg_total_relation_size(nullif(c.reltoastrelid, 0)), 0))::text as toast
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ('billing', 'portal') and c.relkind = 'r' group by 1`,
  );
  return new Map(
    rows.map(({ table, heap, indexes, toast }) => [
      table,
      { table, heap: Number(heap), indexes: Number(indexes), toast: Number(toast) },
    ]),
  );
}

/** What each table grew by, divided; the largest first, without those that did not grow. */
function growthOf(
  before: ReadonlyMap<string, TableSize>,
  after: ReadonlyMap<string, TableSize>,
  dividedBy: number,
): readonly TableSize[] {
  return [...after.values()]
    .map(({ table, heap, indexes, toast }) => {
      const old = before.get(table);
      return {
        table,
        heap: (heap - (old?.heap ?? 0)) / dividedBy,
        indexes: (indexes - (old?.indexes ?? 0)) / dividedBy,
        toast: (toast - (old?.toast ?? 0)) / dividedBy,
      };
    })
    .filter((size) => totalOf(size) >= 1)
    .toSorted((one, other) => totalOf(other) - totalOf(one));
}

/** Bytes of a table with all that belongs to it. */
export const totalOf = ({ heap, indexes, toast }: TableSize): number => heap + indexes + toast;

/** Bytes of tables together. */
export const sumOf = (sizes: readonly TableSize[]): number =>
  sizes.reduce((sum, size) => sum + totalOf(size), 0);

interface Customer {
  readonly accountNumber: string;
  readonly meterId: string;
  readonly token: string;
}

async function makeCustomers(app: TestApp, count: number): Promise<readonly Customer[]> {
  const tokens = createTokens(testKeys.sessions);
  const expiresAt = instantFromIso('2036-01-01T00:00:00Z');
  const history = [
    { period: addMonths(firstMonth, -13), closing: { single: 1000 } },
    { period: addMonths(firstMonth, -12), closing: { single: 1000 + monthlyKwh } },
    { period: addMonths(firstMonth, -1), closing: { single: 1000 + 12 * monthlyKwh } },
  ] as const;
  const customers: Customer[] = [];
  for (let number = 0; number < count; number += 1) {
    const { accountNumber, meterId } = await makeAccount(app.billingDb, { history });
    const { sessionId } = await makeSession(app.portalDb, app.clock, [accountNumber], 'person');
    customers.push({ accountNumber, meterId, token: tokens.sign({ sessionId, type: 'person', expiresAt }) });
  }
  await app.portalDb.updateTable('portal.session').set({ expires_at: '2036-01-01T00:00:00Z' }).execute();
  return customers;
}

function expectSuccess(answer: { readonly httpStatus: number; readonly body: unknown }): void {
  if (answer.httpStatus !== 200) throw new Error(`${answer.httpStatus} ${JSON.stringify(answer.body)}`);
}

/** Pays by the page of the test bank, as a browser does. */
async function pay(app: TestApp, origin: string, { accountNumber, token }: Customer): Promise<void> {
  const payload = { token, account: accountNumber, provider: 'liqpay', purpose: 'energy', sum: '432.50' };
  const answer = await app.post(startPayment, { ...payload, requestId: newId() });
  expectSuccess(answer);
  const { status } = await fetch(origin + answer.body.payUrl, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'decision=paid',
  });
  if (status !== 303) throw new Error(`test bank: ${status}`);
}

async function giveReading(app: TestApp, customer: Customer, value: number): Promise<void> {
  const { accountNumber, meterId, token } = customer;
  const values = { single: String(value) };
  expectSuccess(
    await app.post(submitReading, { token, account: accountNumber, meterId, values, requestId: newId() }),
  );
}

/** Requests are sent ten at a time: group commit has something to group. */
async function inTens<Item>(items: readonly Item[], run: (item: Item) => Promise<void>): Promise<void> {
  for (let from = 0; from < items.length; from += 10)
    await Promise.all(items.slice(from, from + 10).map(run));
}

/** A month of all customers: a payment, its landing, a reading on the last day, the events, the seals and the closing. */
async function liveMonth(
  app: TestApp,
  origin: string,
  customers: readonly Customer[],
  month: BillingPeriod,
  index: number,
): Promise<void> {
  const at = (day: ReturnType<typeof firstDay>, hour: number) => app.clock.set(kyivInstant(day, hour, 0));
  at(addDays(firstDay(month), 19), 10);
  await inTens(customers, (customer) => pay(app, origin, customer));
  await relayNews(app);
  at(addDays(firstDay(month), 21), 12);
  const gateways = createPaymentGateways({
    ...{ db: app.portalDb, clock: app.clock, config: readConfig({}), links: testKeys.links },
  });
  const services = { billing: testBillingClient(app), clock: app.clock, gateways, reference: newId() };
  while ((await landSandboxPayments(services, 0)) > 0);
  await relayNews(app);
  at(addDays(firstDayAfter(month), -1), 12);
  await inTens(customers, (customer) => giveReading(app, customer, 1000 + (13 + index) * monthlyKwh));
  await relayNews(app);
  await app.flushCallLog();
  await closeMonth(app.url, month);
  await relayNews(app);
  await sealRows(app.billingDb as unknown as Kysely<unknown>, auditEntryChain, testKeys.audit, undefined, {
    settleMs: 0,
    unsettledMs: 0,
  });
}

/**
 * What the database grows by when an account gives one reading and pays once in a month, and the month is closed; and by 1,000
 * calls. The real application serves the calls; the first month fills what has no rows yet and is not counted.
 */
export async function benchGrowth(log: (line: string) => void): Promise<GrowthBenchResult> {
  const accounts = scaled(400);
  const database = await openBenchDatabase();
  try {
    const start = kyivInstant(firstDay(firstMonth), 10, 0) as Instant;
    const app = await startTestApp(
      new Date(start).toISOString(),
      { REQUESTS_PER_MINUTE: '0' },
      {
        database: { url: database.url, adminUrl: database.adminUrl, close: async () => undefined },
      },
    );
    try {
      await makeSupplier(app.billingDb);
      const customers = await makeCustomers(app, accounts);
      const origin = await app.app.listen({ port: 0, host: '127.0.0.1' });
      let before = new Map<string, TableSize>() as ReadonlyMap<string, TableSize>;
      let calls = 0;
      const counted = async () => {
        const { rows } = await database.pool.query<{ calls: string }>(
          'select count(*) as calls from portal.api_call',
        );
        return Number(rows[0]?.calls);
      };
      for (let index = 0; index < months; index += 1) {
        const month = addMonths(firstMonth, index);
        await liveMonth(app, origin, customers, month, index);
        // Versions of rows that are no more give their room back, as autovacuum does.
        await database.pool.query('vacuum');
        log(`${month}: ${accounts} accounts read, paid and billed`);
        if (index === 0) {
          before = await readSizes(database.pool);
          calls = await counted();
        }
      }
      const after = await readSizes(database.pool);
      const perAccount = growthOf(before, after, accounts * (months - 1));
      const thousands = ((await counted()) - calls) / 1000;
      return {
        accounts,
        months: months - 1,
        perAccount: perAccount.filter(({ table }) => !isRecord.test(table) && !isTestBank(table)),
        perThousandCalls: growthOf(before, after, thousands).filter(({ table }) => isRecord.test(table)),
      };
    } finally {
      await app.close();
    }
  } finally {
    await database.close();
  }
}
