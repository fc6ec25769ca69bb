import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '#platform/embedded-postgres/embedded-postgres.ts';
import { freePort } from '#platform/testing/free-port.ts';
import { temporaryDataFolder } from '#platform/testing/temporary-data-folder.ts';
import { connectDatabase } from '../database.ts';
import { isDatabaseAway } from '../is-database-away.ts';
import { listen } from '../listen.ts';
import { runAsAdmin, type Standby, startStandby } from './testing/standby.ts';

let data: Awaited<ReturnType<typeof temporaryDataFolder>>;
let primary: EmbeddedPostgres;
let standby: Standby;
let deadPort: number;

beforeAll(async () => {
  data = await temporaryDataFolder();
  primary = await startEmbeddedPostgres({ dataFolder: data.path, databaseName: 'svitlo' });
  await runAsAdmin(primary.url, 'create schema app; create table app.note (id integer)');
  standby = await startStandby(primary, { isSynchronous: false });
  deadPort = await freePort();
});
afterAll(async () => {
  await standby?.remove();
  await primary?.stop();
  await data?.remove();
});

/** The URL of the product's role with these ports in turn. */
function urlOf(ports: readonly (number | string)[], target: string): string {
  const { username, password } = new URL(primary.url);
  const hosts = ports.map((port) => `127.0.0.1:${port}`).join();
  return `postgres://${username}:${password}@${hosts}/svitlo?target_session_attrs=${target}`;
}

const portOf = sql<{ port: number }>`select current_setting('port')::int as port`;
const primaryPort = () => Number(new URL(primary.adminUrl).port);
const write = () => runAsAdmin(primary.url, 'insert into app.note values (1)');

describe('connections to several servers', () => {
  test('are made to the one that takes writes, past a standby and a dead one', async () => {
    const { db, close } = connectDatabase<unknown>({
      url: urlOf([deadPort, standby.port, primaryPort()], 'read-write'),
    });
    expect((await portOf.execute(db)).rows).toEqual([{ port: primaryPort() }]);
    await close();
  });

  test('fail as those to a database that is unavailable, with a reason for each server', async () => {
    const { db, close } = connectDatabase<unknown>({ url: urlOf([deadPort, standby.port], 'read-write') });
    const error = await portOf.execute(db).catch((reason: unknown) => reason);
    expect(String(error)).toContain('no server of the database takes writes');
    expect(String(error)).toContain(`127.0.0.1:${deadPort}: connect ECONNREFUSED`);
    expect(String(error)).toContain(`127.0.0.1:${standby.port}: a standby`);
    expect(isDatabaseAway(error)).toBe(true);
    await close();
  });

  test('prefer a standby, and take the primary without one', async () => {
    await write();
    const url = urlOf([deadPort, standby.port, primaryPort()], 'prefer-standby');
    const { db, close } = connectDatabase<unknown>({ url });
    await vi.waitFor(async () => {
      await write();
      expect((await portOf.execute(db)).rows).toEqual([{ port: standby.port }]);
    });
    await close();

    const onlyPrimary = connectDatabase<unknown>({ url: urlOf([deadPort, primaryPort()], 'prefer-standby') });
    expect((await portOf.execute(onlyPrimary.db)).rows).toEqual([{ port: primaryPort() }]);
    await onlyPrimary.close();
  });

  test('leave a server that refuses writes: idle ones, one in use and a listener are ended', async () => {
    const url = urlOf([primaryPort(), standby.port], 'read-write');
    const { db, pool, close } = connectDatabase<unknown>({ url, poolSize: 3 });
    await Promise.all([1, 2, 3].map(() => sql`select pg_sleep(0.05)`.execute(db)));
    expect(pool.idleCount).toBe(3);
    const before = await listen(url, 'notes', () => undefined);
    await runAsAdmin(primary.adminUrl, 'alter system set default_transaction_read_only = on');
    await runAsAdmin(primary.adminUrl, 'select pg_reload_conf()');
    await standby.promote();

    const insert = sql`insert into app.note values (2)`;
    await vi.waitFor(() => insert.execute(db));
    expect((await portOf.execute(db)).rows).toEqual([{ port: standby.port }]);
    await vi.waitFor(() => expect(before.isAlive()).toBe(false));
    const received = new Promise<string>((resolve, reject) => {
      listen(url, 'notes', resolve).then(() => sql`select pg_notify('notes', 'again')`.execute(db), reject);
    });
    expect(await received).toBe('again');
    const left = await runAsAdmin(
      primary.adminUrl,
      "select count(*)::int as open from pg_stat_activity where application_name in ('svitlo', 'svitlo-listen-notes')",
    );
    expect(left).toEqual([{ open: 0 }]);
    await close();
  });

  test('pass over a former primary that takes writes again, also while its successor is silent', async () => {
    await runAsAdmin(primary.adminUrl, 'alter system reset default_transaction_read_only');
    await runAsAdmin(primary.adminUrl, 'select pg_reload_conf()');
    const { db, pool, close } = connectDatabase<unknown>({
      url: urlOf([primaryPort(), standby.port], 'read-write'),
      poolSize: 2,
    });
    expect((await portOf.execute(db)).rows).toEqual([{ port: standby.port }]);
    // In use: the next query needs a connection of its own.
    const used = await pool.connect();
    process.kill(standby.processId, 'SIGSTOP');
    try {
      await vi.waitFor(async () => {
        const error = await portOf.execute(db).catch((reason: unknown) => reason);
        expect(String(error)).toContain(
          `127.0.0.1:${primaryPort()}: a former primary: its timeline is 1, the newest is 2`,
        );
      }, 15_000);
    } finally {
      process.kill(standby.processId, 'SIGCONT');
      used.release();
      await close();
    }
  });

  test('leave a server that says nothing, as a machine without power, and end what waits for it', async () => {
    const other = await startStandby(primary, { isSynchronous: false });
    const { db, close } = connectDatabase<unknown>({
      url: urlOf([standby.port, other.port], 'read-write'),
      poolSize: 1,
    });
    // Both take writes, on timelines of one number; the first is used.
    await other.promote();
    expect((await portOf.execute(db)).rows).toEqual([{ port: standby.port }]);
    const { rows } = await sql<{ id: number }>`select pg_backend_pid() as id`.execute(db);
    // It takes no new session, and the one in use stops.
    const silent = [standby.processId, rows[0]?.id ?? 0];
    for (const processId of silent) process.kill(processId, 'SIGSTOP');
    try {
      const error = await portOf.execute(db).catch((reason: unknown) => reason);
      expect(String(error)).toContain(`127.0.0.1:${standby.port} is no longer the server of this database`);
      expect(isDatabaseAway(error)).toBe(true);
      expect((await portOf.execute(db)).rows).toEqual([{ port: other.port }]);
    } finally {
      for (const processId of silent) process.kill(processId, 'SIGCONT');
      await close();
      await other.remove();
    }
  });
});
