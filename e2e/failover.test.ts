import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import { sql } from 'kysely';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { checkLedger } from '#billing/modules/ledger/public.ts';
import { systemClock } from '#platform/clock.ts';
import { connectDatabase } from '#platform/database/database.ts';
import { type Standby, startStandby } from '#platform/database/servers/testing/standby.ts';
import { startEmbeddedPostgres } from '#platform/embedded-postgres/embedded-postgres.ts';
import { parseKeyRing } from '#platform/key-ring.ts';
import { temporaryDataFolder } from '#platform/testing/temporary-data-folder.ts';
import { publishState } from '#portal/http/live/live-event-store.ts';
import { createTokens } from '#portal/http/session/token.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { makeSession } from '#portal/testing/callers/make-session.ts';
import { type Acknowledged, createPayingClient, until } from './support/paying-client.ts';
import { findLoss, findTwice, findUnreported, isOutboxEmpty } from './support/product/acknowledged-acts.ts';
import {
  type Client,
  killAll,
  killedSessionKeys,
  prepareClients,
  processTree,
} from './support/product/kill-fixture.ts';
import { productSettings, type RunningProduct, startProduct } from './support/product/running-product.ts';

const root = join(import.meta.dirname, '..');
const clients = 6;
const accountsOfClient = 50;
/** Answered before the primary is killed; every client is in the middle of its work then. */
const answersBefore = 80;
/** Of a control: answered while the standby receives nothing. */
const answersUnseen = 20;
const maxSecondsAway = 30;

let preparedFolder: Awaited<ReturnType<typeof temporaryDataFolder>>;
let preparedClients: readonly Client[];

test.beforeAll(async () => {
  preparedFolder = await temporaryDataFolder({ onDisk: true });
  preparedClients = await prepareClients({ dataFolder: preparedFolder.path, clients, accountsOfClient });
});
test.afterAll(() => preparedFolder.remove());

interface Survivors {
  readonly product: RunningProduct;
  /** The standby that was promoted. */
  readonly db: BillingDatabase;
  /** Of the product. */
  readonly settings: Readonly<Record<string, string>>;
  /** What was answered with success before the primary was dead. */
  readonly acknowledged: Acknowledged;
  /** From the death of the primary until requests that began later were answered with success. */
  readonly secondsAway: () => Promise<number>;
  /** Resolves when the clients have done all their work. */
  readonly worked: () => Promise<Acknowledged>;
}

const countOf = ({ readings, payments }: Acknowledged) => readings.length + payments.length;

/** Lets customers work on a primary with a standby, kills the primary, promotes the standby, and hands over what is there then. */
async function loseThePrimary(
  isSynchronous: boolean,
  beforeTheKill: (standby: Standby, acknowledged: Acknowledged) => Promise<void>,
  inspect: (survivors: Survivors) => Promise<void>,
): Promise<void> {
  const [data, productData] = [
    await temporaryDataFolder({ onDisk: true }),
    await temporaryDataFolder({ onDisk: true }),
  ];
  const closings: (() => Promise<unknown>)[] = [data.remove, productData.remove];
  try {
    await promisify(execFile)('cp', ['-a', `${preparedFolder.path}/.`, data.path]);
    const primary = await startEmbeddedPostgres({
      dataFolder: data.path,
      databaseName: 'svitlo',
      settings: { shared_buffers: '128MB', max_connections: '150' },
    });
    closings.push(primary.stop);
    const standby = await startStandby(primary, { isSynchronous });
    closings.push(standby.remove);
    const { username, password, port } = new URL(primary.url);
    const hosts = `127.0.0.1:${standby.port},127.0.0.1:${port}`;
    const databaseUrl = `postgres://${username}:${password}@${hosts}/svitlo?target_session_attrs=read-write`;
    const environment = { DATABASE_URL: databaseUrl, SESSION_KEYS: killedSessionKeys };
    const product = await startProduct({ dataFolder: productData.path, environment });
    closings.push(product.stop);

    const all: Acknowledged = { readings: [], payments: [] };
    const working = Promise.all(
      preparedClients.map((client) => createPayingClient(client, all).workOn(product.url, 120_000)),
    );
    working.catch(() => undefined);
    await until('the clients are in the middle of their work', () => countOf(all) >= answersBefore);
    await beforeTheKill(standby, all);
    killAll(await processTree(primary.processId));
    const diedAt = performance.now();
    const acknowledged = { readings: [...all.readings], payments: [...all.payments] };
    expect(acknowledged.readings.length).toBeLessThan(clients * accountsOfClient);
    await standby.promote();

    const connected = connectDatabase<unknown>({
      url: Object.assign(new URL(primary.url), { port: String(standby.port) }).href,
      poolSize: 2,
    });
    closings.push(connected.close);
    await inspect({
      product,
      db: connected.db as BillingDatabase,
      settings: { ...productSettings(Number(new URL(product.url).port), productData.path), ...environment },
      acknowledged,
      async secondsAway() {
        // Each client had at most one request under way.
        await until('requests are answered', () => countOf(all) > countOf(acknowledged) + clients);
        return (performance.now() - diedAt) / 1000;
      },
      worked: () => working.then(() => all),
    });
  } finally {
    for (const close of closings.reverse()) await close();
  }
}

