import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createBillingClient, inProcess } from '#billing/client.ts';
import { makeAccount } from '#billing/testing/make-account.ts';
import { giveFeedback } from '#contract/feedback.ts';
import { listSessions } from '#contract/identity/sessions.ts';
import type { Instant } from '#domain/time/instant.ts';
import { int4, text, typedSql } from '#platform/database/typed-sql.ts';
import { runRetention } from '#platform/retention/run-retention.ts';
import { newId } from '#platform/uuid.ts';
import { readConfig } from './config.ts';
import { openFileStore } from './gateways/files/open-file-store.ts';
import { insertSupplierMessage } from './modules/supplier-messages/public.ts';
import { retentionKinds } from './retention.ts';
import { provideTestApp } from './testing/hooks/provide-test-app.ts';

const dayMs = 24 * 3_600_000;
const app = provideTestApp({ hasSupplier: true });
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'retention-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function kindsOf(environment: Record<string, string> = {}) {
  const billing = createBillingClient({
    transport: inProcess(app.billing),
    record: () => undefined,
    clock: app.clock,
  });
  const files = openFileStore({ dataFolder: folder });
  return retentionKinds({ db: app.portalDb, files, billing, retention: readConfig(environment).retention });
}

/** Runs the nightly job some days from now; returns what it removed, by kind. */
function runLater(days: number, environment?: Record<string, string>) {
  const context = { reference: newId(), signal: new AbortController().signal };
  const now = (app.clock.now() + days * dayMs) as Instant;
  return runRetention({ kinds: kindsOf(environment), now, context });
}

test('every kind and its setting is in the runbook', () => {
  const runbook = readFileSync(join(import.meta.dirname, '../docs/operations.md'), 'utf8');
  const kinds = kindsOf().map(({ kind }) => kind);
  expect(new Set(kinds).size).toBe(kinds.length);
  expect(kinds.filter((kind) => !runbook.includes(`\`${kind}\``))).toEqual([]);
});

test('the nightly job deletes what is older than the term of its kind, and nothing younger', async () => {
  const { accountNumber } = await makeAccount(app.billingDb);
  const token = await app.signIn([accountNumber]);
  const mark = { page: '/cabinet/person/bills', occasion: 'page', mark: 5, text: 'Дякую', version: 'v' };
  expect((await app.post(giveFeedback, { token, ...mark })).httpStatus).toBe(200);
  const message = { messageId: newId(), title: 'Тарифи', text: 'Без змін', sentBy: null, requestId: null };
  await insertSupplierMessage(app.portalDb, {
    ...message,
    accountNumbers: [accountNumber],
    sentAt: app.clock.now(),
  });
  const left = async () => {
    const { rows } = await typedSql({
      sessions: int4(),
      deliveries: int4(),
      comment: text(),
      messages: int4(),
    })`
      select (select count(*) from portal.session)::integer as sessions,
             (select count(*) from portal.supplier_message_delivery)::integer as deliveries,
             (select comment from portal.feedback) as comment,
             (select count(*) from portal.supplier_message)::integer as messages`.execute(app.portalDb);
    return rows[0];
  };
  await runLater(179);
  expect((await app.post(listSessions, { token })).httpStatus).toBe(200);
  const all = { sessions: 1, deliveries: 1, comment: 'Дякую', messages: 1 };
  expect(await left()).toEqual(all);
  expect(await runLater(182)).toMatchObject({ sessions: 1 });
  expect(await left()).toEqual({ ...all, sessions: 0 });
  expect(await runLater(1097)).toMatchObject({ supplierMessages: 1, feedbackComments: 1 });
  expect(await left()).toEqual({ sessions: 0, deliveries: 0, comment: '', messages: 1 });
  // Nothing is left to do.
  expect(await runLater(1097)).toEqual({});
});

test('a term is a setting', async () => {
  await sql`
    insert into portal.outgoing_message (message_id, channel, recipient, kind, state, created_at)
    values (${newId()}::uuid, 'sms', '+380671112233', 'test', 'failed', '2026-11-20T10:00:00Z')`.execute(
    app.portalDb,
  );
  expect(await runLater(11)).toEqual({});
  expect(await runLater(11, { MESSAGE_DAYS: '10' })).toEqual({ messages: 1 });
});
