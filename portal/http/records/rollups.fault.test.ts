import { fork } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { systemClock } from '#platform/clock.ts';
import { connectDatabase } from '#platform/database/database.ts';
import { createTestDatabase } from '#platform/testing/test-database.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { makeSession } from '#portal/testing/callers/make-session.ts';
import { compareRollups } from './testing/compare-rollups.ts';

test('rollups equal the raw rows after nodes were killed while they wrote', async () => {
  const database = await createTestDatabase();
  const connected = connectDatabase<unknown>({ url: database.url, poolSize: 8, planOnce: true });
  const db = connected.db as PortalDatabase;
  const sessions: string[] = [];
  for (const type of ['person', 'person', 'person', 'entity', 'admin'] as const)
    sessions.push((await makeSession(db, systemClock, [], type)).sessionId);
  const raw = async () =>
    Number((await sql<{ count: bigint }>`select count(*) from portal.fm_call`.execute(db)).rows[0]?.count);
  for (let round = 0; round < 3; round += 1) {
    const before = await raw();
    const children = ['one', 'two'].map((node) =>
      fork(join(import.meta.dirname, '../../testing/record-in-child.ts'), [
        database.url,
        node,
        ...sessions.slice(round, round + 3),
      ]),
    );
    await expect.poll(raw, { timeout: 20_000, interval: 20 }).toBeGreaterThan(before + 500);
    await sleep(Math.floor(Math.random() * 150));
    const ended = children.map((child) => new Promise((done) => child.once('exit', done)));
    for (const child of children) child.kill('SIGKILL');
    await Promise.all(ended);
  }
  // What a server was told before is finished or rolled back by now.
  await expect
    .poll(
      async () =>
        (
          await sql`select from pg_stat_activity where state <> 'idle' and query like '%insert into portal.%_call%'
          and pid <> pg_backend_pid() and datname = current_database()`.execute(db)
        ).rows.length,
      { timeout: 20_000 },
    )
    .toBe(0);
  for (const [name, { differing }] of Object.entries(await compareRollups(db)))
    expect({ name, differing }).toEqual({ name, differing: 0 });
  await connected.close();
  await database.close();
}, 60_000);
