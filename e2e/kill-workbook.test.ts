import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { read, utils, type WorkSheet, write } from '@e965/xlsx';
import { expect, test } from '@playwright/test';
import pg from 'pg';
import { type EntityHandle, makeEntity } from '#billing/testing/make-contract.ts';
import { makeSupplier, setPeriodState } from '#billing/testing/make-supplier.ts';
import { checkWorkbook, commitWorkbook, readingsWorkbook } from '#contract/readings/points.ts';
import { billingPeriod } from '#domain/time/billing-period.ts';
import { instantFromIso } from '#domain/time/instant.ts';
import { startEmbeddedPostgres } from '#platform/embedded-postgres/embedded-postgres.ts';
import { fixedClock } from '#platform/testing/fixed-clock.ts';
import { temporaryDataFolder } from '#platform/testing/temporary-data-folder.ts';
import { newId } from '#platform/uuid.ts';
import { requestBody } from '#portal/testing/request-body.ts';
import { valueColumn } from '#portal/testing/scenarios/entity-workbook.ts';
import { until } from './support/paying-client.ts';
import { killAll, killedSessionKeys, prepareDatabase, processTree } from './support/product/kill-fixture.ts';
import { createProductClock, type ProductClock } from './support/product/product-clock.ts';
import { type RunningProduct, startProduct } from './support/product/running-product.ts';

const befores = [100, 200, 300, 400, 500];
const values = befores.map((before) => before + 17);
const inWindow = instantFromIso('2026-10-31T10:00:00Z');
/** The commit waits for this advisory lock when it writes its last event. */
const HELD = 4_711;

let preparedFolder: Awaited<ReturnType<typeof temporaryDataFolder>>;
let clock: ProductClock;
let company: EntityHandle & { readonly token: string };

test.beforeAll(async () => {
  clock = await createProductClock(inWindow);
  preparedFolder = await temporaryDataFolder({ onDisk: true });
  company = await prepareDatabase(preparedFolder.path, fixedClock(inWindow), async ({ db, signIn }) => {
    await makeSupplier(db);
    for (const closed of ['2026-08', '2026-09']) await setPeriodState(db, closed, 'closed');
    const entity = await makeEntity(db, {
      period: billingPeriod('2026-10'),
      contract: { priceKind: 'spot' },
      points: befores.map((before) => ({ before, after: undefined })),
    });
    return { ...entity, token: await signIn([entity.accountNumber], 'entity') };
  });
});
test.afterAll(async () => {
  await clock.remove();
  await preparedFolder.remove();
});

/** A call of the company; the answer's body, a file as bytes. */
async function post(url: string, { path }: { readonly path: string }, more: object) {
  const payload = { token: company.token, account: company.accountNumber, ...more };
  const { type, body } = await requestBody(path, payload);
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': type },
    body: new Uint8Array(body),
  });
  const isJson = response.headers.get('content-type')?.includes('json') === true;
  const answer: unknown = isJson ? await response.json() : Buffer.from(await response.arrayBuffer());
  return { status: response.status, answer };
}

/** The check of a workbook with a new value for each point. */
async function checkFilled(url: string): Promise<string> {
  const { answer: file } = await post(url, readingsWorkbook, {});
  const book = read(file, { cellStyles: true });
  const sheet = book.Sheets[book.SheetNames[0] ?? ''] as WorkSheet;
  const rows = utils.sheet_to_json<unknown[]>(sheet, { header: 1 }).slice(1);
  for (const [index, row] of rows.entries()) {
    const at = company.points.findIndex(({ eicCode }) => row.includes(eicCode));
    utils.sheet_add_aoa(sheet, [[values[at]]], { origin: { r: index + 1, c: valueColumn } });
  }
  const filled = new Uint8Array(write(book, { type: 'buffer', bookType: 'xlsx' }));
  const { answer } = await post(url, checkWorkbook, { requestId: newId(), file: filled });
  expect(answer).toMatchObject({ rows: values.length, good: values.length });
  return (answer as { checkId: string }).checkId;
}

/** Makes the commit wait inside its transaction as long as `release` is not called. */
async function holdCommit(databaseUrl: string) {
  const client = new pg.Client({ connectionString: databaseUrl });
  // Its database may be killed.
  client.on('error', () => undefined);
  await client.connect();
  const last = company.points.at(-1)?.meterId ?? '';
  await client.query(`create function billing.wait_in_commit() returns trigger language plpgsql as $$ begin
      if new.payload ->> 'meterId' = '${last}' then perform pg_advisory_xact_lock_shared(${HELD}); end if;
      return new;
    end $$`);
  await client.query(`create trigger wait_in_commit before insert on billing.outbox_event
    for each row execute function billing.wait_in_commit()`);
  await client.query('select pg_advisory_lock($1)', [HELD]);
  const waiting = async () => {
    const { rows } = await client.query(
      `select from pg_locks where locktype = 'advisory' and objid = $1 and not granted`,
      [HELD],
    );
    return rows.length === 1;
  };
  return { waiting, release: () => client.end().catch(() => undefined) };
}

