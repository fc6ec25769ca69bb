import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createBillingClient, inProcess } from '#billing/client.ts';
import { startTestApp, tokenSecret } from '#portal/testing/start-test-app.ts';
import { readConfig } from './config.ts';
import { startJobs } from './jobs.ts';

test('when the server is up, the logs have their partitions for today and the week ahead', async () => {
  const cabinet = await startTestApp('2026-11-20T10:00:00Z');
  const { portalDb: db, clock } = cabinet;
  const billing = createBillingClient({
    transport: inProcess(cabinet.billing),
    record: () => undefined,
    clock,
  });
  const jobs = await startJobs({ db, billing, clock, config: readConfig({}), tokenSecret });
  try {
    const { rows } = await sql<{ first: string | null; last: string | null }>`
      select to_regclass('portal.api_call_20261120')::text as first,
             to_regclass('portal.error_log_20261127')::text as last
    `.execute(db);
    expect(rows).toEqual([{ first: 'portal.api_call_20261120', last: 'portal.error_log_20261127' }]);
  } finally {
    await jobs.stop();
    await cabinet.close();
  }
});
