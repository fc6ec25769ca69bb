import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { giveReading } from '#billing/testing/give-reading.ts';
import { makeAccount } from '#billing/testing/make-account.ts';
import { monotonicClock } from '#platform/clock.ts';
import { connectDatabase } from '#platform/database/database.ts';
import { productVersion } from '#platform/host/version.ts';
import { newId } from '#platform/uuid.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { startTestApp, type TestApp } from '#portal/testing/start-test-app.ts';
import { healthFigures } from './health-figures.ts';
import { createMetrics } from './metrics.ts';

const token = 'a-token-of-the-collector';
let cabinet: TestApp;
let dataFolder: string;

beforeAll(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'svitlo-health-'));
  cabinet = await startTestApp(undefined, { METRICS_TOKEN: token, SVITLO_DATA: dataFolder });
});
afterAll(async () => {
  await cabinet.close();
  await rm(dataFolder, { recursive: true });
});

/** Value of a series by its name with labels; undefined: it is absent. */
function valuesOf(text: string): (series: string) => number | undefined {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const values = new Map(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]),
  );
  return (series) => values.get(series);
}

test('a server shows its version, its checks, disks, backups, what waits, and no certificate without HTTPS', async () => {
  await writeFile(
    join(dataFolder, 'backup-state.json'),
    JSON.stringify({
      ...{ lastBackupAt: '2026-11-20T01:00:00Z', target: '/backups' },
      ...{ lastCheckAt: '2026-11-20T02:00:00Z', lastCheckOk: false },
    }),
  );
  const { accountNumber, meterId } = await makeAccount(cabinet.billingDb);
  await sql`
    insert into billing.payment (account_number, payment_id, order_id, request_id, provider, purpose, amount_kopiykas,
      state, started_at)
    values (${accountNumber}, ${newId()}, 'waits-1', ${newId()}, 'liqpay', 'energy', 100, 'sent', now() - interval '2 hours')`.execute(
    cabinet.billingDb,
  );
  await giveReading(cabinet.billingDb, {
    ...{ accountNumber, meterId, period: '2026-11', effectiveDate: '2026-11-19' },
    ...{ values: { single: 900_000 }, status: 'underReview' },
  });
  const { body } = await cabinet.app.inject({
    url: '/metrics',
    headers: { authorization: `Bearer ${token}` },
  });
  const value = valuesOf(body);
  const { version, commit } = productVersion();
  expect(value(`svitlo_build_info{version="${version}",commit="${commit}"}`)).toBe(1);
  expect(value('svitlo_ready{check="database"}')).toBe(1);
  expect(value('svitlo_ready{check="folderWrite"}')).toBe(1);
  expect(value('svitlo_disk_free_bytes{folder="data"}')).toBeGreaterThan(0);
  expect(value('svitlo_backup_timestamp_seconds')).toBe(Date.parse('2026-11-20T01:00:00Z') / 1000);
  expect(value('svitlo_backup_check_ok')).toBe(0);
  expect(value('svitlo_wal_archived_timestamp_seconds')).toBeUndefined();
  expect(value('svitlo_certificate_expiry_timestamp_seconds')).toBeUndefined();
  expect(value('svitlo_clock_difference_seconds')).toEqual(expect.any(Number));
  expect(value('svitlo_records_dropped_total')).toBe(0);
  expect(value('svitlo_queue_late_seconds')).toBe(0);
  expect(value('svitlo_payment_oldest_waiting_seconds{provider="liqpay"}')).toBeGreaterThan(7199);
  expect(value('svitlo_readings_under_review')).toBe(1);
  expect(value('svitlo_terms_ending')).toBe(0);
});

test('while the database is away the checks are 0 and the queue is later with each second', async () => {
  const { db, close } = connectDatabase<unknown>({ url: 'postgres://nobody@127.0.0.1:1/none' });
  // A whole number: with a fraction, (start + seconds * 1000 - start) / 1000 differs from seconds by a rounding.
  const start = Math.ceil(monotonicClock.now());
  const now = vi.spyOn(monotonicClock, 'now').mockReturnValue(start);
  const metrics = createMetrics({ db, pools: {} });
  const checks = [
    { name: 'database', check: async () => void (await sql`select 1`.execute(db)) },
    { name: 'folderWrite', check: async () => undefined },
  ];
  const { clock } = cabinet;
  const config = { dataFolder, publicUrl: 'http://localhost' };
  for (const source of healthFigures({ db: db as PortalDatabase, clock, config, checks, callLog: undefined }))
    metrics.addFigures(source);
  for (const seconds of [5, 300]) {
    now.mockReturnValue(start + seconds * 1000);
    const value = valuesOf((await metrics.read()).text);
    expect(value('svitlo_queue_late_seconds')).toBe(seconds);
    expect(value('svitlo_ready{check="database"}')).toBe(0);
    expect(value('svitlo_ready{check="folderWrite"}')).toBe(1);
    expect(value('svitlo_clock_difference_seconds')).toBeUndefined();
    expect(value('svitlo_disk_free_bytes{folder="data"}')).toBeGreaterThan(0);
  }
  now.mockRestore();
  await close();
});
