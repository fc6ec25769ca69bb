import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import {
  type Content,
  getContent,
  listContent,
  publishContent,
  saveContent,
  withdrawContent,
} from '#contract/content.ts';
import { listStaffActions } from '#contract/identity/staff-actions.ts';
import { answerLegalText, listNewLegalTexts, readLegalText } from '#contract/legal-texts.ts';
import { legalKeys, shippedLegalVersion } from '#contract/values/legal-keys.ts';
import { instantFromIso } from '#domain/time/instant.ts';
import { outcomeOf } from '#portal/testing/check-answer.ts';
import { provideTestApp } from '#portal/testing/hooks/provide-test-app.ts';

let editor: string;

const at = (iso: string) => cabinet.clock.set(instantFromIso(iso));
const signIn = async () => {
  editor = await cabinet.signIn([], 'admin', ['content']);
};
const cabinet = provideTestApp();

beforeAll(() => signIn());

/** Signs a customer in again, whose session has ended meanwhile. */
async function signInAgain(token: string, type: 'person' | 'entity') {
  const made = await cabinet.signIn([], type);
  const identityOf = (of: string) => sql<{ id: string }>`
    select identity_id as id from portal.session where session_id = ${sessionOf(of)}::uuid`;
  await sql`update portal.session set identity_id = (${identityOf(token)})
             where session_id = ${sessionOf(made)}::uuid`.execute(cabinet.portalDb);
  return made;
}
const sessionOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).sid as string;

const legal = (effectiveFrom: string, more: object = {}): Content => ({
  kind: 'legal',
  title: 'Умови користування',
  effectiveFrom,
  summary: `Нове з ${effectiveFrom}.`,
  asksConsent: false,
  blocks: [{ kind: 'paragraph', text: `Текст від ${effectiveFrom}.` }],
  ...more,
});
const read = async (key = 'terms') =>
  (await cabinet.post(getContent, { token: editor, kind: 'legal', key })).body.document;
const save = async (content: Content, key = 'terms', token = editor) =>
  cabinet.post(saveContent, { token, key, content, revision: (await read(key))?.revision ?? 0 });
const publish = async (key = 'terms') =>
  cabinet.post(publishContent, { token: editor, kind: 'legal', key, revision: (await read(key)).revision });
const plan = async (effectiveFrom: string, more: object = {}) => {
  await save(legal(effectiveFrom, more));
  return (await publish()).body.document;
};
const shown = async (version?: string, key = 'terms') =>
  (await cabinet.post(readLegalText, { key, ...(version && { version }) })).body;
const news = async (token: string) => (await cabinet.post(listNewLegalTexts, { token })).body.texts;
const answer = (token: string, version: string) =>
  cabinet.post(answerLegalText, { token, key: 'terms', version });

test('the texts of the product are in force for everybody, and nobody is told of them', async () => {
  for (const key of legalKeys) {
    const { text, present, versions } = await shown(undefined, key);
    expect([text.version, text.from, present]).toEqual([shippedLegalVersion, null, shippedLegalVersion]);
    expect(text.blocks.length).toBeGreaterThan(5);
    expect(versions).toHaveLength(1);
  }
  expect((await cabinet.post(readLegalText, { key: 'terms', version: '7' })).httpStatus).toBe(404);
  expect((await cabinet.post(readLegalText, { key: 'terms', version: 'x' })).httpStatus).toBe(400);
  expect(await news(await cabinet.signIn([]))).toEqual([]);
});

