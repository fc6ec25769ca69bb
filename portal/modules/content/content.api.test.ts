import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { readLandingWords } from '#contract/content/landing-words.ts';
import {
  type Content,
  type ContentKind,
  dropContent,
  getContent,
  landingKey,
  listContent,
  publishContent,
  saveContent,
} from '#contract/content.ts';
import { listLaws, readGuide } from '#contract/directory.ts';
import { listStaffActions } from '#contract/identity/staff-actions.ts';
import { landingWords } from '#contract/values/landing-words.template.ts';
import { outcomeOf } from '#portal/testing/check-answer.ts';
import { provideTestApp } from '#portal/testing/hooks/provide-test-app.ts';

let editor: string;
let person: string;

const cabinet = provideTestApp();

beforeAll(async () => {
  editor = await cabinet.signIn([], 'admin', ['content']);
  person = await cabinet.signIn([]);
});

const article = (more: object = {}): Content => ({
  ...{ kind: 'article', audience: 'person', position: 15, title: 'Як платити', lead: 'Платіть із кабінету.' },
  ...{ blocks: [{ kind: 'paragraph', text: 'Відкрийте рахунок.' }], hidden: false, ...more },
});
const read = async (kind: ContentKind, key: string) =>
  (await cabinet.post(getContent, { token: editor, kind, key })).body.document;
const revisionOf = async (kind: ContentKind, key: string) =>
  (await cabinet.post(getContent, { token: editor, kind, key })).body.document?.revision ?? 0;
const save = async (key: string, content: unknown, token = editor) => {
  const kind = (content as Content).kind ?? 'article';
  return cabinet.post(saveContent, { token, key, content, revision: await revisionOf(kind, key) });
};
const publish = async (kind: ContentKind, key: string) =>
  cabinet.post(publishContent, { token: editor, kind, key, revision: await revisionOf(kind, key) });
const guide = async (token = person) => (await cabinet.post(readGuide, { token })).body.articles;
const shownArticle = async (slug: string) => (await guide()).find((one) => one.slug === slug);

test('a draft is for editors alone; published it is what customers read at once, and its history is kept', async () => {
  const slug = 'yak-platyty';
  const shipped = await shownArticle(slug);
  const saved = (await save(slug, article({ title: 'Нова назва' }))).body.document;
  const draft = { content: { title: 'Нова назва' } };
  expect(saved).toMatchObject({ publishedBy: null, draft, history: [] });
  expect(await shownArticle(slug)).toEqual(shipped);
  const first = (await publish('article', slug)).body.document;
  expect(first).toMatchObject({ draft: null, published: { title: 'Нова назва' } });
  const updatedAt = '2026-11-20T10:00:00.000Z';
  expect(await shownArticle(slug)).toMatchObject({ title: 'Нова назва', updatedAt });
  await save(slug, article({ title: 'Ще новіша' }));
  const second = (await publish('article', slug)).body.document;
  expect(second.history.map(({ content, at }) => [content.kind === 'article' && content.title, at])).toEqual([
    ['Нова назва', '2026-11-20T10:00:00.000Z'],
    [shipped?.title, null],
  ]);
  // Former texts come back as a new version.
  const [, builtIn] = second.history;
  await save(slug, builtIn?.content);
  await publish('article', slug);
  expect(await shownArticle(slug)).toMatchObject({ title: shipped?.title, blocks: shipped?.blocks });
});

