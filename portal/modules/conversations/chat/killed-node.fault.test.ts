import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BenchServer, startServer } from '#bench/support/start-server.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { makeAccount } from '#billing/testing/make-account.ts';
import { makeSupplier } from '#billing/testing/make-supplier.ts';
import { listChatMessages, sendChatMessage } from '#contract/conversations/chat.ts';
import type { Call, OutputOf } from '#contract/define-call.ts';
import { openDesk, replyAtDesk } from '#contract/desk.ts';
import { openLiveChannel } from '#contract/live.ts';
import { systemClock } from '#platform/clock.ts';
import { connectDatabase } from '#platform/database/database.ts';
import { newKeyRingText, parseKeyRing } from '#platform/key-ring.ts';
import { createTestDatabase, type TestDatabase } from '#platform/testing/test-database.ts';
import { newId } from '#platform/uuid.ts';
import { createTokens } from '#portal/http/session/token.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { makeSession } from '#portal/testing/callers/make-session.ts';

const keys = newKeyRingText();
/** Messages that each side sends. */
const messagesOfSide = 40;

let database: TestDatabase;
let connected: ReturnType<typeof connectDatabase<unknown>>;
let dataFolder: string;
let nodes: BenchServer[];
let customer: string;
let operator: string;
let account: string;

beforeAll(async () => {
  database = await createTestDatabase();
  connected = connectDatabase<unknown>({ url: database.url, poolSize: 2 });
  const db = connected.db as PortalDatabase;
  dataFolder = mkdtempSync(join(tmpdir(), 'killed-node-'));
  await makeSupplier(connected.db as BillingDatabase);
  account = (await makeAccount(connected.db as BillingDatabase)).accountNumber;
  // Whenever the test runs, it is in the hours.
  for (const table of ['portal.chat_rule', 'portal.work_calendar'])
    await sql`alter table ${sql.table(table)} disable trigger user`.execute(db);
  await sql`update portal.chat_rule set opens_at = '00:00', closes_at = '24:00'`.execute(db);
  await sql`update portal.work_calendar set weekly_days_off = '{}'`.execute(db);
  const tokens = createTokens(parseKeyRing('SESSION_KEYS', keys));
  const signIn = async (accounts: readonly string[], type: 'person' | 'admin') => {
    const { sessionId, expiresAt } = await makeSession(db, systemClock, accounts, type);
    return tokens.sign({ sessionId, type, expiresAt });
  };
  [customer, operator] = [await signIn([account], 'person'), await signIn([], 'admin')];
  const environment = {
    DATABASE_URL: database.url,
    SVITLO_DATA: dataFolder,
    SESSION_KEYS: keys,
    NODE_ENV: 'test',
  };
  nodes = await Promise.all([startServer(environment), startServer(environment)]);
}, 120_000);

afterAll(async () => {
  await Promise.all(nodes.map((node) => node.kill()));
  await connected.close();
  await database.close();
  rmSync(dataFolder, { recursive: true, force: true });
});

interface Said {
  readonly seq: number;
  readonly text: string;
}

