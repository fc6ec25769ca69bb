import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { provideTestBilling } from '#billing/testing/hooks/provide-test-billing.ts';
import { connectDatabase } from '#platform/database/database.ts';
import { hasWaitingRequests } from './close-chunks.ts';

type Connected = ReturnType<typeof connectDatabase<unknown>>;

let closing: Connected;
let anotherClosing: Connected;
let server: Connected;
let running: Promise<unknown> = Promise.resolve();

const billing = provideTestBilling();

beforeAll(async () => {
  const connect = (name: string) => connectDatabase<unknown>({ url: billing.url, poolSize: 1, name });
  closing = connect('svitlo-close-period');
  anotherClosing = connect('svitlo-close-period');
  server = connect('svitlo-server');
});
afterEach(async () => {
  await closing.pool.query(
    `select pg_cancel_backend(pid) from pg_stat_activity
     where datname = current_database() and state = 'active' and pid <> pg_backend_pid()`,
  );
  await running;
});
afterAll(() => Promise.all([closing.close(), anotherClosing.close(), server.close()]));

/** A statement that goes on until the test ends, under way in the database when this returns. */
async function keepAsking({ pool }: Connected): Promise<void> {
  running = pool.query('select pg_sleep(60)').catch(() => undefined);
  await expect
    .poll(async () => {
      const { rows } = await closing.pool.query(
        `select from pg_stat_activity where datname = current_database() and query = 'select pg_sleep(60)' and state = 'active'`,
      );
      return rows.length;
    })
    .toBe(1);
}

const isAsked = () => hasWaitingRequests(closing.pool);

test('nobody asks: a closing goes on', () => expect.poll(isAsked).toBe(false));

test('what the server asks is seen while it is under way', async () => {
  const isSeen = async () => {
    const asking = server.pool.query('select pg_sleep(0.2)');
    const seen = await isAsked();
    await asking;
    return seen;
  };
  await expect.poll(isSeen, { timeout: 10_000 }).toBe(true);
});

test('and a moment after it was answered', async () => {
  const seen = await Promise.all(
    Array.from({ length: 50 }, async () => {
      await server.pool.query('select 1');
      return isAsked();
    }),
  );
  expect(seen).toContain(true);
});

test('what the closing itself asks by its other connections is not', async () => {
  await expect.poll(isAsked).toBe(false);
  await keepAsking(anotherClosing);
  expect(await isAsked()).toBe(false);
});

test('nor a statement that takes longer than any request', async () => {
  await keepAsking(server);
  await expect.poll(isAsked, { timeout: 10_000 }).toBe(false);
});