test('a new article stands in its place, a hidden one and an act are seen no more', async () => {
  await save('novyi-poradnyk', article({ title: 'Новий', position: 1 }));
  const listed = (await cabinet.post(listContent, { token: editor })).body.items;
  expect(listed.find(({ key }) => key === 'novyi-poradnyk')).toMatchObject({ state: 'new', hasDraft: true });
  expect(await shownArticle('novyi-poradnyk')).toBeUndefined();
  await publish('article', 'novyi-poradnyk');
  expect((await guide())[0]?.slug).toBe('novyi-poradnyk');
  const entity = await cabinet.signIn([], 'entity');
  expect((await guide(entity)).map(({ slug }) => slug)).not.toContain('novyi-poradnyk');
  await save('novyi-poradnyk', article({ hidden: true }));
  await publish('article', 'novyi-poradnyk');
  expect(await shownArticle('novyi-poradnyk')).toBeUndefined();

  const laws = async () => (await cabinet.post(listLaws, { token: person })).body.laws;
  const law = (await read('law', 'market-rules')).published;
  await save('market-rules', { ...law, hidden: true });
  await publish('law', 'market-rules');
  expect((await laws()).map(({ lawId }) => lawId)).not.toContain('market-rules');
});

test('words of the first page are published without prices; a dropped draft changes nothing', async () => {
  const words = async () => (await cabinet.post(readLandingWords, {})).body.words;
  expect(await words()).toEqual({});
  const content = { kind: 'landing', words: { ...landingWords, title: 'Світло поруч' } };
  await save(landingKey, content);
  expect(await words()).toEqual({});
  await publish('landing', landingKey);
  expect((await words()).title).toBe('Світло поруч');
  for (const lead of ['Ніч по 2,16 грн', 'Дешевше на 50 %', 'Лише 4 ₴', 'До 216 коп.']) {
    const { body } = await save(landingKey, { ...content, words: { ...landingWords, lead } });
    expect(body.issues?.map(({ path, code }) => `${path} ${code}`)).toEqual([
      'content.words.lead content.priceTyped',
    ]);
  }
  await save(landingKey, { ...content, words: { ...landingWords, title: 'Інше' } });
  const { revision } = await read('landing', landingKey);
  const named = { token: editor, kind: 'landing', key: landingKey };
  expect((await cabinet.post(dropContent, { ...named, revision })).body.document?.draft).toBeNull();
  expect((await words()).title).toBe('Світло поруч');
  expect((await publish('landing', landingKey)).httpStatus).toBe(404);
  expect((await save('other', content)).body.issues?.[0]?.path).toBe('key');
});

test('dropping the draft of a text that was never published removes the text and frees its key', async () => {
  const key = 'insha-stattia';
  const named = { token: editor, kind: 'article' as const, key };
  const saved = await cabinet.post(saveContent, { token: editor, key, content: article(), revision: 0 });
  const { revision } = saved.body.document;
  const dropped = await cabinet.post(dropContent, { ...named, revision });
  expect([dropped.httpStatus, dropped.body.document]).toEqual([200, null]);
  const again = await cabinet.post(dropContent, { ...named, revision });
  expect(again.body.code).toBe('management.changedMeanwhile');
  expect((await cabinet.post(getContent, named)).httpStatus).toBe(404);
  const anew = await cabinet.post(saveContent, { token: editor, key, content: article(), revision: 0 });
  expect([anew.httpStatus, anew.body.document.draft !== null]).toEqual([200, true]);
});

test('of two editors at once the second is told, also when a draft was dropped between', async () => {
  const key = 'borh-i-vidkliuchennia';
  const revision = await revisionOf('article', key);
  const saves = ['Одна', 'Друга'].map((title) =>
    cabinet.post(saveContent, { token: editor, key, content: article({ title }), revision }),
  );
  const codes = (await Promise.all(saves)).map(({ body }) => body.code ?? 'done');
  expect(codes.toSorted()).toEqual(['done', 'management.changedMeanwhile']);
  const seen = await revisionOf('article', key);
  await cabinet.post(dropContent, { token: editor, kind: 'article', key, revision: seen });
  const late = await cabinet.post(publishContent, { token: editor, kind: 'article', key, revision: seen });
  expect(outcomeOf(late)).toBe('409 management.changedMeanwhile');
  expect((await save(key, article())).httpStatus).toBe(200);
});

