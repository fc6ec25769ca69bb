import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { sql } from 'kysely';
import { prepared } from '#e2e/support/product/prepared.ts';
import {
  type ProductOptions,
  type RunningProduct,
  startProduct,
} from '#e2e/support/product/running-product.ts';
import { connectDatabase } from '#platform/database/database.ts';
import { startS3 } from '#platform/object-store/testing/start-s3.ts';
import { copyDatabase } from '#platform/testing/copy-database.ts';
import { freePort } from '#platform/testing/free-port.ts';
import { temporaryDataFolder } from '#platform/testing/temporary-data-folder.ts';
import { retryUntilDone } from './support/outbox-code.ts';

const root = join(import.meta.dirname, '..');

/** Runs cli/start.ts where it is expected to refuse; answers what it printed and its exit code. */
async function runToEnd(
  environment: Record<string, string>,
): Promise<{ code: number | null; output: string }> {
  const child: ChildProcess = spawn(process.execPath, [join(root, 'cli/start.ts')], {
    cwd: root,
    env: { ...process.env, HOST: '127.0.0.1', ...environment },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const code = await new Promise<number | null>((done) => child.once('close', done));
  return { code, output };
}

function isAlive(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch {
    return false;
  }
}

test.describe('starting and stopping the product', () => {
  // Each goes on where the one before it ended.
  test.describe.configure({ mode: 'serial' });
  let data: Awaited<ReturnType<typeof temporaryDataFolder>>;
  let product: RunningProduct;

  test.beforeAll(async () => {
    data = await temporaryDataFolder();
    // What a first start knows: no address of its own.
    product = await startProduct({ dataFolder: data.path, environment: { PUBLIC_URL: '' } });
  });
  test.afterAll(async () => {
    // In order: a killed one would leave its database running.
    await product.stop();
    await data.remove();
  });

  test('prints the address and the sample sign-ins', () => {
    expect(product.output()).toContain('Svitlo is ready: http://localhost:');
    expect(product.output()).toContain('+380501110001');
    expect(product.output()).toContain('Svitlo-2026-demo');
  });

  test('is alive and ready, and serves the landing', async () => {
    for (const path of ['/healthz', '/readyz', '/'])
      expect((await fetch(product.url + path)).status).toBe(200);
    expect(await (await fetch(product.url)).text()).toContain('Приєднуємо вас до мережі...');
  });

  test('refuses a second start on the same data in one line', async () => {
    const { code, output } = await runToEnd({ SVITLO_DATA: data.path, PORT: String(await freePort()) });
    expect(code).toBe(1);
    expect(output.trim().split('\n')).toHaveLength(1);
    expect(output).toContain('Svitlo already runs on');
  });

  test('refuses production, in one line that says what to do, on the database of the sample', async () => {
    const running = JSON.parse(await readFile(join(data.path, 'running.json'), 'utf8')) as {
      databaseUrl: string;
    };
    const other = await temporaryDataFolder();
    const { code, output } = await runToEnd({
      NODE_ENV: 'production',
      CLAMD: 'off',
      DATABASE_URL: running.databaseUrl,
      SVITLO_DATA: other.path,
      PORT: String(await freePort()),
    });
    await other.remove();
    expect(code).toBe(1);
    expect(output.trim().split('\n')).toHaveLength(1);
    expect(output).toContain('start production on a database of its own, with another SVITLO_DATA');
  });

  test('refuses production that has no scanner of files and does not say so', async () => {
    const { code, output } = await runToEnd({ NODE_ENV: 'production', PORT: String(await freePort()) });
    expect(code).toBe(1);
    expect(output.trim().split('\n')).toHaveLength(1);
    expect(output).toContain('or CLAMD=off');
  });

  test('refuses a data folder that it can not write in one line that says so', async () => {
    const other = await temporaryDataFolder();
    const file = join(other.path, 'file');
    await writeFile(file, '');
    const { code, output } = await runToEnd({
      SVITLO_DATA: join(file, 'data'),
      PORT: String(await freePort()),
    });
    await other.remove();
    expect(code).toBe(1);
    expect(output.trim().split('\n')).toHaveLength(1);
    expect(output).toContain("can't be written (ENOTDIR)");
  });

  test('refuses a bucket of files that is not there in one line that names the setting', async () => {
    const [other, s3] = [await temporaryDataFolder(), await startS3()];
    const running = JSON.parse(await readFile(join(data.path, 'running.json'), 'utf8')) as {
      databaseUrl: string;
    };
    const { code, output } = await runToEnd({
      ...{ DATABASE_URL: running.databaseUrl, SVITLO_DATA: other.path, PORT: String(await freePort()) },
      ...{ FILES_TO: 's3://nowhere', S3_ENDPOINT: s3.endpoint },
    });
    await Promise.all([other.remove(), s3.close()]);
    expect(code).toBe(1);
    expect(output.trim().split('\n')).toHaveLength(1);
    expect(output).toContain("FILES_TO can't be used: s3://nowhere/: NoSuchBucket");
  });

  test('refuses a taken port in one line', async () => {
    const other = await temporaryDataFolder();
    const port = new URL(product.url).port;
    const { code, output } = await runToEnd({ SVITLO_DATA: other.path, PORT: port });
    await other.remove();
    expect(code).toBe(1);
    expect(output.trim().split('\n')).toHaveLength(1);
    expect(output).toContain(`Port ${port} is taken`);
  });

  test('refuses a wrong setting in one line that names it', async () => {
    const { code, output } = await runToEnd({ SVITLO_DATA: data.path, PORT: 'three thousand' });
    expect(code).toBe(1);
    expect(output.trim()).toBe('PORT must be a whole number, not "three thousand"');
  });

  test('finishes a request in flight on SIGTERM, and stops the database in order', async () => {
    const databaseProcessId = await product.databaseProcessId();
    const call = request(`${product.url}/api/api-link`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-length': 2, expect: '100-continue' },
    });
    const answered = once(call, 'response');
    call.flushHeaders();
    // The server has the head of the request.
    await once(call, 'continue');
    const stopped = product.stop();
    const isReady = () =>
      fetch(`${product.url}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      );
    await expect.poll(isReady, { intervals: [20] }).toBe(false);
    // The payload arrives when the end has begun already.
    call.end('{}');
    const [response] = (await answered) as [IncomingMessage];
    const status = response.resume().statusCode;
    const code = await stopped;
    expect(status).toBe(200);
    expect(code).toBe(0);
    expect(isAlive(databaseProcessId)).toBe(false);
  });

  test('starts again without loading anything, with the data of before', async () => {
    product = await startProduct({ dataFolder: data.path });
    expect(product.output()).not.toContain('Loading');
  });

  test('recovers by itself after kill -9 of the server', async () => {
    const databaseProcessId = await product.databaseProcessId();
    await product.kill();
    expect(isAlive(databaseProcessId)).toBe(true);
    product = await startProduct({ dataFolder: data.path });
    expect((await fetch(`${product.url}/readyz`)).status).toBe(200);
  });

  test('recovers by itself after kill -9 of the server and of the database', async () => {
    const databaseProcessId = await product.databaseProcessId();
    await product.kill();
    process.kill(databaseProcessId, 'SIGKILL');
    product = await startProduct({ dataFolder: data.path });
    expect((await fetch(`${product.url}/readyz`)).status).toBe(200);
  });

  test('starts no database of its own with DATABASE_URL', async () => {
    const database = await copyDatabase(prepared('sampleUrl'), prepared('adminUrl'));
    const other = await temporaryDataFolder();
    const second = await startProduct({
      dataFolder: other.path,
      environment: { DATABASE_URL: database.url },
    });
    expect((await fetch(`${second.url}/readyz`)).status).toBe(200);
    await expect(second.databaseProcessId()).rejects.toThrow();
    expect(await second.stop()).toBe(0);
    await database.close();
    await other.remove();
  });

  // Only root puts it elsewhere.
  const isRoot = process.getuid?.() === 0;
  if (isRoot)
    test('keeps its database elsewhere when the data lie in a closed folder', async () => {
      const closed = await mkdtemp(join(tmpdir(), 'svitlo-closed-'));
      await chmod(closed, 0o700);
      const dataFolder = join(closed, 'data');
      await mkdir(dataFolder);
      const second = await startProduct({
        dataFolder,
        environment: { NODE_ENV: 'production', CLAMD: 'off' },
      });
      const place = (await readFile(join(dataFolder, 'database-lies-in.txt'), 'utf8')).trim();
      expect(place).toMatch(/^\/var\/lib\/svitlo-/);
      expect(second.output()).not.toContain('+380501110001');
      expect(await second.stop()).toBe(0);
      await rm(join(place, '..'), { recursive: true, force: true });
      await rm(closed, { recursive: true, force: true });
    });
});

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

test('of three nodes that start on one empty database one loads the sample; another takes over when that one is killed, and the sample is there once', async () => {
  const { db, startNode } = await openTestDatabase('empty');
  const nodes = [1, 2, 3].map(() => {
    const killing = new AbortController();
    let printed = '';
    const onOutput = (text: string) => {
      printed += text;
    };
    return {
      started: startNode({ killSignal: killing.signal, onOutput }).catch((error: unknown) => String(error)),
      kill: () => killing.abort(),
      isLoading: () => printed.includes(loading),
    };
  });
  await retryUntilDone(
    async () => {
      const { rows } = await sql`select from billing.bill limit 1`.execute(db);
      expect(rows).toHaveLength(1);
    },
    { timeout: 120_000, interval: 20 },
  );
  const [loader, ...otherLoaders] = nodes.filter(({ isLoading }) => isLoading());
  expect(otherLoaders).toEqual([]);
  loader?.kill();
  const half = await sql`select finished_at from portal.sample_load`.execute(db);
  expect(half.rows).toEqual([{ finished_at: null }]);
  expect(await loader?.started).toContain('the product ended');
  const ended = await Promise.all(nodes.filter((node) => node !== loader).map(({ started }) => started));
  const running = ended.filter((node) => typeof node !== 'string');
  expect(running).toHaveLength(2);
  expect(await Promise.all(running.map(readyz))).toEqual([200, 200]);
  expect(running.filter((node) => node.output().includes(loading))).toHaveLength(1);
  for (const node of running) {
    expect(node.output()).toContain('+380501110001');
    expect(node.output()).not.toContain(clockWarning);
  }
  expect(await countSample(db)).toEqual(await countSample((await openTestDatabase('sample')).db));
  expect(await Promise.all(running.map((node) => node.stop()))).toEqual([0, 0]);
});

test('a start by a clock that is before the newest booking says so, and is ready', async () => {
  const { db, startNode } = await openTestDatabase('sample');
  await sql`update billing.booking_clock set newest_at = now() + interval '1 day'`.execute(db);
  const node = await startNode();
  expect(node.output()).toContain(clockWarning);
  expect(await readyz(node)).toBe(200);
  expect(await node.stop()).toBe(0);
});