/** The text of a live channel that an administrator opens now, as it grows. */
async function openChannel({ product, db }: Survivors): Promise<{ text(): string; leave(): void }> {
  const session = await makeSession(db as unknown as PortalDatabase, systemClock, [], 'admin', ['billing']);
  const token = createTokens(parseKeyRing('SESSION_KEYS', killedSessionKeys)).sign({
    ...session,
    type: 'admin',
  });
  const leaving = new AbortController();
  const response = await fetch(`${product.url}/api/live/open`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token, topics: [{ topic: 'billing-progress' }] }),
    signal: leaving.signal,
  });
  expect(response.status).toBe(200);
  let text = '';
  async function read(): Promise<void> {
    for await (const part of response.body?.pipeThrough(new TextDecoderStream()) ?? []) text += part;
  }
  read().catch(() => undefined);
  return { text: () => text, leave: () => leaving.abort() };
}

test.describe('kill -9 of the primary while six customers give readings and pay', () => {
  test('with a synchronous standby: nothing is lost, and the portal serves on without a restart', async () => {
    const nothing = async () => undefined;
    await loseThePrimary(true, nothing, async (survivors) => {
      const { product, db, settings, acknowledged, secondsAway, worked } = survivors;
      expect(await secondsAway()).toBeLessThan(maxSecondsAway);
      expect(await findLoss(db, acknowledged)).toEqual({ readings: [], payments: [] });

      const channel = await openChannel(survivors);
      await until('the portal listens to the new primary', async () => {
        const { rows } = await sql`
          select from pg_stat_activity where application_name = 'svitlo-listen-portal_live' and state = 'idle'`.execute(
          db,
        );
        return rows.length === 1;
      });
      const run = { kind: 'import', subject: 'after', step: 'loading', state: 'running', done: 1, total: 2 };
      await publishState(db as unknown as PortalDatabase, 'billing-progress', { runs: [run] });
      await until('the event arrives', () => channel.text().includes('"subject":"after"'));
      channel.leave();

      const all = await worked();
      expect(all.payments).toHaveLength(clients * accountsOfClient);
      expect(await findLoss(db, all)).toEqual({ readings: [], payments: [] });
      await until('jobs have delivered the events', () => isOutboxEmpty(db));
      expect(await findUnreported(db)).toEqual([]);
      expect(await findTwice(db)).toEqual([]);
      expect(await checkLedger(db)).toEqual([]);

      expect(product.process.exitCode).toBe(null);
      const { stdout } = await promisify(execFile)(
        process.execPath,
        [join(root, 'cli/doctor.ts'), '--json'],
        { env: { ...process.env, ...settings } },
      ).catch((ended: unknown) => ended as { readonly stdout: string });
      expect(JSON.parse(stdout).findings.filter(({ kind }: { kind: string }) => kind === 'bad')).toEqual([]);
    });
  });

  test('control: with a standby that lags behind, the same look finds the loss', async () => {
    const lag = async (standby: Standby, acknowledged: Acknowledged) => {
      await standby.detach();
      const seen = countOf(acknowledged);
      await until('more is answered', () => countOf(acknowledged) >= seen + answersUnseen);
    };
    await loseThePrimary(false, lag, async ({ db, acknowledged }) => {
      const { readings, payments } = await findLoss(db, acknowledged);
      expect(readings.length + payments.length).toBeGreaterThan(0);
    });
  });
});