test('what could run or lead away is refused or stays a text', async () => {
  const hostile = '<script>alert(1)</script><img src=x onerror=alert(1)>';
  const saved = await save('yak-platyty', article({ lead: hostile }));
  expect(saved.body.document.draft?.content).toMatchObject({ lead: hostile });
  for (const href of ['javascript:alert(1)', '//example.test', 'http://example.test', 'data:text/html,x']) {
    const blocks = [{ kind: 'link', text: 'тут', href }];
    expect((await save('yak-platyty', article({ blocks }))).httpStatus).toBe(400);
  }
  const url = 'https://example.test/\u202e';
  const law = (await read('law', 'electricity-market')).published;
  expect((await save('electricity-market', { ...law, url })).httpStatus).toBe(400);
  for (const key of ['../etc', 'Назва', 'a--b', ''])
    expect((await save(key, article())).httpStatus).toBe(400);
  expect((await save('yak-platyty', article({ blocks: [] }))).body.issues?.[0]?.path).toBe('content.blocks');
});

test('a published text is never changed in the database, and the audit tells what was before', async () => {
  for (const change of [
    "update portal.content_version set content = '{}'",
    'delete from portal.content_version',
  ])
    await expect(sql.raw(`${change} where state = 'published'`).execute(cabinet.portalDb)).rejects.toThrow(
      'a published text is not changed',
    );
  await save('yak-platyty', article({ title: 'Для дій' }));
  const before = (await shownArticle('yak-platyty'))?.title ?? '';
  await publish('article', 'yak-platyty');
  await save('nova-stattia', article());
  const owner = await cabinet.signIn([], 'admin', ['owner']);
  const { actions } = (await cabinet.post(listStaffActions, { token: owner })).body;
  const published = actions.find(({ what }) => what === 'Текст опубліковано');
  expect(published?.changes).toMatchObject([{ what: 'Для дій' }]);
  const title = published?.changes[0]?.fields.find(({ name }) => name === 'Назва');
  expect(title).toMatchObject({ before, after: 'Для дій' });
  // A first draft is shown whole.
  const draft = actions.find(({ what }) => what === 'Чернетку тексту збережено')?.changes[0]?.fields;
  expect(draft).toContainEqual({ name: 'Вид', before: null, after: 'стаття' });
  expect(draft).toContainEqual({ name: 'Для кого', before: null, after: 'побутові клієнти' });
});

test('of a long text the audit tells the lines that differ, of the first page the words that were changed', async () => {
  const steps = { kind: 'steps', items: ['Відкрийте рахунок.', 'Сплатіть.'] } as const;
  const last = { kind: 'link', text: 'Рахунки', href: '/cabinet/person/bills' } as const;
  const long = { kind: 'paragraph', text: 'а'.repeat(1000) } as const;
  await save('yak-platyty', article({ blocks: [long, { kind: 'heading', text: 'Швидко' }, last] }));
  await publish('article', 'yak-platyty');
  await save('yak-platyty', article({ blocks: [long, { kind: 'heading', text: 'Швидко' }, steps, last] }));
  await publish('article', 'yak-platyty');
  await save(landingKey, { kind: 'landing', words: { ...landingWords, contactsBody: 'Зателефонуйте.' } });
  await publish('landing', landingKey);
  const owner = await cabinet.signIn([], 'admin', ['owner']);
  const { actions } = (await cabinet.post(listStaffActions, { token: owner })).body;
  const [landing, , text] = actions.map(({ changes }) => changes[0]?.fields);
  const after = '…\n1. Відкрийте рахунок.\n2. Сплатіть.\n…';
  expect(text?.find(({ name }) => name === 'Текст')).toEqual({ name: 'Текст', before: '…', after });
  const changed = { name: 'Контакти: текст', after: 'Зателефонуйте.' };
  expect(landing).toContainEqual(expect.objectContaining(changed));
  expect(landing?.filter(({ before, after }) => before === after)).toEqual([]);
});
