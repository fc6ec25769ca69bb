import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createBillingClient, inProcess } from '#billing/client.ts';
import { auditEntryChain, insertAudit } from '#billing/modules/events/public.ts';
import { readNewestSeal, sealRows } from '#platform/audit/audit-seals.ts';
import { readSealLines } from '#platform/audit/seal-lines.ts';
import { readConfig } from '#portal/config.ts';
import { provideTestApp } from '#portal/testing/hooks/provide-test-app.ts';
import { type MailServer, startMailServer } from '#portal/testing/providers/mail-server.ts';
import { testKeys } from '#portal/testing/start-test-app.ts';
import { sendNewestSeals } from './seal-deliveries.ts';

const account = { user: 'cabinet', password: 'a-password-of-mail-77' };
let db: Kysely<unknown>;
let mail: MailServer;
let logServer: Server;
let folder: string;
let logged: string[];

const cabinet = provideTestApp();

beforeAll(async () => {
  db = cabinet.billingDb as unknown as Kysely<unknown>;
  mail = await startMailServer(account);
  logServer = createServer({ allowHalfOpen: false }, (socket) => {
    void text(socket).then((all) => logged.push(all));
  });
  await new Promise<void>((listens) => logServer.listen(0, '127.0.0.1', listens));
});
beforeEach(async () => {
  logged = [];
  mail.received.length = 0;
  folder = await mkdtemp(join(tmpdir(), 'svitlo-seals-'));
  await sql`delete from portal.audit_seal_delivery`.execute(db);
});
afterAll(async () => {
  await new Promise((closed) => logServer.close(closed));
  await mail.close();
});

/** Adds a row to the audit and seals it; returns the newest seal. */
async function addSeal() {
  const before = await readNewestSeal(db, auditEntryChain);
  await insertAudit(
    cabinet.billingDb,
    { actor: 'closing', reference: '' },
    [{ accountNumber: '2390001111', kind: 'ledger.corrected', payload: { sum: '1.00' } }],
    cabinet.clock.now(),
  );
  return vi.waitFor(
    async () => {
      await sealRows(db, auditEntryChain, testKeys.audit, undefined, { settleMs: 0, unsettledMs: 0 });
      const newest = await readNewestSeal(db, auditEntryChain);
      if (newest === null || newest.seal === before?.seal) throw new Error('not sealed yet');
      return newest;
    },
    { timeout: 20_000, interval: 50 },
  );
}

/** Sends the seals as the job does. */
const send = (...targets: readonly string[]) => {
  const { portalDb, clock } = cabinet;
  const transport = inProcess(cabinet.billing);
  const billing = createBillingClient({ transport, clock, record: () => undefined });
  const config = readConfig({
    AUDIT_SEALS_TO: targets.join(','),
    SMTP_URL: `smtp://${account.user}:${account.password}@127.0.0.1:${mail.port}/?tls.rejectUnauthorized=false`,
    MAIL_FROM: 'cabinet@example.test',
  });
  return sendNewestSeals({ db: portalDb, billing, clock, config }, 'test');
};
const file = () => `file:${join(folder, 'seals.log')}`;
const syslog = () => {
  const address = logServer.address();
  return `syslog://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
};
const inFile = async () => readSealLines(await readFile(join(folder, 'seals.log'), 'utf8'));

test('the newest seal goes to a file, a log server and by mail, once', async () => {
  const { seal, hash } = await addSeal();
  const sent = [{ chain: 'auditEntry', seal, hash }];
  await send(file(), syslog(), 'mailto:security@example.test');
  expect(await inFile()).toEqual(sent);
  await vi.waitFor(() => expect(readSealLines(logged.join())).toEqual(sent));
  // RFC 6587: the length in bytes, then the message of RFC 5424.
  const [, length, message] = /^(\d+) (<109>1 \S+ \S+ svitlo - audit-seal - .*)$/s.exec(logged.join()) ?? [];
  expect(Number(length)).toBe(Buffer.byteLength(message ?? ''));
  expect(mail.received.map(({ text: body }) => readSealLines(body))).toEqual([sent]);
  await send(file(), syslog(), 'mailto:security@example.test');
  expect(await inFile()).toEqual(sent);
  expect(mail.received).toHaveLength(1);
});

test('later seals are added to the file each time, and sent by mail once a day', async () => {
  const first = await addSeal();
  await send(file(), 'mailto:security@example.test');
  const second = await addSeal();
  await send(file(), 'mailto:security@example.test');
  expect((await inFile()).map(({ seal }) => seal)).toEqual([first.seal, second.seal]);
  expect(mail.received).toHaveLength(1);
  cabinet.clock.set((cabinet.clock.now() + 24 * 3_600_000) as ReturnType<typeof cabinet.clock.now>);
  await send(file(), 'mailto:security@example.test');
  expect(readSealLines(mail.received[1]?.text ?? '')).toMatchObject([{ seal: second.seal }]);
});

test('a target that does not take them stops no other, and gets them the next time', async () => {
  const { seal } = await addSeal();
  mail.failNext('recipientLater');
  await expect(send('mailto:security@example.test', file())).rejects.toThrow(
    'seals of the audit were not sent',
  );
  expect((await inFile()).map((sent) => sent.seal)).toEqual([seal]);
  await send('mailto:security@example.test', file());
  expect(mail.received).toHaveLength(1);
  await expect(send('syslog://127.0.0.1:1')).rejects.toThrow('seals of the audit were not sent');
  await rm(folder, { recursive: true });
  await expect(send(file(), 'file:/proc/none/seals')).rejects.toThrow('seals of the audit were not sent');
});
