import { type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createBilling } from '#billing/billing.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { createBillingClient, inProcess } from '#billing/client.ts';
import { makeAccount } from '#billing/testing/make-account.ts';
import { makeSupplier } from '#billing/testing/make-supplier.ts';
import { createTicket, replyToTicket } from '#contract/conversations.ts';
import { openLiveChannel } from '#contract/live.ts';
import { connectDatabase } from '#platform/database/database.ts';
import { createLogger } from '#platform/logger.ts';
import { startFreezingProxy } from '#platform/testing/freezing-proxy.ts';
import { newId } from '#platform/uuid.ts';
import { type AppOptions, buildApp } from '#portal/app.ts';
import { readConfig } from '#portal/config.ts';
import { seedTopics } from '#portal/modules/conversations/public.ts';
import { signInMember } from '#portal/testing/callers/make-member.ts';
import { provideTestApp } from '#portal/testing/hooks/provide-test-app.ts';
import { testKeys } from '#portal/testing/start-test-app.ts';
import { type CallLog, createCallLog } from '../records/call-log.ts';
import { publishState } from './live-event-store.ts';

const topic = 'billing-progress';
let token = '';

const cabinet = provideTestApp();

beforeAll(async () => {
  token = await cabinet.signIn([], 'admin', ['billing']);
});

const closings: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closings.splice(0).reverse()) await close();
});

interface Node {
  readonly app: FastifyInstance;
  readonly port: number;
  stop(): Promise<void>;
}

