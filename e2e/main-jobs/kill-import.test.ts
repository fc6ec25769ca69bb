import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import pg from 'pg';
import { actOnImport, addImportPart, importState, openImport } from '#contract/import.ts';
import { importPartBytes } from '#contract/values/import.ts';
import { until } from '#e2e/support/paying-client.ts';
import { killedSessionKeys } from '#e2e/support/product/kill-fixture.ts';
import { type RunningProduct, startProduct } from '#e2e/support/product/running-product.ts';
import { sampleSignIns } from '#e2e/support/sample-users.ts';
import { signInByCall } from '#e2e/support/sign-in-by-call.ts';
import { temporaryDataFolder } from '#platform/testing/temporary-data-folder.ts';
import { requestBody } from '#portal/testing/request-body.ts';
import { sampleFolder } from '#sample/make-sample.ts';

/** The load waits for this advisory lock when it writes the payment. */
const HELD = 4_712;
const reference = 'KILLED-IMPORT-1';

let data: Awaited<ReturnType<typeof temporaryDataFolder>>;
let product: RunningProduct;

const start = () => startProduct({ dataFolder: data.path, environment: { SESSION_KEYS: killedSessionKeys } });

test.beforeAll(async () => {
  data = await temporaryDataFolder({ onDisk: true });
  product = await start();
});
test.afterAll(async () => {
  await product.stop();
  await data.remove();
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

/** The sample with a payment that is not there yet. */
async function filesToSend() {
  const names = (await readdir(sampleFolder)).filter((name) => name.endsWith('.csv'));
  return Promise.all(
    names.map(async (name) => {
      const content = await readFile(join(sampleFolder, name), 'utf8');
      if (name !== 'payments.csv') return { name, content: Buffer.from(content) };
      const [header = '', first = ''] = content.split('\n');
      const place = header.split(',').indexOf('reference');
      const line = first.split(',').map((value, index) => (index === place ? reference : value));
      return { name, content: Buffer.from(`${content}${line.join(',')}\n`) };
    }),
  );
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
  const { token } = (await signInByCall(product.url, sampleSignIns.owner)).user;
  const files = await filesToSend();
  const sent = files.map(({ name, content }) => ({ name, byteCount: content.length }));
  const { importNumber } = await ask(openImport, { token, files: sent });
  for (const [index, { content }] of files.entries()) {
    for (let part = 1; (part - 1) * importPartBytes < content.length; part += 1) {
      const file = content.subarray((part - 1) * importPartBytes, part * importPartBytes);
      await ask(addImportPart, { token, importNumber, fileNumber: index + 1, part, file });
    }
  }
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
