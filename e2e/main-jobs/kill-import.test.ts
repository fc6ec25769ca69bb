import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import pg from 'pg';
import { importFolder } from '#billing/modules/import/public.ts';
import { supplierFiles } from '#billing/modules/import/testing/supplier-files.ts';
import { actOnImport, addImportPart, importState, openImport } from '#contract/import.ts';
import { kyivInstant } from '#domain/time/kyiv.ts';
import { localDate } from '#domain/time/local-date.ts';
import { until } from '#e2e/support/paying-client.ts';
import { killedSessionKeys, prepareDatabase } from '#e2e/support/product/kill-fixture.ts';
import { createProductClock, type ProductClock } from '#e2e/support/product/product-clock.ts';
import { type RunningProduct, startProduct } from '#e2e/support/product/running-product.ts';
import { fixedClock } from '#platform/testing/fixed-clock.ts';
import { temporaryDataFolder } from '#platform/testing/temporary-data-folder.ts';
import { requestBody } from '#portal/testing/request-body.ts';

/** The load waits for this advisory lock when it writes the payment. */
const HELD = 4_712;
/** A day after the months of the files. */
const now = kyivInstant(localDate('2026-11-20'), 12, 0);

let data: Awaited<ReturnType<typeof temporaryDataFolder>>;
let clock: ProductClock;
let product: RunningProduct;
let token: string;

const start = () =>
  startProduct({
    dataFolder: data.path,
    environment: { SESSION_KEYS: killedSessionKeys, ...clock.environment },
  });

test.beforeAll(async () => {
  [data, clock] = await Promise.all([temporaryDataFolder({ onDisk: true }), createProductClock(now)]);
  token = await prepareDatabase(data.path, fixedClock(now), async ({ db, pool, signIn }) => {
    const folder = await mkdtemp(join(tmpdir(), 'supplier-'));
    for (const [name, content] of Object.entries(supplierFiles)) await writeFile(join(folder, name), content);
    const loaded = await importFolder({ db, pool, folder, clock: fixedClock(now) });
    await rm(folder, { recursive: true });
    expect(loaded).toMatchObject({ kind: 'loaded' });
    return signIn([], 'admin');
  });
  product = await start();
});
test.afterAll(async () => {
  await product.stop();
  await Promise.all([data.remove(), clock.remove()]);
});

interface ImportAnswer {
  readonly importNumber: number;
  readonly state: string;
  readonly code: string | null;
}

async function ask({ path }: { readonly path: string }, payload: object): Promise<ImportAnswer> {
  const { type, body } = await requestBody(path, payload);
  const response = await fetch(product.url + path, {
    method: 'POST',
    headers: { 'content-type': type },
    body: new Uint8Array(body),
  });
  const answer = (await response.json()) as { readonly import?: ImportAnswer };
  if (answer.import === undefined) throw new Error(JSON.stringify(answer));
  return answer.import;
}

async function connect(): Promise<pg.Client> {
  const { databaseUrl } = JSON.parse(await readFile(join(data.path, 'running.json'), 'utf8')) as {
    databaseUrl: string;
  };
  const client = new pg.Client({ connectionString: databaseUrl });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** Makes the load wait inside its transaction until the client ends. */
async function holdLoad(client: pg.Client): Promise<void> {
  await client.query(`create function billing.wait_in_load() returns trigger language plpgsql as $$ begin
      perform pg_advisory_xact_lock_shared(${HELD});
      return new;
    end $$`);
  await client.query(`create trigger wait_in_load before insert on billing.payment
    for each row execute function billing.wait_in_load()`);
  await client.query('select pg_advisory_lock($1)', [HELD]);
}

async function isHeld(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(
    `select from pg_locks where locktype = 'advisory' and objid = $1 and not granted`,
    [HELD],
  );
  return rows.length > 0;
}

/** What an import could have half loaded. */
async function countsOf(client: pg.Client) {
  const { rows } = await client.query(`select
    (select count(*)::int from billing.payment) as payments,
    (select count(*)::int from billing.ledger_entry) as entries`);
  return rows[0] as { payments: number; entries: number };
}

test('an import whose server is killed while it loads has loaded nothing, says so, and is loaded when it is started again', async () => {
  test.setTimeout(600_000);
  // What is loaded already, and a payment that is not.
  const files = Object.entries({
    ...supplierFiles,
    'payments.csv': `${supplierFiles['payments.csv']}P-2,2390001111,2026-11-15,2026-11-16,10.00,energy,,bank\n`,
  }).map(([name, content]) => ({ name, content: Buffer.from(content) }));
  const sent = files.map(({ name, content }) => ({ name, byteCount: content.length }));
  const { importNumber } = await ask(openImport, { token, files: sent });
  for (const [index, { content }] of files.entries())
    await ask(addImportPart, { token, importNumber, fileNumber: index + 1, part: 1, file: content });
  // What a process before left is settled by a job of each minute.
  const becomes = (wanted: string) =>
    expect
      .poll(async () => (await ask(importState, { token, importNumber })).state, { timeout: 180_000 })
      .toBe(wanted);
  await ask(actOnImport, { token, importNumber, act: 'check' });
  await becomes('checked');

  const held = await connect();
  const before = await countsOf(held);
  await holdLoad(held);
  await ask(actOnImport, { token, importNumber, act: 'load', reason: 'Оплата, якої бракувало' });
  await until('the load is in its transaction', () => isHeld(held));
  await product.kill();
  await held.end();

  product = await start();
  await becomes('failed');
  expect(await ask(importState, { token, importNumber })).toMatchObject({ code: 'interrupted' });
  const after = await connect();
  expect(await countsOf(after)).toEqual(before);

  await ask(actOnImport, { token, importNumber, act: 'load', reason: 'Оплата, якої бракувало' });
  await becomes('done');
  expect((await countsOf(after)).payments).toBe(before.payments + 1);
  await after.end();
});
