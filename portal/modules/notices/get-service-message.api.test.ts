import { expect, test } from 'vitest';
import {
  addServiceNotice,
  changeServiceNotice,
  endServiceNotice,
  listServiceNotices,
} from '#contract/notices/manage-notices.ts';
import { getServiceMessage } from '#contract/notices.ts';
import { instantFromIso } from '#domain/time/instant.ts';
import { newId } from '#platform/uuid.ts';
import { provideTestApp } from '#portal/testing/hooks/provide-test-app.ts';
import { insertNotice } from './public.ts';

const cabinet = provideTestApp();

async function publish(
  page: string,
  text: string,
  from: string,
  until: string | null = null,
  more: { audience?: 'everybody' | 'person' | 'entity'; position?: number } = {},
): Promise<void> {
  const content = { text, pages: [page], from, until, audience: 'everybody', position: 50, ...more } as const;
  await insertNotice(cabinet.portalDb, newId(), content, { by: null, at: cabinet.clock.now() });
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

test('of several on one page the smaller number comes first, each for its audience, also on pages with a parameter', async () => {
  cabinet.clock.set(instantFromIso('2027-01-10T10:00:00Z'));
  const from = '2027-01-10T00:00:00Z';
  const until = '2027-01-11T00:00:00Z';
  const page = '/cabinet/person/bills/$period';
  await publish(page, 'Третє', from, until, { position: 60 });
  await publish('*', 'Друге', from, until, { position: 20 });
  await publish(page, 'Перше', from, until, { position: 10 });
  await publish('*', 'Лише компаніям', from, until, { position: 1, audience: 'entity' });
  await publish('*', 'Лише побутовим', from, until, { position: 2, audience: 'person' });
  const all = 'Змінено режим роботи';
  expect(await messageOf('/cabinet/person/bills/2026-10')).toBe(
    `Лише побутовим • Перше • Друге • ${all} • Третє`,
  );
  expect(await messageOf('/cabinet/entity')).toBe(`Лише компаніям • Друге • ${all}`);
  expect(await messageOf('/sign-in/entity')).toBe(`Лише компаніям • Друге • ${all}`);
  expect(await messageOf('/')).toBe(`Друге • Вітаємо • ${all}`);
  cabinet.clock.set(instantFromIso('2027-01-12T10:00:00Z'));
});

const planned = () => ({
  text: '  Роботи на сервері\nу неділю ',
  pages: ['/cabinet/person/indication', '/cabinet/person/bills'],
  audience: 'person',
  from: '2027-02-01T10:00:00.000Z',
  until: '2027-02-02T10:00:00.000Z' as string | null,
  position: 5,
  requestId: newId(),
});

test('staff add, change and end a message; each act is recorded with who did it', async () => {
  cabinet.clock.set(instantFromIso('2027-02-01T09:00:00Z'));
  const token = await cabinet.signIn([], 'admin', ['content']);
  const content = planned();
  const { notice } = (await cabinet.post(addServiceNotice, { token, ...content })).body;
  expect(notice).toMatchObject({ text: 'Роботи на сервері у неділю', state: 'planned', revision: 1 });
  // The same request again adds nothing, another content under its id is refused.
  expect((await cabinet.post(addServiceNotice, { token, ...content })).body.notice).toEqual(notice);
  const reused = await cabinet.post(addServiceNotice, { token, ...content, position: 6 });
  expect(reused.body.code).toBe('common.requestReused');

  cabinet.clock.set(instantFromIso('2027-02-01T10:00:00Z'));
  expect(await messageOf('/cabinet/person/indication')).toContain('Роботи на сервері');
  const change = { id: notice.id, revision: 1 };
  const changed = await cabinet.post(changeServiceNotice, {
    token,
    ...planned(),
    pages: ['*', '/cabinet/person/bills'],
    until: null,
    ...change,
  });
  expect(changed.body.notice).toMatchObject({ state: 'shown', revision: 2, pages: ['*'], until: null });
  const stale = await cabinet.post(changeServiceNotice, { token, ...planned(), text: 'Інший', ...change });
  expect({ status: stale.httpStatus, code: stale.body.code }).toEqual({
    status: 409,
    code: 'notices.changedMeanwhile',
  });
  expect((await cabinet.post(endServiceNotice, { token, ...change })).body.code).toBe(
    'notices.changedMeanwhile',
  );

  const ended = (await cabinet.post(endServiceNotice, { token, id: notice.id, revision: 2 })).body.notice;
  expect(ended).toMatchObject({ state: 'ended', until: '2027-02-01T10:00:00.000Z' });
  expect(ended.events.map(({ kind }) => kind)).toEqual(['ended', 'changed', 'created']);
  expect(ended.events.every(({ by }) => by !== '')).toBe(true);
  expect(await messageOf('/cabinet/person/indication')).not.toContain('Роботи на сервері');
  const after = { token, ...planned(), id: notice.id, revision: 3 };
  expect((await cabinet.post(changeServiceNotice, after)).body.code).toBe('notices.changedMeanwhile');
  const { notices } = (await cabinet.post(listServiceNotices, { token })).body;
  expect(notices.filter(({ state }) => state === 'ended').map(({ id }) => id)).toContain(notice.id);
});

test('a planned message that is ended is never shown', async () => {
  cabinet.clock.set(instantFromIso('2027-03-01T09:00:00Z'));
  const token = await cabinet.signIn([], 'admin', ['operator']);
  const later = { ...planned(), from: '2027-03-02T00:00:00.000Z', until: null };
  const { notice } = (await cabinet.post(addServiceNotice, { token, ...later })).body;
  await cabinet.post(endServiceNotice, { token, id: notice.id, revision: 1 });
  cabinet.clock.set(instantFromIso('2027-03-02T09:00:00Z'));
  expect(await messageOf('/cabinet/person/bills')).not.toContain('Роботи на сервері');
});

test.each([
  ['a page that is not there', { pages: ['/cabinet/nothing'] }, 'pages.0'],
  ['an end before the beginning', { until: '2027-01-31T10:00:00.000Z' }, 'until'],
])('%s is refused at its field', async (_, wrong, path) => {
  const token = await cabinet.signIn([], 'admin', ['content']);
  const { httpStatus, body } = await cabinet.post(addServiceNotice, { token, ...planned(), ...wrong });
  expect(httpStatus).toBe(400);
  expect(body.issues).toEqual([expect.objectContaining({ path })]);
});
