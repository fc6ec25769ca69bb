import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createBillingClient, inProcess } from '#billing/client.ts';
import { startTestApp, type TestApp, tokenSecret } from '#portal/testing/start-test-app.ts';
import { readConfig } from './config.ts';
import { deriveSecret } from './http/derive-secret.ts';
import { startJobs } from './jobs.ts';
import { queueMessage } from './modules/messages/public.ts';

let cabinet: TestApp;
let jobs: { stop(): Promise<void> };

beforeAll(async () => {
  cabinet = await startTestApp('2026-11-20T10:00:00Z');
  const { portalDb: db, clock, url: databaseUrl } = cabinet;
  const billing = createBillingClient({
    transport: inProcess(cabinet.billing),
    record: () => undefined,
    clock,
  });
  jobs = await startJobs({ databaseUrl, db, billing, clock, config: readConfig({}), tokenSecret });
});
afterAll(async () => {
  await jobs.stop();
  await cabinet.close();
});

test('when the server is up, the logs have their partitions for today and the week ahead', async () => {
  const { rows } = await sql<{ first: string | null; last: string | null }>`
    select to_regclass('portal.api_call_20261120')::text as first,
           to_regclass('portal.error_log_20261127')::text as last
  `.execute(cabinet.portalDb);
  expect(rows).toEqual([{ first: 'portal.api_call_20261120', last: 'portal.error_log_20261127' }]);
});

test('when the server is up, a message leaves at once', async () => {
  const { portalDb: db, clock } = cabinet;
  const secretFor = (purpose: string) => deriveSecret(tokenSecret, purpose);
  const messageId = await queueMessage(
    { db, secretFor },
    { channel: 'sms', recipient: '+380671112233', kind: 'test', params: {} },
    clock.now(),
  );
  await vi.waitFor(async () => {
    const { state } = await db
      .selectFrom('portal.outgoing_message')
      .select('state')
      .where('message_id', '=', messageId)
      .executeTakeFirstOrThrow();
    expect(state).toBe('sent');
  }, 20_000);
});