/** A device of one side: it goes to the other node when the one that it is at does not answer. */
function openDevice(token: string, at: number) {
  let node = at;
  const seen: Said[] = [];
  const stopping = new AbortController();
  let isMoved = false;
  const leave = (from: number) => {
    isMoved = true;
    if (node === from) node = 1 - from;
  };
  const fetchFrom = (from: number, call: Call, payload: object) =>
    fetch(`${nodes[from]?.url}${call.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token, ...payload }),
      signal: stopping.signal,
    });

  /** Calls until a node answers: what got no answer is sent again as it was. */
  async function post<C extends Call>(call: C, payload: object): Promise<OutputOf<C>> {
    for (;;) {
      const from = node;
      try {
        const response = await fetchFrom(from, call, payload);
        const body = (await response.json()) as OutputOf<C>;
        if (response.status !== 200) throw new Error(`${call.path}: ${JSON.stringify(body)}`);
        return body;
      } catch (error) {
        if (!(error instanceof TypeError)) throw error;
        leave(from);
        await wait(20);
      }
    }
  }

  /** Follows a conversation by one stream after the other; each state that comes has what is newer read. */
  async function follow(id: string, readAfter: (seq: number) => Promise<readonly Said[]>): Promise<void> {
    while (!stopping.signal.aborted) {
      const from = node;
      try {
        const topics = [{ topic: 'conversation', subject: `${account}/${id}` }];
        const { body } = await fetchFrom(from, openLiveChannel, { topics });
        for await (const part of body?.pipeThrough(new TextDecoderStream()) ?? [])
          if (part.includes('event: conversation')) seen.push(...(await readAfter(seen.at(-1)?.seq ?? 0)));
      } catch {
        // Broken off, or stopped.
      }
      leave(from);
      await wait(20, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }

  return { seen, post, follow, stop: () => stopping.abort(), isMoved: () => isMoved };
}

test('a node is killed while both sides write: after it each has every acknowledged message once, in order', async () => {
  const [home, desk] = [openDevice(customer, 0), openDevice(operator, 0)];
  const acknowledged: Said[] = [];
  const sendAs = async (device: typeof home, text: string) => {
    const message = { account, text, fileIds: [], clientId: newId() };
    const toStaff = { act: 'staffMessage', lastSeenSeq: 1_000_000, clientId: newId() };
    const answer = { account, text, fileIds: [], ...toStaff };
    const { seq } =
      device === home
        ? await home.post(sendChatMessage, message)
        : await desk.post(replyAtDesk, { ...answer, id });
    acknowledged.push({ seq, text });
  };
  const hello = { text: 'Добрий день', fileIds: [], clientId: newId() };
  const first = await home.post(sendChatMessage, { account, ...hello });
  const { id } = first.chat;
  acknowledged.push({ seq: first.seq, text: 'Добрий день' });
  const following = [
    home.follow(id, async (after) => (await home.post(listChatMessages, { account, id, after })).messages),
    desk.follow(id, async (after) => {
      const { conversation } = await desk.post(openDesk, { account, id });
      return conversation.messages.filter(({ seq }) => seq > after);
    }),
  ];
  const write = async (device: typeof home, name: string) => {
    for (let number = 1; number <= messagesOfSide; number += 1) await sendAs(device, `${name} ${number}`);
  };
  const writing = Promise.all([write(home, 'Клієнт'), write(desk, 'Оператор')]);
  while (acknowledged.length < messagesOfSide / 2) await wait(5);
  await nodes[0]?.kill();
  const before = acknowledged.length;
  await writing;
  const total = 1 + 2 * messagesOfSide;
  expect(before).toBeLessThan(total - 10);
  expect([home.isMoved(), desk.isMoved()]).toEqual([true, true]);

  const deadline = systemClock.now() + 10_000;
  const isBehind = () => [home, desk].some(({ seen }) => seen.at(-1)?.seq !== total);
  while (isBehind() && systemClock.now() < deadline) await wait(20);
  for (const device of [home, desk]) device.stop();
  await Promise.all(following);

  const inOrder = acknowledged.toSorted((a, b) => a.seq - b.seq);
  expect(inOrder.map(({ seq }) => seq)).toEqual(Array.from({ length: total }, (_, index) => index + 1));
  for (const { seen } of [home, desk]) expect(seen.map(({ seq, text }) => ({ seq, text }))).toEqual(inOrder);
  // What one side sent is in its order.
  const ofCustomer = inOrder.filter(({ text }) => text.startsWith('Клієнт'));
  expect(ofCustomer.map(({ text }) => text)).toEqual(
    Array.from({ length: messagesOfSide }, (_, index) => `Клієнт ${index + 1}`),
  );
}, 60_000);
