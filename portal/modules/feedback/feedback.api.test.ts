import { expect, test } from 'vitest';
import { exportFeedback, feedbackStats, listFeedback } from '#contract/feedback/given-feedback.ts';
import { giveFeedback, type Mark } from '#contract/feedback.ts';
import { type Instant, instantFromIso } from '#domain/time/instant.ts';
import { text as textColumn, typedSql } from '#platform/database/typed-sql.ts';
import { newId } from '#platform/uuid.ts';
import { makeSession } from '#portal/testing/callers/make-session.ts';
import { outcomeOf } from '#portal/testing/check-answer.ts';
import { provideTestApp } from '#portal/testing/hooks/provide-test-app.ts';
import { recordRating } from './public.ts';

const bills = '/cabinet/person/bills';

const cabinet = provideTestApp();
const given = (page = bills) => ({ page, occasion: 'page', mark: 4 as Mark, text: '', version: 'a1b2c3' });
const give = (token: string, page?: string) => cabinet.post(giveFeedback, { token, ...given(page) });

/** Rates an answer of a conversation of somebody. */
async function rate(
  mark: Mark,
  answer: { conversationId?: string; operatorId?: string; isSolved?: boolean } = {},
) {
  const { identityId } = await makeSession(cabinet.portalDb, cabinet.clock, [], 'person', []);
  return cabinet.portalDb.transaction().execute((transaction) =>
    recordRating(transaction, {
      ...{ identityId, mark, text: '', at: cabinet.clock.now(), conversationId: newId(), answerSeq: 2 },
      ...{ topic: 'billCheck', operatorId: null, isSolved: true, ...answer },
    }),
  );
}

test('a customer marks a page once a day', async () => {
  const token = await cabinet.signIn([]);
  expect((await give(token)).httpStatus).toBe(200);
  expect(outcomeOf(await give(token))).toBe('409 feedback.alreadyGiven');
  expect((await give(token, '/cabinet/person/tickets')).httpStatus).toBe(200);
  // Another customer, and the same one on the next Kyiv day, which begins at 22:00 UTC.
  expect((await give(await cabinet.signIn([]))).httpStatus).toBe(200);
  const now = cabinet.clock.now();
  cabinet.clock.set(instantFromIso('2026-11-20T22:00:00Z'));
  expect((await give(token)).httpStatus).toBe(200);
  cabinet.clock.set(now);
});

test('two requests at the same time keep one mark', async () => {
  const token = await cabinet.signIn([]);
  const answers = await Promise.all([1, 2, 3].map(() => give(token)));
  expect(answers.map(({ httpStatus }) => httpStatus).toSorted()).toEqual([200, 409, 409]);
});

test('digits of cards and phones are not stored', async () => {
  const token = await cabinet.signIn([]);
  const text = 'Картка 4149 4991 1234 5678, телефон 050 123-45-67, рахунок 2390001111';
  await cabinet.post(giveFeedback, { token, ...given(), text });
  const { rows } = await typedSql({ row: textColumn() })`
    select f::text as row from portal.feedback f where comment like 'Картка%'`.execute(cabinet.portalDb);
  expect(rows).toHaveLength(1);
  expect(rows[0]?.row).not.toMatch(/4149|5678|123-45/);
  expect(rows[0]?.row).toContain('2390001111');
});

test.each(['/cabinet/person/bills/2026-10', '/cabinet/admin'])(
  'the page %s is refused at its field',
  async (page) => {
    const { httpStatus, body } = await give(await cabinet.signIn([]), page);
    expect([httpStatus, body.issues]).toMatchObject([400, [{ path: 'page' }]]);
  },
);

test('an answer to a conversation is rated once', async () => {
  const conversationId = newId();
  expect(await rate(5, { conversationId })).toBe(true);
  expect(await rate(1, { conversationId })).toBe(false);
});

