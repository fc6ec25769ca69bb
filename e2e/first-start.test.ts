import { expect, test } from '@playwright/test';
import { sql } from 'kysely';
import { prepared } from '#e2e/support/product/prepared.ts';
import {
  type ProductOptions,
  type RunningProduct,
  startProduct,
} from '#e2e/support/product/running-product.ts';
import { connectDatabase } from '#platform/database/database.ts';
import { copyDatabase } from '#platform/testing/copy-database.ts';
import { temporaryDataFolder } from '#platform/testing/temporary-data-folder.ts';
import { retryUntilDone } from './support/outbox-code.ts';

const closings: (() => Promise<unknown>)[] = [];
test.afterAll(async () => {
  for (const close of closings.reverse()) await close();
});

type Database = ReturnType<typeof connectDatabase<unknown>>['db'];

/** A database on the server of this run: without any table, or with the sample as one undisturbed start has loaded it. */
async function openTestDatabase(content: 'empty' | 'sample') {
  const sampleUrl = prepared('sampleUrl');
  const empty = Object.assign(new URL(sampleUrl), { pathname: '/template1' }).href;
  const database = await copyDatabase(content === 'empty' ? empty : sampleUrl, prepared('adminUrl'));
  closings.push(() => database.close());
  const { db, close } = connectDatabase<unknown>({ url: database.url, poolSize: 1 });
  closings.push(close);
  async function startNode(options: Partial<ProductOptions> = {}): Promise<RunningProduct> {
    const data = await temporaryDataFolder();
    closings.push(() => data.remove());
    const node = await startProduct({
      dataFolder: data.path,
      ...options,
      environment: { DATABASE_URL: database.url },
    });
    closings.push(() => node.kill());
    return node;
  }
  return { db, startNode };
}

/** What there would be more of after a second load, and less of after half a load. */
async function countSample(db: Database): Promise<unknown> {
  const { rows } = await sql`
    select (select count(*) from billing.supplier) as suppliers, (select count(*) from billing.account) as accounts,
      (select count(*) from billing.reading) as readings, (select count(*) from billing.bill) as bills,
      (select count(*) from billing.bank_statement) as registers, (select count(*) from portal.identity) as identities,
      (select count(*) from portal.identity_account) as owners, (select count(*) from portal.administrator) as administrators,
      (select count(*) from portal.sample_load where finished_at is not null) as loads,
      (select array[count(*), sum(amount_kopiykas)] from billing.ledger_entry where kind <> 'landing') as money`.execute(
    db,
  );
  return rows[0];
}

const readyz = async ({ url }: RunningProduct) => (await fetch(`${url}/readyz`)).status;
const loading = 'Loading the sample supplier';
const clockWarning = 'годинник відстає';

test.describe('a first start', () => {
  test('of two nodes at once on one empty database loads the sample once, and both come up', async () => {
    const { db, startNode } = await openTestDatabase('empty');
    const nodes = await Promise.all([startNode(), startNode()]);
    expect(await Promise.all(nodes.map(readyz))).toEqual([200, 200]);
    expect(nodes.filter((node) => node.output().includes(loading))).toHaveLength(1);
    for (const node of nodes) {
      expect(node.output()).toContain('+380501110001');
      expect(node.output()).not.toContain(clockWarning);
    }
    expect(await countSample(db)).toEqual(await countSample((await openTestDatabase('sample')).db));
    expect(await Promise.all(nodes.map((node) => node.stop()))).toEqual([0, 0]);
  });

  test('that is killed while it loads the sample is gone on with by the next one, which loads it once', async () => {
    const { db, startNode } = await openTestDatabase('empty');
    const killing = new AbortController();
    const killed = startNode({ killSignal: killing.signal }).catch((error: unknown) => String(error));
    await retryUntilDone(
      async () => {
        const { rows } = await sql`select from billing.bill limit 1`.execute(db);
        expect(rows).toHaveLength(1);
      },
      { timeout: 120_000, interval: 20 },
    );
    killing.abort();
    expect(await killed).toContain('the product ended');
    const half = await sql`select finished_at from portal.sample_load`.execute(db);
    expect(half.rows).toEqual([{ finished_at: null }]);
    const node = await startNode();
    expect(await readyz(node)).toBe(200);
    expect(await countSample(db)).toEqual(await countSample((await openTestDatabase('sample')).db));
    expect(await node.stop()).toBe(0);
  });
});

test('a start by a clock that is before the newest booking says so, and is not ready', async () => {
  const { db, startNode } = await openTestDatabase('sample');
  await sql`update billing.booking_clock set newest_at = now() + interval '1 day'`.execute(db);
  const node = await startNode();
  expect(node.output()).toContain(clockWarning);
  expect(await readyz(node)).toBe(503);
  expect(await node.stop()).toBe(0);
});
