import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BillingUnavailable } from '#billing/billing-errors.ts';
import { createBillingClient } from '#billing/client.ts';
import { type Instant, instantFromIso } from '#domain/time/instant.ts';
import { productVersion } from '#platform/host/version.ts';
import { fixedClock } from '#platform/testing/fixed-clock.ts';
import { openFileObjects } from '#portal/gateways/files/open-file-store.ts';
import { startTestApp, type TestApp } from '#portal/testing/start-test-app.ts';
import { createReadinessChecks, productName, serveProbes } from './probes.ts';
import { tryWriteDatabase } from './try-write.ts';

let cabinet: TestApp;
let folder: string;
beforeAll(async () => {
  cabinet = await startTestApp();
  folder = await mkdtemp(join(tmpdir(), 'svitlo-probes-'));
});
afterAll(async () => {
  await cabinet.close();
  await rm(folder, { recursive: true, force: true });
});

/** A server with probes only, on a back end that counts its calls. */
async function startProbes() {
  const clock = fixedClock(instantFromIso('2026-11-20T10:00:00Z'));
  const asked = { count: 0 };
  const noted: unknown[] = [];
  let down = false;
  const billing = createBillingClient({
    clock,
    record: () => undefined,
    transport: async (module) => {
      if (module.name === 'SUPPLIER_GET') asked.count += 1;
      if (down) throw new BillingUnavailable(502, undefined);
      return { ok: true, data: { isBehind: false, newestAt: '2026-11-19T10:00:00Z' } };
    },
  });
  const app = Fastify({ genReqId: () => 'R' });
  const stopping = new AbortController();
  const dataFolder = join(folder, 'data');
  serveProbes(app, {
    clock,
    checks: createReadinessChecks({
      ...{ db: cabinet.portalDb, billing, clock, dataFolder, nodeName: 'node' },
      files: openFileObjects({ dataFolder }),
    }),
    stopping: stopping.signal,
    recordFault: (fault) => void noted.push(fault),
  });
  const ask = async () => (await app.inject({ url: '/readyz' })).statusCode;
  return {
    asked,
    noted,
    dataFolder,
    stop: () => stopping.abort(),
    /** The status and the name of the failed check. */
    askOnce: async () => {
      const answer = await app.inject({ url: '/readyz' });
      return [answer.statusCode, answer.json().details?.check];
    },
    askAtOnce: (count: number) => Promise.all(Array.from({ length: count }, ask)),
    wait: (ms: number) => clock.set((clock.now() + ms) as Instant),
    breakDown: () => {
      down = true;
    },
  };
}

test('/readyz checks the database and the back end at most once a second', async () => {
  const { asked, askAtOnce, wait } = await startProbes();
  expect(await askAtOnce(50)).toEqual(Array(50).fill(200));
  wait(999);
  expect(await askAtOnce(50)).toEqual(Array(50).fill(200));
  expect(asked.count).toBe(1);
  wait(1);
  await askAtOnce(50);
  expect(asked.count).toBe(2);
});

test('/readyz reports a failed back end to all callers, logs it once and retries after a second', async () => {
  const { asked, noted, askAtOnce, wait, breakDown } = await startProbes();
  expect(await askAtOnce(1)).toEqual([200]);
  breakDown();
  wait(1000);
  expect(await askAtOnce(50)).toEqual(Array(50).fill(502));
  expect({ asked: asked.count, noted: noted.length }).toEqual({ asked: 2, noted: 1 });
});

test('/readyz ignores a cached result after the clock was set back', async () => {
  const { asked, askAtOnce, wait } = await startProbes();
  await askAtOnce(1);
  wait(-3_600_000);
  await askAtOnce(1);
  expect(asked.count).toBe(2);
});

test('health probes are not logged', async () => {
  cabinet.moduleCalls.length = 0;
  expect((await cabinet.app.inject({ url: '/readyz' })).statusCode).toBe(200);
  expect(cabinet.moduleCalls).toEqual([]);
});

/** Simulates a full disk for the probe table while the work runs. */
async function withFullDisk(work: () => Promise<void>): Promise<void> {
  const { portalDb } = cabinet;
  await sql`
    create function portal.refuse_room() returns trigger language plpgsql as $$
    begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$
  `.execute(portalDb);
  await sql`
    create trigger refuse_room before insert on portal.write_probe execute function portal.refuse_room()
  `.execute(portalDb);
  try {
    await work();
  } finally {
    await sql`drop function portal.refuse_room cascade`.execute(portalDb);
  }
}

test('/readyz fails while the database disk is full and recovers soon after', async () => {
  const { askOnce, noted, wait } = await startProbes();
  await withFullDisk(async () => {
    expect(await askOnce()).toEqual([503, 'databaseWrite']);
    expect(noted.map(String)).toEqual(['error: could not extend file: No space left on device']);
  });
  wait(2000);
  expect(await askOnce()).toEqual([200, undefined]);
});

test('/readyz detects a full disk within 15 seconds', async () => {
  const { askOnce, wait } = await startProbes();
  expect(await askOnce()).toEqual([200, undefined]);
  await withFullDisk(async () => {
    wait(14_000);
    expect(await askOnce()).toEqual([200, undefined]);
    wait(1000);
    expect(await askOnce()).toEqual([503, 'databaseWrite']);
  });
});

