import { expect, test } from 'vitest';
import { makeAccount } from '#billing/testing/make-account.ts';
import { addObject, listObjects } from '#contract/accounts/accounts.ts';
import type { Instant } from '#domain/time/instant.ts';
import { outcomeOf } from '#portal/testing/check-answer.ts';
import { provideTestApp } from '#portal/testing/hooks/provide-test-app.ts';
import { startTestApp } from '#portal/testing/start-test-app.ts';

const app = provideTestApp({ hasSupplier: true });
const makeFlat = (objectCode: string, contractEndedOn?: string) =>
  makeAccount(app.billingDb, { objectCode, ...(contractEndedOn && { contractEndedOn }) });

const listed = async (token: string) => {
  const { body } = await app.post(listObjects, { token });
  return { accounts: body.accounts.map(({ account }) => account), account: body.account };
};

test('a person who has just signed up adds the first object by its code: it is chosen at once', async () => {
  const { accountNumber: account } = await makeFlat('SVAD1120');
  const token = await app.signIn([]);
  const { httpStatus, body } = await app.post(addObject, { token, account, code: 'SVAD1120' });
  expect(httpStatus).toBe(200);
  expect(body.account).toBe(account);
  expect(body.accounts).toEqual([
    expect.objectContaining({ account, address: expect.stringContaining('Test street') }),
  ]);
  expect(await listed(token)).toEqual({ accounts: [account], account });
});

test('the second object leaves the choice as it was; its code in other letters is the same', async () => {
  const [first, second] = [await makeFlat('FIRST001'), await makeFlat('KOTA1120')];
  const token = await app.signIn([]);
  await app.post(addObject, { token, account: first.accountNumber, code: 'FIRST001' });
  // Cyrillic К, О, Т, А.
  const { body } = await app.post(addObject, { token, account: second.accountNumber, code: ' кОта 1120 ' });
  expect(body.account).toBe(first.accountNumber);
  expect(body.accounts.map(({ account }) => account)).toEqual([first.accountNumber, second.accountNumber]);
});

test('an unknown account, that of an entity and a wrong code are refused in the same words', async () => {
  const { accountNumber } = await makeFlat('RIGHT001');
  const entity = await makeAccount(app.billingDb, { customerType: 'entity', objectCode: 'RIGHT001' });
  const token = await app.signIn([]);
  const answers = [
    await app.post(addObject, { token, account: accountNumber, code: 'WRONG001' }),
    await app.post(addObject, { token, account: '9999999999', code: 'RIGHT001' }),
    await app.post(addObject, { token, account: entity.accountNumber, code: 'RIGHT001' }),
  ];
  expect(answers.map(outcomeOf)).toEqual(Array(3).fill('422 accounts.codeMismatch'));
  const shown = answers.map(({ body }) => JSON.stringify({ ...body, reference: '' }));
  expect(new Set(shown).size).toBe(1);
  expect((await listed(token)).accounts).toEqual([]);
});

test('what is in the cabinet already is not added again, and costs no attempt', async () => {
  const { accountNumber: account } = await makeFlat('AGAIN001');
  const token = await app.signIn([account]);
  for (let time = 0; time < 7; time += 1) {
    expect(outcomeOf(await app.post(addObject, { token, account, code: 'AGAIN001' }))).toBe(
      '409 accounts.alreadyAdded',
    );
  }
});

test('an account whose contract has ended is refused with the phones', async () => {
  const { accountNumber: account } = await makeFlat('ENDED001', '2026-05-31');
  const token = await app.signIn([]);
  const { httpStatus, body } = await app.post(addObject, { token, account, code: 'ENDED001' });
  expect({ httpStatus, code: body.code }).toEqual({ httpStatus: 422, code: 'accounts.noContract' });
  expect(body.message).toContain('0800300400');
  expect(body.message).not.toMatch(/[{}]/);
  expect((await listed(token)).accounts).toEqual([]);
});

test('five wrong codes in a quarter of an hour, and even the right one waits', async () => {
  const { accountNumber: account } = await makeFlat('GUESSED1');
  const token = await app.signIn([]);
  for (let time = 0; time < 5; time += 1) {
    const { body } = await app.post(addObject, { token, account, code: `WRONG00${time}` });
    expect(body.code).toBe('accounts.codeMismatch');
  }
  const right = { token, account, code: 'GUESSED1' };
  const refused = await app.post(addObject, right);
  expect(outcomeOf(refused)).toBe('429 identity.attemptsExhausted');
  expect(refused.body.message).toContain('15 хв');
  expect(refused.headers['retry-after']).toBe('900');
  const other = await app.signIn([]);
  expect((await app.post(addObject, { ...right, token: other })).httpStatus).toBe(200);

  const now = app.clock.now();
  app.clock.set((now + 15 * 60_000 + 1) as Instant);
  expect((await app.post(addObject, right)).httpStatus).toBe(200);
  app.clock.set(now);
});

test('an own account, added or with an ended contract, does not reset the count', async () => {
  const { accountNumber: account } = await makeFlat('TARGET01');
  const ended = await makeFlat('ENDED002', '2026-05-31');
  const own = await makeFlat('MYOWN001');
  const token = await app.signIn([]);
  const guess = () => app.post(addObject, { token, account, code: 'WRONG001' });
  for (const code of ['ENDED002', 'ENDED002', 'MYOWN001', 'ENDED002']) {
    expect((await guess()).body.code).toBe('accounts.codeMismatch');
    const right = code === 'MYOWN001' ? own : ended;
    await app.post(addObject, { token, account: right.accountNumber, code });
  }
  expect((await guess()).body.code).toBe('accounts.codeMismatch');
  expect((await guess()).body.code).toBe('identity.attemptsExhausted');
});

test('an account is guessed at twenty times in a quarter of an hour, whoever guesses; others are not concerned', async () => {
  const { accountNumber: account } = await makeFlat('TARGET02');
  const other = await makeFlat('TARGET03');
  for (let person = 0; person < 4; person += 1) {
    const token = await app.signIn([]);
    for (let time = 0; time < 5; time += 1) await app.post(addObject, { token, account, code: 'WRONG001' });
  }
  const token = await app.signIn([]);
  const refused = await app.post(addObject, { token, account, code: 'TARGET02' });
  expect(outcomeOf(refused)).toBe('429 identity.attemptsExhausted');
  const right = { token, account: other.accountNumber, code: 'TARGET03' };
  expect((await app.post(addObject, right)).httpStatus).toBe(200);
});

test('wrong codes count for the address, whoever is signed in', async () => {
  const limited = await startTestApp('2026-11-20T10:00:00Z', { SIGN_IN_FAILURES_PER_ADDRESS: '3' });
  try {
    const answers = [];
    for (let person = 0; person < 4; person += 1) {
      const token = await limited.signIn([]);
      const { body } = await limited.post(addObject, { token, account: '9999999999', code: 'WRONG001' });
      answers.push(body.code);
    }
    expect(answers.slice(2)).toEqual(['accounts.codeMismatch', 'identity.attemptsExhausted']);
  } finally {
    await limited.close();
  }
});