test('statistics show counts alone below 30 answers and the share with its interval from 30 on', async () => {
  // A month of its own.
  cabinet.clock.set(instantFromIso('2027-03-10T10:00:00Z'));
  const token = await cabinet.signIn([], 'admin', ['analyst']);
  const asked = { token, from: '2027-03-01', to: '2027-03-31' };
  for (let n = 0; n < 29; n += 1) await rate(n < 24 ? 5 : 1, { isSolved: n >= 5 });
  const few = (await cabinet.post(feedbackStats, asked)).body;
  expect(few).toMatchObject({ counts: [5, 0, 0, 0, 24], satisfaction: null, solved: { no: 5, all: 29 } });

  const operator = await makeSession(cabinet.portalDb, cabinet.clock, [], 'admin', ['operator']);
  // The next Kyiv day, within the session.
  cabinet.clock.set((cabinet.clock.now() + 13 * 3_600_000) as Instant);
  await rate(4, { operatorId: operator.identityId });
  await cabinet.post(giveFeedback, { token: await cabinet.signIn([]), ...given() });
  const { body } = await cabinet.post(feedbackStats, asked);
  expect(body.counts).toEqual([5, 0, 0, 2, 24]);
  expect(body.satisfaction?.share).toBeCloseTo(26 / 31, 10);
  expect(body.satisfaction?.low).toBeCloseTo(0.674, 3);
  expect(body.satisfaction?.high).toBeCloseTo(0.929, 3);
  expect(body.pages).toEqual([{ key: bills, counts: [0, 0, 0, 1, 0], satisfaction: null }]);
  expect(body.topics).toMatchObject([{ key: 'billCheck', counts: [5, 0, 0, 1, 24] }]);
  expect(body.topics[0]?.satisfaction).not.toBeNull();
  expect(body.operators.map(({ counts }) => counts)).toEqual([
    [5, 0, 0, 0, 24],
    [0, 0, 0, 1, 0],
  ]);
  expect(body.operators.map(({ key }) => key === '')).toEqual([true, false]);
  expect(body.times.map(({ key, counts }) => [key, counts[4]])).toEqual([
    ['2027-03-10', 24],
    ['2027-03-11', 0],
  ]);
  const byWeek = (await cabinet.post(feedbackStats, { ...asked, by: 'week' })).body;
  expect(byWeek.times).toMatchObject([{ key: '2027-03-08', counts: [5, 0, 0, 2, 24] }]);
  const ofPages = (await cabinet.post(feedbackStats, { ...asked, source: 'page' })).body;
  expect(ofPages).toMatchObject({ counts: [0, 0, 0, 1, 0], topics: [], operators: [] });
  const { httpStatus } = await cabinet.post(feedbackStats, { ...asked, to: '2028-12-31' });
  expect(httpStatus).toBe(422);
});

test('texts are found in any form of the word, newest first, in parts and as a file', async () => {
  cabinet.clock.set(instantFromIso('2027-06-10T10:00:00Z'));
  const token = await cabinet.signIn([], 'admin', ['analyst']);
  const asked = { token, from: '2027-06-01', to: '2027-06-30' };
  const say = async (words: string, mark: Mark, page = bills) => {
    cabinet.clock.set((cabinet.clock.now() + 1000) as Instant);
    await cabinet.post(giveFeedback, { token: await cabinet.signIn([]), ...given(page), mark, text: words });
  };
  for (let n = 0; n < 50; n += 1) await say(`Усе добре ${n}`, 5);
  await say('Не бачу перерахунку за об’єкт', 2);
  await say('=1+1', 1, '/cabinet/person/tickets');
  await say('', 3);

  const first = (await cabinet.post(listFeedback, asked)).body;
  expect([first.count, first.items.length]).toEqual([52, 50]);
  expect(first.items.slice(0, 2).map(({ text }) => text)).toEqual(['=1+1', 'Не бачу перерахунку за об’єкт']);
  const rest = (await cabinet.post(listFeedback, { ...asked, cursor: first.next })).body;
  expect(rest.items.map(({ text }) => text)).toEqual(['Усе добре 1', 'Усе добре 0']);
  expect(rest.next).toBeNull();

  const find = async (filter: object) =>
    (await cabinet.post(listFeedback, { ...asked, ...filter })).body.items.map(({ text }) => text);
  expect(await find({ q: "перерахунки об'єкта" })).toEqual(['Не бачу перерахунку за об’єкт']);
  expect(await find({ q: 'пepepaхунок' })).toEqual(['Не бачу перерахунку за об’єкт']);
  expect(await find({ q: "!:*' | (" })).toEqual([]);
  expect(await find({ mark: 1 })).toEqual(['=1+1']);
  expect(await find({ page: '/cabinet/person/tickets' })).toEqual(['=1+1']);
  expect(await find({ source: 'conversation' })).toEqual([]);

  const file = await cabinet.post(exportFeedback, { ...asked, mark: 1, format: 'csv' });
  const csv = String(file.body);
  expect(csv).toContain(`'=1+1`);
  expect(csv.split('\n').filter((line) => line.trim() !== '')).toHaveLength(2);
  expect((await cabinet.post(listFeedback, { ...asked, cursor: 'AAAA' })).httpStatus).toBe(400);
});