test('a version is planned from tomorrow on, may be taken back until its day, and comes back as the draft', async () => {
  for (const past of ['2026-11-20', '2020-01-01']) {
    const { httpStatus, body } = await save(legal(past));
    expect([httpStatus, body.issues]).toMatchObject([
      400,
      [{ path: 'content.effectiveFrom', code: 'content.notAhead' }],
    ]);
  }
  expect((await save(legal('2026-12-10'), 'cookies')).body.issues?.[0]?.path).toBe('key');
  const planned = await plan('2026-12-10');
  expect(planned).toMatchObject({ draft: null, publishedBy: null, planned: [{ version: 1 }] });
  expect((await shown()).text.version).toBe(shippedLegalVersion);
  expect(await shown('1')).toMatchObject({
    text: { from: '2026-12-10' },
    versions: [{ version: '1' }, { version: shippedLegalVersion, until: '2026-12-10' }],
  });
  const { items } = (await cabinet.post(listContent, { token: editor })).body;
  expect(items.find(({ key }) => key === 'terms')).toMatchObject({ plannedFrom: '2026-12-10' });

  const asked = { token: editor, key: 'terms', version: 1 };
  const late = await cabinet.post(withdrawContent, { ...asked, revision: 0 });
  expect(outcomeOf(late)).toBe('409 management.changedMeanwhile');
  const operator = await cabinet.signIn([], 'admin', ['operator']);
  const { revision } = planned;
  expect((await cabinet.post(withdrawContent, { ...asked, token: operator, revision })).httpStatus).toBe(403);
  const back = (await cabinet.post(withdrawContent, { ...asked, revision })).body.document;
  expect(back).toMatchObject({ planned: [], draft: { content: { effectiveFrom: '2026-12-10' } } });
  expect((await shown()).versions).toHaveLength(1);
  const owner = await cabinet.signIn([], 'admin', ['owner']);
  const { actions } = (await cabinet.post(listStaffActions, { token: owner })).body;
  expect(actions[0]).toMatchObject({ what: 'Заплановану редакцію відкликано' });
});

test('a draft whose day has come meanwhile is not published', async () => {
  await save(legal('2026-11-21'));
  at('2026-11-20T22:00:00Z');
  expect(outcomeOf(await publish())).toBe('422 content.notAhead');
});

test('at its midnight a version is in force, customers are told once, and a consent is kept by its version', async () => {
  let [informed, consenting] = [await cabinet.signIn([]), await cabinet.signIn([], 'entity')];
  expect((await plan('2026-11-22')).planned).toHaveLength(1);
  await plan('2026-11-23', { asksConsent: true });
  at('2026-11-21T21:59:59Z');
  expect(await news(informed)).toEqual([]);
  at('2026-11-21T22:00:00Z');
  informed = await signInAgain(informed, 'person');
  const [told] = await news(informed);
  const changes = [{ from: '2026-11-22', summary: 'Нове з 2026-11-22.' }];
  expect(told).toMatchObject({ key: 'terms', asksConsent: false, changes });
  const former = told?.version ?? '';
  expect((await answer(informed, shippedLegalVersion)).body.code).toBe('legal.otherVersion');
  expect((await answer(informed, former)).httpStatus).toBe(200);
  expect((await answer(informed, former)).httpStatus).toBe(200);
  expect(await news(informed)).toEqual([]);

  at('2026-11-22T22:00:00Z');
  [informed, consenting] = [await signInAgain(informed, 'person'), await signInAgain(consenting, 'entity')];
  expect((await answer(consenting, former)).httpStatus).toBe(409);
  expect(await news(consenting)).toMatchObject([
    { asksConsent: true, changes: [{ from: '2026-11-22' }, { from: '2026-11-23' }] },
  ]);
  const version = (await news(informed))[0]?.version ?? '';
  for (const token of [informed, consenting]) {
    expect((await answer(token, version)).httpStatus).toBe(200);
    expect(await news(token)).toEqual([]);
  }
  const { rows: kept } = await sql<{ identity_id: string }>`select kind, act, version, identity_id
    from portal.consent order by happened_at, act`.execute(cabinet.portalDb);
  const given = { kind: 'terms', act: 'given', version };
  expect(kept).toMatchObject([{ kind: 'terms', act: 'informed', version: former }, given, given]);
  expect(new Set(kept.map((row) => row.identity_id)).size).toBe(2);
  // A version that was in force is neither taken back nor gone.
  await signIn();
  const { revision, history } = await read();
  const asked = { token: editor, key: 'terms', version: Number(version), revision };
  expect((await cabinet.post(withdrawContent, asked)).httpStatus).toBe(404);
  expect(history).toHaveLength(2);
  expect((await shown(former)).text).toMatchObject({ from: '2026-11-22', until: '2026-11-23' });
  // Staff are not asked.
  expect((await cabinet.post(listNewLegalTexts, { token: editor })).httpStatus).toBe(403);
});
