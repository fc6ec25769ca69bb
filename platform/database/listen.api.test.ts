import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type FreezingProxy, startFreezingProxy } from '../testing/freezing-proxy.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { listen } from './listen.ts';

const times = { askEveryMs: 50, answerWithinMs: 300 };
let database: TestDatabase;
let proxy: FreezingProxy;
let sender: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase();
  proxy = await startFreezingProxy(database.url);
  sender = new pg.Client({ connectionString: database.url });
  await sender.connect();
});
afterAll(async () => {
  await sender.end();
  await proxy.close();
  await database.close();
});

const heard: string[] = [];
const notify = (payload: string) => sender.query('select pg_notify($1, $2)', ['news', payload]);

test('a connection that is dead without an error is lost within the time of an answer, and another one listens', async () => {
  const first = await listen(proxy.url, 'news', (payload) => heard.push(payload), times);
  await notify('1');
  await vi.waitFor(() => expect(heard).toEqual(['1']));
  // A third question follows two answers.
  const asked = new Set<string>();
  await expect
    .poll(
      async () => {
        const { rows } = await sender.query(
          `select query_start::text as at from pg_stat_activity where datname = current_database()
           and application_name = 'svitlo-listen-news' and query = 'select pg_listening_channels()'`,
        );
        for (const { at } of rows) asked.add(at);
        return asked.size;
      },
      { interval: 10 },
    )
    .toBeGreaterThan(2);
  expect(first.isAlive()).toBe(true);
  proxy.freeze();
  await notify('2');
  await vi.waitFor(() => expect(first.isAlive()).toBe(false), { timeout: 10_000 });
  await first.close();
  const second = await listen(proxy.url, 'news', (payload) => heard.push(payload), times);
  await notify('3');
  await vi.waitFor(() => expect(heard).toEqual(['1', '3']));
  await second.close();
  expect(second.isAlive()).toBe(false);
});

test('listen rejects within the time of an answer when the connection is dead before it listens', async () => {
  const dead = await startFreezingProxy(database.url);
  const opening = listen(dead.url, 'news', () => undefined, times);
  const freezing = setInterval(() => dead.freeze(), 1);
  await expect(opening).rejects.toThrow();
  clearInterval(freezing);
  await dead.close();
});

test('close of a dead connection ends within the time of an answer', async () => {
  const dead = await startFreezingProxy(database.url);
  const listener = await listen(dead.url, 'news', () => undefined, { ...times, askEveryMs: 60_000 });
  dead.freeze();
  await listener.close();
  expect(listener.isAlive()).toBe(false);
  await dead.close();
});