test('the write check leaves one row for each node, not of those gone for a day; concurrent checks succeed', async () => {
  const { portalDb } = cabinet;
  await sql`delete from portal.commit_probe`.execute(portalDb);
  await sql`insert into portal.commit_probe values ('gone', now() - interval '25 hours')`.execute(portalDb);
  await Promise.all(['a', 'b', 'c', 'a'].map((node) => tryWriteDatabase(portalDb, node)));
  const { rows } = await sql<{ pages: bigint }>`
    select pg_relation_size('portal.write_probe') as pages`.execute(portalDb);
  expect(rows).toEqual([{ pages: 0n }]);
  const nodes = await sql`select node from portal.commit_probe order by 1`.execute(portalDb);
  expect(nodes.rows).toEqual(['a', 'b', 'c'].map((node) => ({ node })));
});

test('/readyz is 503 when a check does not end, and does not begin it again meanwhile', async () => {
  const clock = fixedClock(instantFromIso('2026-11-20T10:00:00Z'));
  const hanging = Promise.withResolvers<void>();
  let begun = 0;
  const app = Fastify({ genReqId: () => 'R' });
  serveProbes(app, {
    clock,
    checks: [
      {
        name: 'databaseWrite',
        check: () => {
          begun += 1;
          return hanging.promise;
        },
      },
    ],
    stopping: new AbortController().signal,
    recordFault: () => undefined,
    checkMs: 20,
  });
  const ask = async () => {
    const answer = await app.inject({ url: '/readyz' });
    clock.set((clock.now() + 2000) as Instant);
    return [answer.statusCode, answer.json().details?.check];
  };
  expect([await ask(), await ask()]).toEqual([
    [503, 'databaseWrite'],
    [503, 'databaseWrite'],
  ]);
  expect(begun).toBe(1);
  hanging.resolve();
  expect(await ask()).toEqual([200, undefined]);
});

test('/readyz fails when the data folder is not writable', async () => {
  const { askOnce, dataFolder, wait } = await startProbes();
  await rm(dataFolder, { recursive: true, force: true });
  await writeFile(dataFolder, 'a file where the folder should be');
  expect((await askOnce())[1]).toBe('folderWrite');
  await rm(dataFolder);
  await mkdir(dataFolder);
  wait(2000);
  expect(await askOnce()).toEqual([200, undefined]);
  expect(await readdir(dataFolder)).toEqual([]);
});

test('/readyz fails at once when the server is about to stop', async () => {
  const { askOnce, stop } = await startProbes();
  expect(await askOnce()).toEqual([200, undefined]);
  stop();
  expect(await askOnce()).toEqual([503, 'stopping']);
});

test('/readyz only warns when the clock is before the newest booking', async () => {
  const setNewest = (at: string) =>
    sql`update billing.booking_clock set newest_at = ${at}::timestamptz`.execute(cabinet.billingDb);
  const ask = async () => {
    cabinet.clock.set((cabinet.clock.now() + 2000) as Instant);
    const { statusCode, body } = await cabinet.app.inject({ url: '/readyz' });
    return [statusCode, JSON.parse(body)];
  };
  await setNewest('2027-01-01');
  const warned = [200, { status: 'success', warnings: ['bookingClock'] }];
  expect([await ask(), await ask()]).toEqual([warned, warned]);
  await setNewest('epoch');
  expect(await ask()).toEqual([200, { status: 'success' }]);
});

test('/readyz logs a warning when it begins', async () => {
  const clock = fixedClock(instantFromIso('2026-11-20T10:00:00Z'));
  const noted: unknown[] = [];
  let isWrong = true;
  const app = Fastify({ genReqId: () => 'R' });
  serveProbes(app, {
    clock,
    checks: [
      {
        name: 'bookingClock',
        weight: 'warning',
        check: () => (isWrong ? Promise.reject(new Error('wrong')) : Promise.resolve()),
      },
    ],
    stopping: new AbortController().signal,
    recordFault: (fault) => void noted.push(fault),
  });
  const ask = async () => {
    clock.set((clock.now() + 2000) as Instant);
    return (await app.inject({ url: '/readyz' })).json().warnings;
  };
  expect([await ask(), await ask()]).toEqual([['bookingClock'], ['bookingClock']]);
  expect(noted).toHaveLength(1);
  isWrong = false;
  expect(await ask()).toBeUndefined();
  isWrong = true;
  await ask();
  expect(noted).toHaveLength(2);
});

test('/healthz says product, version and commit', async () => {
  const { body } = await cabinet.app.inject({ url: '/healthz' });
  expect(JSON.parse(body)).toEqual({
    status: 'success',
    product: productName,
    ...productVersion(),
    forwarded: 'none',
  });
});

test.each([
  ['none', {}, '192.0.2.1'],
  ['trusted', { 'x-forwarded-for': '198.51.100.7' }, '192.0.2.1'],
  ['ignored', { 'x-forwarded-for': '198.51.100.7' }, '203.0.113.5'],
])('/healthz says that the proxy is %s', async (forwarded, headers, remoteAddress) => {
  const app = Fastify({ trustProxy: '192.0.2.1' });
  serveProbes(app, {
    clock: cabinet.clock,
    checks: [],
    stopping: new AbortController().signal,
    recordFault: () => undefined,
  });
  const { body } = await app.inject({ url: '/healthz', headers, remoteAddress });
  expect(JSON.parse(body)).toMatchObject({ forwarded });
});
