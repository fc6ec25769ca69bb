import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { makeAccount } from '#billing/testing/make-account.ts';
import { periodStates } from '#contract/billing-periods.ts';
import { correctLedger, decideCorrection, listLedger, waitingCorrections } from '#contract/ledger.ts';
import type { Instant } from '#domain/time/instant.ts';
import { newId } from '#platform/uuid.ts';
import { insertGrants } from '#portal/modules/identity/administrators/grant-store.ts';
import { identityOf, signInDependent } from '#portal/testing/callers/sign-in-dependent.ts';
import { provideTestApp } from '#portal/testing/hooks/provide-test-app.ts';

let account: string;
let clerk: string;

const cabinet = provideTestApp({ hasSupplier: true });

beforeAll(async () => {
  await sql`insert into billing.period (period, state, accounts_total, accounts_done)
    values ('2026-10', 'closing', 1000, 250)`.execute(cabinet.billingDb);
  account = (await makeAccount(cabinet.billingDb)).accountNumber;
  clerk = await cabinet.signIn([], 'admin', ['billing']);
});

const correct = (token: string, what: Record<string, unknown>, requestId = newId()) =>
  cabinet.post(correctLedger, { token, account, what, reason: 'За скаргою', requestId } as never);

test('a clerk corrects the debt of an account, and takes the correction back', async () => {
  const requestId = newId();
  const { httpStatus, body } = await correct(clerk, { kind: 'add', sum: '-25.50' }, requestId);
  expect(httpStatus).toBe(200);
  expect(body).toMatchObject({ balance: '-25.50', entry: { kind: 'correction', reason: 'За скаргою' } });
  expect((await correct(clerk, { kind: 'add', sum: '-25.50' }, requestId)).body).toEqual(body);
  const { entryId = '' } = body.entry ?? {};
  cabinet.clock.set((cabinet.clock.now() + 1000) as Instant);
  const undone = await correct(clerk, { kind: 'reverse', entryId });
  expect(undone.body).toMatchObject({ balance: '0.00', entry: { kind: 'reversal', sum: '25.50' } });
  const again = await correct(clerk, { kind: 'reverse', entryId });
  expect([again.httpStatus, again.body.code]).toEqual([422, 'ledger.notReversible']);
  const { body: ledger } = await cabinet.post(listLedger, { token: clerk, account });
  expect(ledger.entries.map(({ kind, isReversed, canReverse }) => [kind, isReversed, canReverse])).toEqual([
    ['reversal', false, false],
    ['correction', true, false],
  ]);
});

test('an account that is not there has no ledger', async () => {
  const { httpStatus, body } = await cabinet.post(listLedger, { token: clerk, account: '2399999999' });
  expect([httpStatus, body.code]).toEqual([404, 'common.notFound']);
});

test('a cursor of another make is refused', async () => {
  for (const cursor of ['bm9uc2Vuc2U', Buffer.from('["1"]').toString('base64url')])
    expect((await cabinet.post(listLedger, { token: clerk, account, cursor })).httpStatus).toBe(400);
});

test('a closing reports its progress', async () => {
  const { body } = await cabinet.post(periodStates, { token: clerk });
  expect(body.periods).toMatchObject([
    { period: '2026-10', state: 'closing', isRunning: false, done: 250, total: 1000, secondsLeft: null },
  ]);
});

test('above the limit a second administrator decides, not the author in another session', async () => {
  const requestId = newId();
  const asked = await correct(clerk, { kind: 'add', sum: '-2500.00' }, requestId);
  expect([asked.httpStatus, asked.body.outcome, asked.body.entry]).toEqual([200, 'waiting', null]);
  const operator = await cabinet.signIn([], 'admin', ['operator']);
  expect((await cabinet.post(waitingCorrections, { token: operator })).httpStatus).toBe(403);
  const own = (await cabinet.post(waitingCorrections, { token: clerk })).body;
  expect(own).toMatchObject({ count: 1, corrections: [{ account, sum: '-2500.00', isOwn: true }] });
  const entryId = own.corrections[0]?.entryId ?? '';
  const decide = (token: string, decision: 'confirm' | 'decline') =>
    cabinet.post(decideCorrection, { token, account, entryId, decision });
  const refused = await decide(clerk, 'confirm');
  expect([refused.httpStatus, refused.body.code]).toEqual([422, 'decisions.ownProposal']);
  expect((await decide(operator, 'confirm')).httpStatus).toBe(403);
  // An account that the author made, or that was made by who made the author's, becomes a second person after a week.
  const dependent = await signInDependent(cabinet, clerk, ['billing']);
  const maker = await cabinet.signIn([], 'admin', ['owner']);
  const sibling = await signInDependent(cabinet, maker, ['billing']);
  const grant = { toId: await identityOf(cabinet, clerk), byId: await identityOf(cabinet, maker) };
  await insertGrants(cabinet.portalDb, { ...grant, kinds: ['link'] }, cabinet.clock.now());
  for (const token of [dependent, maker, sibling])
    expect((await decide(token, 'confirm')).body.code).toBe('decisions.dependentPerson');
  const other = await cabinet.signIn([], 'admin', ['billing']);
  expect((await cabinet.post(waitingCorrections, { token: other })).body.corrections[0]).toMatchObject({
    isOwn: false,
  });
  expect((await decide(other, 'confirm')).body).toMatchObject({ outcome: 'booked' });
  const late = await decide(await cabinet.signIn([], 'admin'), 'decline');
  expect([late.httpStatus, late.body.code]).toEqual([409, 'ledger.alreadyDecided']);
  expect((await correct(clerk, { kind: 'add', sum: '-2500.00' }, requestId)).body).toMatchObject({
    outcome: 'booked',
  });
});

test('a sum at the end of numbers is refused, not a fault', async () => {
  const { httpStatus, body } = await correct(clerk, { kind: 'add', sum: '999999999999999.99' });
  expect([httpStatus, body.code]).toEqual([422, 'ledger.outOfRange']);
});
