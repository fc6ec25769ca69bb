import { afterAll, beforeAll, expect, test } from 'vitest';
import { getServiceMessage } from '#contract/notices.ts';
import { instantFromIso } from '#domain/time/instant.ts';
import { newId } from '#platform/uuid.ts';
import { startTestApp, type TestApp } from '#portal/testing/start-test-app.ts';

let cabinet: TestApp;

beforeAll(async () => {
  cabinet = await startTestApp('2026-11-20T10:00:00Z');
});

afterAll(() => cabinet.close());

async function publish(page: string, text: string, from: string, until: string | null = null): Promise<void> {
  await cabinet.portalDb
    .insertInto('portal.service_notice')
    .values({ notice_id: newId(), page, text, shown_from: from, shown_until: until })
    .execute();
}

async function messageOf(page: string): Promise<string> {
  const { httpStatus, body } = await cabinet.post(getServiceMessage, { pageToDisplay: page });
  expect(httpStatus).toBe(200);
  return body.data.message;
}

test('a page without notices has an empty message', async () => {
  expect(await messageOf('/cabinet/person/tickets')).toBe('');
});

test('a notice is on its own page only, whatever the query and the trailing slash', async () => {
  await publish('/cabinet/person', 'Планові роботи', '2026-11-01T00:00:00Z');
  expect(await messageOf('/cabinet/person/?account=2390000001')).toBe('Планові роботи');
  expect(await messageOf('/cabinet/person/indication')).toBe('');
});

test('a notice is shown from its first moment and no longer at its last', async () => {
  await publish('/cabinet/person/bills', 'Нові рахунки', '2026-11-21T00:00:00Z', '2026-11-22T00:00:00Z');
  expect(await messageOf('/cabinet/person/bills')).toBe('');
  cabinet.clock.set(instantFromIso('2026-11-21T00:00:00Z'));
  expect(await messageOf('/cabinet/person/bills')).toBe('Нові рахунки');
  cabinet.clock.set(instantFromIso('2026-11-22T00:00:00Z'));
  expect(await messageOf('/cabinet/person/bills')).toBe('');
});

test('a notice for every page follows the one of the page', async () => {
  await publish('/', 'Вітаємо', '2026-11-01T00:00:00Z');
  await publish('*', 'Змінено режим роботи', '2026-11-02T00:00:00Z');
  expect(await messageOf('/')).toBe('Вітаємо • Змінено режим роботи');
  expect(await messageOf('/sign-in/person')).toBe('Змінено режим роботи');
});