/** A node that listens, with connections of its own. Without `pollMs` it polls so seldom that notifications alone are seen. */
async function startNode(live: AppOptions['live'] = {}, callLog?: CallLog): Promise<Node> {
  const { url, clock } = cabinet;
  const connected = connectDatabase<unknown>({ url, poolSize: 3 });
  const billing = createBillingClient({
    transport: inProcess(createBilling({ db: connected.db as BillingDatabase, clock })),
    record: () => undefined,
    clock,
  });
  const stopping = new AbortController();
  const app = await buildApp({
    db: connected.db as AppOptions['db'],
    billing,
    clock,
    config: readConfig({ LOG_LEVEL: 'silent', REQUESTS_PER_MINUTE: '0' }),
    keys: testKeys,
    callLog,
    log: createLogger({ level: 'silent' }),
    stopping: stopping.signal,
    live: { databaseUrl: url, pollMs: 60_000, ...live },
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  async function stop(): Promise<void> {
    stopping.abort();
    await app.close();
    await connected.close();
  }
  closings.push(stop);
  return { app, port: (app.server.address() as AddressInfo).port, stop };
}

interface Channel {
  readonly response: IncomingMessage;
  /** Cursors and subjects of the first run of each event so far. */
  events(): { cursor: string; subject: string | undefined }[];
  /** States of a conversation so far. */
  states(): unknown[];
  readonly ended: Promise<void>;
  leave(): void;
}

async function openChannel(
  { port }: Node,
  after?: string,
  by = token,
  topics: object[] = [{ topic, ...(after && { after }) }],
): Promise<Channel> {
  const payload = { token: by, topics };
  const sent = request({
    port,
    host: '127.0.0.1',
    path: openLiveChannel.path,
    method: 'POST',
    agent: false,
    headers: { 'content-type': 'application/json', 'accept-encoding': 'gzip' },
  });
  const arrived = new Promise<IncomingMessage>((done, failed) => {
    sent.once('response', done);
    sent.once('error', failed);
  });
  sent.end(JSON.stringify(payload));
  const response = await arrived;
  sent.on('error', () => undefined);
  response.on('error', () => undefined);
  let unread = '';
  const [events, states]: [ReturnType<Channel['events']>, unknown[]] = [[], []];
  response.setEncoding('utf8').on('data', (part: string) => {
    unread += part;
  });
  /** Reads each event once: some are of a megabyte. */
  function readEvents(): void {
    const last = unread.lastIndexOf('\n\n');
    const end = last === -1 ? 0 : last + 2;
    const text = unread.slice(0, end);
    unread = unread.slice(end);
    for (const [, cursor = '', data = ''] of text.matchAll(
      /^id: (\d+)\nevent: billing-progress\ndata: (.*)\n\n/gm,
    )) {
      const { runs } = JSON.parse(data) as { runs: { subject: string }[] };
      events.push({ cursor, subject: runs[0]?.subject });
    }
    for (const [, data = ''] of text.matchAll(/^event: conversation:\S+\ndata: (.*)\n\n/gm))
      states.push(JSON.parse(data));
  }
  const leave = () => void sent.destroy();
  closings.push(async () => leave());
  return {
    response,
    events() {
      readEvents();
      return [...events];
    },
    states() {
      readEvents();
      return [...states];
    },
    ended: new Promise((done) => response.once('close', done)),
    leave,
  };
}

/** An event that some node has written; the topic's own source is kept away meanwhile. */
async function publish(subject: string): Promise<void> {
  await sql`
    insert into portal.live_topic (topic, refreshed_at) values (${topic}, now() + interval '1 hour')
    on conflict (topic) do update set refreshed_at = excluded.refreshed_at`.execute(cabinet.portalDb);
  const run = { kind: 'import', subject, step: 'loading', state: 'running', done: 1, total: 2 };
  await publishState(cabinet.portalDb, topic, { runs: [run] });
}

const subjectsOf = (channel: Channel) => channel.events().map(({ subject }) => subject);
const seen = (channel: Channel, subjects: readonly string[]) =>
  vi.waitFor(() => expect(subjectsOf(channel)).toEqual(subjects), { timeout: 20_000, interval: 20 });

describe('live channel', () => {
  it('is recorded once, when it begins, with the time until then', async () => {
    const log = createLogger({ level: 'silent' });
    const callLog = createCallLog({ db: cabinet.portalDb, node: 'of a stream', log });
    const node = await startNode({}, callLog);
    const channel = await openChannel(node);
    const recorded = async () => {
      await callLog.flush();
      const { rows } = await sql<{ name: string; code: string; us: number }>`
        select name, outcome_code as code, duration_us as us from portal.api_call where node = 'of a stream'`.execute(
        cabinet.portalDb,
      );
      return rows;
    };
    const open = await recorded();
    expect(open).toEqual([{ name: openLiveChannel.path, code: 'success', us: expect.any(Number) }]);
    channel.leave();
    const connections = () =>
      new Promise((done) => node.app.server.getConnections((_error, count) => done(count)));
    await expect.poll(connections).toBe(0);
    expect(callLog.counts().inFlight).toBe(0);
    expect(await recorded()).toEqual(open);
    await callLog.stop();
  });

  it('carries what one node writes to a browser at another, at once', async () => {
    await publish('first');
    const [node, other] = [await startNode(), await startNode()];
    const [here, there] = [await openChannel(node), await openChannel(other)];
    expect(here.response.headers).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
    });
    expect(here.response.headers['content-encoding']).toBeUndefined();
    await Promise.all([seen(here, ['first']), seen(there, ['first'])]);
    // Both listen when their first poll is over.
    await vi.waitFor(
      async () => {
        const { rows } = await sql`select from pg_stat_activity where application_name like 'svitlo-listen-%'
        and datname = current_database() and state = 'idle'`.execute(cabinet.portalDb);
        expect(rows).toHaveLength(2);
      },
      { timeout: 20_000 },
    );
    await publish('second');
    await Promise.all([seen(here, ['first', 'second']), seen(there, ['first', 'second'])]);
  });

  it('resumes after a cursor at another node: nothing is lost, nothing comes twice', async () => {
    await publish('0');
    const node = await startNode({ pollMs: 30 });
    const other = await startNode({ pollMs: 30 });
    const channel = await openChannel(node);
    await seen(channel, ['0']);
    const writing = (async () => {
      for (let number = 1; number <= 30; number += 1) await publish(String(number));
    })();
    await vi.waitFor(() => expect(channel.events().length).toBeGreaterThan(5), {
      timeout: 20_000,
      interval: 5,
    });
    channel.leave();
    const before = channel.events();
    const resumed = await openChannel(other, before.at(-1)?.cursor);
    await writing;
    const expected = Array.from({ length: 31 }, (_, number) => String(number));
    await vi.waitFor(() => expect([...subjectsOf(channel), ...subjectsOf(resumed)]).toEqual(expected), {
      timeout: 20_000,
    });
  });

  it('parallel writers: a reader sees every event in the order of the cursors', async () => {
    await publish('start');
    const node = await startNode({ pollMs: 20 });
    const channel = await openChannel(node);
    await seen(channel, ['start']);
    const names = Array.from({ length: 20 }, (_, number) => `parallel ${number}`);
    await Promise.all(names.map(publish));
    await vi.waitFor(() => expect(channel.events()).toHaveLength(21), { timeout: 20_000 });
    const cursors = channel.events().map(({ cursor }) => BigInt(cursor));
    expect(cursors).toEqual(cursors.toSorted((a, b) => Number(a - b)));
    expect(subjectsOf(channel).slice(1).toSorted()).toEqual(names.toSorted());
  });

  it('a state that did not change is no event', async () => {
    await publish('same');
    const node = await startNode({ pollMs: 30 });
    const channel = await openChannel(node);
    await publish('same');
    await publish('other');
    await seen(channel, ['same', 'other']);
  });

  it('a cursor of another database begins with the newest state', async () => {
    await publish('newest');
    const channel = await openChannel(await startNode(), '999999999');
    await seen(channel, ['newest']);
  });

  it('delivers while the listening connection is dead, and listens again', async () => {
    await publish('before');
    const node = await startNode({ pollMs: 100 });
    const channel = await openChannel(node);
    await seen(channel, ['before']);
    const listeners = sql<{ pid: number }>`select pid from pg_stat_activity
      where application_name = 'svitlo-listen-portal_live' and datname = current_database()`;
    const pids = async () => (await listeners.execute(cabinet.portalDb)).rows.map(({ pid }) => pid);
    await vi.waitFor(async () => expect(await pids()).toHaveLength(1), { timeout: 20_000 });
    const [dead = 0] = await pids();
    await sql`select pg_terminate_backend(${dead}::int)`.execute(cabinet.portalDb);
    await publish('after');
    await seen(channel, ['before', 'after']);
    await vi.waitFor(
      async () => {
        const now = await pids();
        expect(now).toHaveLength(1);
        expect(now).not.toContain(dead);
      },
      { timeout: 20_000 },
    );
  });

  it('refuses nobody, strangers, other roles and unknown topics', async () => {
    const attempts: [string | undefined, unknown, number][] = [
      [undefined, topic, 401],
      ['forged', topic, 401],
      [await cabinet.signIn([]), topic, 403],
      [await cabinet.signIn([], 'entity'), topic, 403],
      [await cabinet.signIn([], 'admin', ['content', 'analyst']), topic, 403],
      [token, 'secrets', 400],
    ];
    for (const [by, wanted, httpStatus] of attempts) {
      const answer = await cabinet.post(openLiveChannel, { token: by, topics: [{ topic: wanted }] });
      expect(answer.httpStatus).toBe(httpStatus);
    }
  });

  it('ends when the session ends', async () => {
    const node = await startNode({ heartbeatMs: 50 });
    const own = await cabinet.signIn([], 'admin', ['billing']);
    const channel = await openChannel(node, undefined, own);
    const stays = await openChannel(node);
    const newest = sql`select session_id from portal.session order by started_at desc, session_id desc limit 1`;
    await sql`update portal.session set ended_at = now() where session_id = (${newest})`.execute(
      cabinet.portalDb,
    );
    await channel.ended;
    expect(stays.response.closed).toBe(false);
  });

  it('ends when the role is taken away', async () => {
    const node = await startNode({ heartbeatMs: 50 });
    const own = await cabinet.signIn([], 'admin', ['operator']);
    const channel = await openChannel(node, undefined, own);
    await sql`delete from portal.administrator_role where role = 'operator'`.execute(cabinet.portalDb);
    await channel.ended;
  });

  it('carries the headers of every answer, and leaves no connection behind', async () => {
    const { response } = await openChannel(await startNode());
    expect(response.headers).toMatchObject({
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'strict-transport-security': expect.stringMatching(/^max-age=/),
      'x-frame-options': 'SAMEORIGIN',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      connection: 'close',
    });
  });

  it('a seventh stream of a session ends the oldest, and no other', async () => {
    const node = await startNode();
    const channels: Channel[] = [];
    for (let count = 1; count <= 7; count += 1) channels.push(await openChannel(node));
    const [first, ...others] = channels;
    await first?.ended;
    expect(first?.response.complete).toBe(true);
    expect(others.map(({ response }) => response.closed)).toEqual(Array(6).fill(false));
  });

  it('ends when the node stops, at once and without a broken connection', async () => {
    const node = await startNode();
    const channel = await openChannel(node);
    const started = performance.now();
    await node.stop();
    await channel.ended;
    expect(channel.response.complete).toBe(true);
    expect(performance.now() - started).toBeLessThan(10_000);
    closings.splice(0, 1);
  });

  it('cuts off a browser that reads nothing, and keeps the others', async () => {
    await publish('small');
    const node = await startNode({ pollMs: 20 });
    const [slow, quick] = [await openChannel(node), await openChannel(node)];
    await Promise.all([seen(slow, ['small']), seen(quick, ['small'])]);
    slow.response.pause();
    const large = 'x'.repeat(1_000_000);
    for (let sent = 1; sent <= 15; sent += 1) {
      await publish(`${large}${sent}`);
      // Two of them in one poll would wait for any browser.
      await vi.waitFor(() => expect(quick.events()).toHaveLength(sent + 1), { timeout: 60_000 });
    }
    slow.response.resume();
    await slow.ended;
    expect(slow.response.complete).toBe(false);
    expect(slow.events().length).toBeLessThan(16);
  });

  it('tells of a running import without anybody who publishes', async () => {
    const channel = await openChannel(await startNode({ pollMs: 20 }));
    await sql`insert into billing.import_run (folder_name, state, step, done, total)
      values ('supplier-2026', 'running', 'loading', 30, 100)`.execute(cabinet.portalDb);
    // The next poll refreshes the topic; else some poll within 1.5 s.
    await sql`delete from portal.live_topic`.execute(cabinet.portalDb);
    await vi.waitFor(() => expect(subjectsOf(channel)).toContain('supplier-2026'), { timeout: 20_000 });
  });

  describe('conversations', () => {
    let own: { account: string; token: string };
    let subject = '';
    let id = '';

    beforeAll(async () => {
      await makeSupplier(cabinet.billingDb);
      await seedTopics(cabinet.portalDb);
      const { accountNumber: account } = await makeAccount(cabinet.billingDb);
      own = { account, token: await cabinet.signIn([account]) };
      const about = { topicId: 'other', title: 'Питання', text: 'Чому?', fields: [], fileIds: [] };
      const { body } = await cabinet.post(createTicket, { ...own, ...about, requestId: newId() });
      id = body.ticket.id;
      subject = `${account}/${id}`;
    });

    const followed = () => [{ topic: 'conversation', subject }];
    const state = (lastSeq: number, customerReadSeq = lastSeq) => ({
      lastSeq,
      state: 'new',
      customerDeliveredSeq: customerReadSeq,
      customerReadSeq,
      staffDeliveredSeq: 0,
      staffReadSeq: 0,
      customerTypedAt: null,
      staffTypedAt: null,
    });
    const write = (node: Node) =>
      node.app.inject({
        method: 'POST',
        url: replyToTicket.path,
        payload: { ...own, id, text: 'Ще одне', fileIds: [], requestId: newId() },
      });

    it('the customer and an operator at different nodes see each message at once', async () => {
      const [node, other] = [await startNode(), await startNode()];
      const operator = await cabinet.signIn([], 'admin', ['operator']);
      const here = await openChannel(node, undefined, own.token, followed());
      const there = await openChannel(other, undefined, operator, followed());
      for (const channel of [here, there])
        await vi.waitFor(() => expect(channel.states()).toEqual([state(1)]), { timeout: 20_000 });
      await vi.waitFor(
        async () => {
          const { rows } =
            await sql`select from pg_stat_activity where application_name like 'svitlo-listen-%'
          and datname = current_database() and state = 'idle'`.execute(cabinet.portalDb);
          expect(rows).toHaveLength(2);
        },
        { timeout: 20_000 },
      );
      expect((await write(other)).statusCode).toBe(200);
      for (const channel of [here, there])
        await vi.waitFor(() => expect(channel.states().at(-1)).toEqual(state(2)), { timeout: 20_000 });
    });

    it('what was not announced is found by the poll', async () => {
      const channel = await openChannel(await startNode({ pollMs: 20 }), undefined, own.token, followed());
      await vi.waitFor(() => expect(channel.states()).toHaveLength(1), { timeout: 20_000 });
      await sql`update portal.conversation set staff_read_seq = 1, staff_delivered_seq = 1`.execute(
        cabinet.portalDb,
      );
      await vi.waitFor(() => expect(channel.states().at(-1)).toMatchObject({ staffReadSeq: 1 }), {
        timeout: 20_000,
      });
    });

    it('a listening connection that is dead without an error hides nothing: the poll finds it', async () => {
      const proxy = await startFreezingProxy(cabinet.url);
      closings.push(proxy.close);
      const node = await startNode({ databaseUrl: proxy.url, pollMs: 20 });
      const channel = await openChannel(node, undefined, own.token, followed());
      await vi.waitFor(
        async () => {
          const { rows } =
            await sql`select from pg_stat_activity where application_name like 'svitlo-listen-%'
          and datname = current_database() and state = 'idle'`.execute(cabinet.portalDb);
          expect(rows).toHaveLength(1);
        },
        { timeout: 20_000 },
      );
      const last = () => channel.states().at(-1) as { lastSeq: number };
      await vi.waitFor(() => expect(channel.states()).not.toEqual([]), { timeout: 20_000 });
      const { lastSeq } = last();
      proxy.freeze();
      expect((await write(node)).statusCode).toBe(200);
      // Sooner than the connection is asked whether it lives.
      await vi.waitFor(() => expect(last().lastSeq).toBe(lastSeq + 1), { timeout: 5000 });
    });

    it('is for people of a company who have its account, and ends when they lose it', async () => {
      const node = await startNode({ heartbeatMs: 50 });
      const { accountNumber: account } = await makeAccount(cabinet.billingDb);
      const { accountNumber: other } = await makeAccount(cabinet.billingDb);
      const token = await cabinet.signIn([account, other], 'entity');
      const asked = { topicId: 'other', title: 'Питання', text: 'Чому?', fields: [], fileIds: [] };
      const ticket = { token, account, ...asked, requestId: newId() };
      const { body } = await cabinet.post(createTicket, ticket);
      const topics = [{ topic: 'conversation', subject: `${account}/${body.ticket.id}` }];
      const member = (accounts: string[]) => signInMember(cabinet, account, { role: 'accountant', accounts });
      const stranger = await cabinet.post(openLiveChannel, { token: await member([other]), topics } as never);
      expect(stranger.httpStatus).toBe(404);
      const channel = await openChannel(node, undefined, await member([account]), topics);
      expect(channel.response.statusCode).toBe(200);
      await sql`update portal.company_member set accounts = array[${other}]`.execute(cabinet.portalDb);
      await channel.ended;
    });

    it('is for the cabinet that it is of and for operators, and has a subject', async () => {
      const analyst = await cabinet.signIn([], 'admin', ['analyst']);
      const strangers = [await cabinet.signIn([]), await cabinet.signIn([own.account]), analyst];
      for (const stranger of strangers) {
        const answer = await cabinet.post(openLiveChannel, { token: stranger, topics: followed() } as never);
        expect(answer.httpStatus).toBe(404);
      }
      const wrong = [
        [{ topic: 'conversation' }],
        [{ topic, subject }],
        [{ topic: 'conversation', subject: '../x' }],
      ];
      for (const topics of wrong) {
        const answer = await cabinet.post(openLiveChannel, { token, topics } as never);
        expect(answer.httpStatus).toBe(400);
      }
      for (const unknown of [`${own.account}/${newId()}`, 'x/y'])
        expect(
          (
            await cabinet.post(openLiveChannel, {
              token: own.token,
              topics: [{ topic: 'conversation', subject: unknown }],
            })
          ).httpStatus,
        ).toBe(404);
    });
  });
});