/** Accepted values and submissions of each point, with how many events and audits they have. */
async function storedIn(databaseUrl: string) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ meterId: string; values: number[]; submissions: number }>(
      `select s.meter_id as "meterId", array_agg(r.value::int) as values, count(distinct s.submission_id)::int as submissions
       from billing.reading_submission s join billing.reading r using (account_number, submission_id)
       where s.account_number = $1 and r.status = 'accepted' group by s.meter_id`,
      [company.accountNumber],
    );
    const audits = await client.query<{ count: number }>(
      `select count(*)::int as count from billing.audit_entry where account_number = $1 and action = 'reading.submit'`,
      [company.accountNumber],
    );
    const byMeter = new Map(rows.map(({ meterId, ...stored }) => [meterId, stored]));
    return {
      points: company.points.map(({ meterId }) => byMeter.get(meterId)),
      audits: audits.rows[0]?.count,
    };
  } finally {
    await client.end();
  }
}

const nothing = { points: values.map(() => undefined), audits: 0 };
const allOnce = {
  points: values.map((value) => ({ values: [value], submissions: 1 })),
  audits: values.length,
};

interface Place {
  /** Starts the product, the database with it or beside it. */
  start(): Promise<RunningProduct>;
  /** Once it runs. */
  databaseUrl(): Promise<string>;
  /** Processes that die with the server. */
  dieWithServer(product: RunningProduct): Promise<readonly number[]>;
  close(): Promise<void>;
}

const environment = () => ({ ...clock.environment, SESSION_KEYS: killedSessionKeys });

/** Of the database that the product started. */
async function urlOfEmbedded(dataFolder: string): Promise<string> {
  const running = JSON.parse(await readFile(join(dataFolder, 'running.json'), 'utf8')) as {
    databaseUrl: string;
  };
  return running.databaseUrl;
}

async function embeddedPlace(killsDatabase: boolean): Promise<Place> {
  const data = await temporaryDataFolder({ onDisk: true });
  await promisify(execFile)('cp', ['-a', `${preparedFolder.path}/.`, data.path]);
  return {
    start: () => startProduct({ dataFolder: data.path, environment: environment() }),
    databaseUrl: () => urlOfEmbedded(data.path),
    dieWithServer: async (product) => (killsDatabase ? processTree(await product.databaseProcessId()) : []),
    close: () => data.remove(),
  };
}

/** A PostgreSQL of its own that the product is given by DATABASE_URL. */
async function externalPlace(): Promise<Place> {
  const [data, ofDatabase] = [
    await temporaryDataFolder({ onDisk: true }),
    await temporaryDataFolder({ onDisk: true }),
  ];
  await promisify(execFile)('cp', ['-a', `${preparedFolder.path}/.`, ofDatabase.path]);
  const server = await startEmbeddedPostgres({ dataFolder: ofDatabase.path, databaseName: 'svitlo' });
  return {
    start: () =>
      startProduct({
        dataFolder: data.path,
        environment: { ...environment(), DATABASE_URL: server.url },
      }),
    databaseUrl: () => Promise.resolve(server.url),
    dieWithServer: () => Promise.resolve([]),
    async close() {
      await server.stop();
      await data.remove();
      await ofDatabase.remove();
    },
  };
}

test.describe('kill -9 in the middle of the commit of a workbook', () => {
  for (const [name, open, left] of [
    ['of the server', () => embeddedPlace(false), [nothing, allOnce]],
    ['of the server and its database', () => embeddedPlace(true), [nothing]],
    ['of the server beside a database of others', externalPlace, [nothing, allOnce]],
  ] as const) {
    test(`${name}: nothing or all is stored, and the same request again stores each reading once`, async () => {
      const place = await open();
      let product: RunningProduct | undefined;
      try {
        product = await place.start();
        const checkId = await checkFilled(product.url);
        const commit = { checkId, mode: 'all', requestId: newId() };
        const held = await holdCommit(await place.databaseUrl());
        const broken = post(product.url, commitWorkbook, commit).then(
          () => 'answered',
          (error: unknown) => String(error),
        );
        await until('the commit is in its transaction', held.waiting);
        expect(await storedIn(await place.databaseUrl())).toEqual(nothing);
        killAll([product.process.pid ?? 0, ...(await place.dieWithServer(product))].filter((id) => id > 1));
        await product.kill();
        expect(await broken).toMatch(/fetch failed|terminated/);
        await held.release();

        product = await place.start();
        expect(left).toContainEqual(await storedIn(await place.databaseUrl()));
        for (const time of ['first', 'second']) {
          const { status, answer } = await post(product.url, commitWorkbook, commit);
          expect([time, status, answer]).toEqual([
            time,
            200,
            expect.objectContaining({ accepted: values.length }),
          ]);
          expect(await storedIn(await place.databaseUrl())).toEqual(allOnce);
        }
      } finally {
        await product?.stop();
        await place.close();
      }
    });
  }
});
