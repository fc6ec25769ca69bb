import { type AddressInfo, createServer, type Socket } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createBillingClient, inProcess } from '#billing/client.ts';
import { insertOutboxEvents } from '#billing/modules/events/public.ts';
import { saveNotification } from '#contract/notifications.ts';
import { instantFromIso } from '#domain/time/instant.ts';
import { addRound, periodicKey } from '#platform/jobs/add-jobs.ts';
import { collectLog } from '#platform/testing/collect-log.ts';
import { ensurePartitions } from '#portal/http/records/partitions.ts';
import { provideTestApp } from '#portal/testing/hooks/provide-test-app.ts';
import { testKeys } from '#portal/testing/start-test-app.ts';
import { readConfig } from './config.ts';
import { startJobs } from './jobs.ts';
import { askForReminders } from './modules/notifications/public.ts';
import { queueMessage } from './modules/outbox/public.ts';

let jobs: { stop(): Promise<void> };

/** A mail server that accepts connections and never answers. */
const hanging = new Set<Socket>();
const mailServer = createServer((socket) => {
  hanging.add(socket);
  socket.on('error', () => undefined);
});

const phone = '+380671112244';

/** A person subscribed to payment SMS, and a payment that failed while the server was down. */
async function happenBeforeTheStart(): Promise<void> {
  const account = '2390005001';
  const token = await cabinet.signIn([account]);
  await cabinet.portalDb.updateTable('portal.identity').set({ phone }).execute();
  await cabinet.post(saveNotification, { token, kind: 'paymentFailed', channel: 'sms', isOn: true });
  const failed = { accountNumber: account, kind: 'payment.failed', payload: { sum: '10.00' } };
  await insertOutboxEvents(cabinet.billingDb, [failed], cabinet.clock.now());
}

const cabinet = provideTestApp();

beforeAll(async () => {
  const { portalDb: db, clock, url: databaseUrl } = cabinet;
  const billing = createBillingClient({
    transport: inProcess(cabinet.billing),
    record: () => undefined,
    clock,
  });
  await happenBeforeTheStart();
  await new Promise<void>((resolve) => mailServer.listen(0, '127.0.0.1', resolve));
  const { port } = mailServer.address() as AddressInfo;
  const config = readConfig({ SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'no-reply@example.test' });
  jobs = await startJobs({ databaseUrl, db, billing, clock, config, keys: testKeys, log: collectLog().log });
});
afterAll(async () => {
  mailServer.close();
  for (const socket of hanging) socket.destroy();
  await jobs.stop();
});

test('startJobs creates log partitions for today and the next week', async () => {
  const { rows } = await sql<{ first: string | null; last: string | null }>`
    select to_regclass('portal.api_call_20261120')::text as first,
           to_regclass('portal.error_log_20261127')::text as last
  `.execute(cabinet.portalDb);
  expect(rows).toEqual([{ first: 'portal.api_call_20261120', last: 'portal.error_log_20261127' }]);
});

test('startJobs sends notifications of events that happened while the server was down', async () => {
  const sentMessages = () =>
    cabinet.portalDb
      .selectFrom('portal.outgoing_message')
      .select(['kind', 'state'])
      .where('recipient', '=', phone)
      .execute();
  await vi.waitFor(
    async () => expect(await sentMessages()).toEqual([{ kind: 'paymentFailed', state: 'sent' }]),
    20_000,
  );
});

test('startJobs runs a requested round of reminders', async () => {
  await askForReminders(cabinet.portalDb);
  const waiting = async () =>
    (
      await sql`select from graphile_worker.jobs where task_identifier = 'plan-reminders'`.execute(
        cabinet.portalDb,
      )
    ).rows.length;
  await vi.waitFor(async () => expect(await waiting()).toBe(0), 20_000);
});

const queue = (channel: 'sms' | 'mail', recipient: string) => {
  const { portalDb: db, clock } = cabinet;
  return queueMessage({ db, keys: testKeys }, { channel, recipient, kind: 'test', params: {} }, clock.now());
};

const stateOf = async (messageId: string) =>
  (
    await cabinet.portalDb
      .selectFrom('portal.outgoing_message')
      .select('state')
      .where('message_id', '=', messageId)
      .executeTakeFirstOrThrow()
  ).state;

test('startJobs sends a queued message at once', async () => {
  const messageId = await queue('sms', '+380671112233');
  await vi.waitFor(async () => expect(await stateOf(messageId)).toBe('sent'), 20_000);
});

test('a hanging mail server does not delay SMS', async () => {
  const mails: string[] = [];
  for (let n = 0; n < 8; n += 1) mails.push(await queue('mail', `olena${n}@example.test`));
  // All mail slots are busy now, each for ten seconds.
  await vi.waitFor(() => expect(hanging.size).toBe(2), 20_000);
  const messageId = await queue('sms', '+380671112233');
  await vi.waitFor(async () => expect(await stateOf(messageId)).toBe('sent'), 7000);
  for (const mail of mails) expect(await stateOf(mail)).toBe('queued');
}, 40_000);

/** Has the runner do a round, as its timetable does, and waits until it is over. */
async function runRound(task: string): Promise<void> {
  const { portalDb: db } = cabinet;
  await addRound(db, task);
  const waiting = sql`select from graphile_worker.jobs where key = ${periodicKey(task)}`;
  await vi.waitFor(async () => expect((await waiting.execute(db)).rows).toEqual([]), 20_000);
}

async function partitionsOf(table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_inherits join pg_class on pg_class.oid = inhrelid
     where inhparent = ${`portal.${table}`}::regclass and relname not like '%default' order by 1
  `.execute(cabinet.portalDb);
  return rows.map(({ name }) => name.slice(table.length + 1));
}

test('rounds of a later day make partitions seven days ahead and drop those older than 90 days', async () => {
  const { portalDb: db, clock } = cabinet;
  // Days that a server of August had made.
  await ensurePartitions(db, instantFromIso('2026-08-17T10:00:00Z'));
  const ahead = ['20', '21', '22', '23', '24', '25', '26', '27', '28'].map((day) => `202611${day}`);
  clock.set(instantFromIso('2026-11-21T10:00:00Z'));
  await runRound('make-partitions');
  // The next hour finds all of them there.
  await runRound('make-partitions');
  const august = ['17', '18', '19', '20', '21', '22', '23', '24'].map((day) => `202608${day}`);
  expect(await partitionsOf('api_call')).toEqual([...august, ...ahead]);
  await runRound('delete-old');
  for (const table of ['api_call', 'fm_call', 'error_log', 'node_sample', 'call_count_minute'])
    expect([table, await partitionsOf(table)]).toEqual([table, [...august.slice(6), ...ahead]]);
  // Rollups by hour are kept for five years.
  expect(await partitionsOf('call_count_hour')).toEqual(['202608', '202611']);
}, 60_000);
