import { describe, expect, test } from 'vitest';
import { signInPerson } from '#contract/identity/sign-in.ts';
import { createPersonIdentity } from '#portal/modules/identity/sign-in/create-identity.ts';
import { basicPair, newPhone, wrongCode } from '#portal/testing/callers/code-caller.ts';
import { lastCodeTo } from '#portal/testing/callers/last-code.ts';
import { provideTestApp } from '#portal/testing/hooks/provide-test-app.ts';
import { loginDigest } from './attempts.ts';
import { codeCalls, start } from './testing/code-calls.ts';
import { failureOfCode } from './try-code.ts';

const minute = 60_000;

const cabinet = provideTestApp();

const { issue, receive, attempt, knowNetwork } = codeCalls(() => cabinet);

test('a code by SMS to a person is four digits, good for five minutes, the next one after a minute', async () => {
  const phone = newPhone();
  expect(await issue(phone)).toEqual({
    kind: 'sent',
    resendAfterSeconds: 60,
    expiresInSeconds: 300,
    isNumeric: true,
  });
  expect(await lastCodeTo(cabinet, phone)).toMatch(/^\d{4}$/);
});

test('a code submitted five times at once is accepted once, and never after', async () => {
  const phone = newPhone();
  const code = await receive(phone);
  const answers = await Promise.all(Array.from({ length: 5 }, () => attempt(phone, code)));
  expect(answers.filter((answer) => answer === 'right')).toHaveLength(1);
  expect(await attempt(phone, code)).toBe('wrong');
});

test('a check counts as an attempt', async () => {
  const phone = newPhone();
  const code = await receive(phone);
  for (let count = 0; count < 3; count += 1) await attempt(phone, wrongCode(code), {}, 'check');
  expect(await attempt(phone, code)).toBe('exhausted');
});

test('ten concurrent attempts count as at most three, also for the right code', async () => {
  const phone = newPhone();
  const code = await receive(phone);
  const answers = await Promise.all(Array.from({ length: 10 }, () => attempt(phone, wrongCode(code))));
  expect(answers.filter((answer) => answer === 'wrong')).toHaveLength(2);
  expect(await attempt(phone, code)).toBe('exhausted');
});

test('a code is valid until the end of its fifth minute', async () => {
  const [phone, late] = [newPhone(), newPhone()];
  const code = await receive(phone);
  expect(await attempt(phone, code, {}, 'use', start + 5 * minute - 1)).toBe('right');
  const expired = await receive(late);
  expect(await attempt(late, expired, {}, 'use', start + 5 * minute)).toBe('expired');
});

describe('a code belongs to what it was asked for', () => {
  test('it is not good for another phone', async () => {
    const [phone, other] = [newPhone(), newPhone()];
    const code = await receive(phone);
    await receive(other);
    if (code !== (await lastCodeTo(cabinet, other))) expect(await attempt(other, code)).toBe('wrong');
    expect(await attempt(newPhone(), code)).toBe('wrong');
    expect(await attempt(phone, code)).toBe('right');
  });

  test.each(['register', 'recover', 'confirm', 'secondFactor'] as const)(
    'a code of login is not good for %s',
    async (purpose) => {
      const phone = newPhone();
      const code = await receive(phone);
      expect(await attempt(phone, code, { purpose })).toBe('wrong');
      expect(await attempt(phone, code)).toBe('right');
    },
  );

  test('a code of an entity is bound to its account, and to being an entity', async () => {
    const phone = newPhone();
    const entity = { purpose: 'recover', userType: 'entity', account: '1000000001' } as const;
    const code = await receive(phone, entity);
    expect(await attempt(phone, code, { ...entity, account: '1000000002' })).toBe('wrong');
    const person = { purpose: 'recover', userType: 'person', account: '1000000001' } as const;
    expect(await attempt(phone, code, person)).toBe('wrong');
    expect(await attempt(phone, code, entity)).toBe('right');
  });
});

describe('proving and using', () => {
  test('a proven code may be used by its form for half an hour, once', async () => {
    const phone = newPhone();
    const code = await receive(phone);
    expect(await attempt(phone, code, {}, 'prove')).toBe('right');
    const later = start + 30 * minute - 1;
    expect(await attempt(phone, code, {}, 'check', later)).toBe('right');
    expect(await attempt(phone, code, {}, 'use', later)).toBe('right');
    expect(await attempt(phone, code, {}, 'use', later)).toBe('wrong');
  });

  test('a double click proves it again: it costs no try and gives no longer time', async () => {
    const phone = newPhone();
    const code = await receive(phone);
    for (let click = 0; click < 5; click += 1) {
      expect(await attempt(phone, code, {}, 'prove', start + click * minute)).toBe('right');
    }
    expect(await attempt(phone, code, {}, 'check', start + 30 * minute - 1)).toBe('right');
    expect(await attempt(phone, code, {}, 'use', start + 30 * minute)).toBe('expired');
  });
});

describe('a stranger on another network', () => {
  const stranger = { address: '203.0.113.66' };
  const guessAll = async (phone: string, code: string, at = start) => {
    for (let count = 0; count < 4; count += 1) await attempt(phone, wrongCode(code), stranger, 'prove', at);
  };

  test.each([
    ['that was just sent', {}],
    ['that it asked for and its owner got', stranger],
  ])('burns no code %s', async (_, from) => {
    const phone = newPhone();
    const code = await receive(phone, from);
    await guessAll(phone, code);
    expect(await attempt(phone, code, {}, 'prove')).toBe('right');
    await guessAll(phone, code);
    expect(await attempt(phone, code)).toBe('right');
  });

  test('has three guesses, and seventeen together with all others; the network that asked has its own', async () => {
    const phone = newPhone();
    const code = await receive(phone);
    await guessAll(phone, code);
    expect(await attempt(phone, code, stranger)).toBe('exhausted');
    for (let network = 1; network <= 14; network += 1)
      await attempt(phone, wrongCode(code), { address: `203.0.113.${network}` }, 'prove');
    expect(await attempt(phone, code, { address: '203.0.113.99' })).toBe('exhausted');
    expect(await attempt(phone, code)).toBe('right');
  });

  test('uses up none of the codes of a network from which the phone was used', async () => {
    const phone = newPhone();
    const home = { address: '198.51.100.40' };
    await knowNetwork(phone, home.address);
    for (let count = 0; count < 3; count += 1) await receive(phone, stranger, start + count * minute);
    const other = { address: '203.0.113.200' };
    expect(await issue(phone, other, start + 3 * minute)).toMatchObject({ kind: 'dayFull' });
    // Another address of the same household.
    const code = await receive(phone, { address: '198.51.100.77' }, start + 3 * minute);
    expect(await attempt(phone, code, home, 'use', start + 3 * minute)).toBe('right');
  });

  test('takes no code out of force by asking for another, neither a proven one nor one on its way', async () => {
    const phone = newPhone();
    const onItsWay = await receive(phone);
    await receive(phone, stranger, start + minute);
    expect(await attempt(phone, onItsWay, {}, 'prove', start + minute)).toBe('right');
    await receive(phone, stranger, start + 2 * minute);
    expect(await attempt(phone, onItsWay, {}, 'use', start + 3 * minute)).toBe('right');
  });

  test('when one of several codes is used, the others are good for nothing', async () => {
    const phone = newPhone();
    const own = await receive(phone);
    const other = await receive(phone, stranger, start + minute);
    expect(await attempt(phone, own, {}, 'use', start + minute)).toBe('right');
    expect(await attempt(phone, other, stranger, 'use', start + minute)).toBe('wrong');
  });
});

describe('the sign-in by code of a phone', () => {
  /** So many wrong guesses at codes of a phone, three of each network. */
  const guessWrongly = async (phone: string, times: number, at: number) => {
    const code = await receive(phone, {}, at);
    for (let count = 0; count < times; count += 1) {
      const address = `203.0.113.${100 + Math.floor(count / 3)}`;
      await attempt(phone, wrongCode(code), { address }, 'prove', at);
    }
    return code;
  };

  test('is off after ten wrong codes, for the right one and for new ones, until its owner signs in', async () => {
    const phone = newPhone();
    await guessWrongly(phone, 5, start);
    const code = await guessWrongly(phone, 5, start + minute);
    expect(await attempt(phone, code, {}, 'use', start + minute)).toBe('off');
    const inAMonth = start + 30 * 24 * 60 * minute;
    expect(await issue(phone, {}, inAMonth)).toMatchObject({ kind: 'off' });
    expect(failureOfCode('off')).toMatchObject({ httpStatus: 422, code: 'identity.codeSignInOff' });
    const password = 'Світло: 2026-demo';
    await createPersonIdentity(cabinet.portalDb, { phone, password, email: '', accounts: [] });
    await cabinet.post(signInPerson, { phone, userType: 'person' }, basicPair(phone, password));
    expect(await issue(phone, {}, inAMonth)).toMatchObject({ kind: 'sent' });
  });

  test('counts with the other codes of the phone, which wait for a day', async () => {
    const phone = newPhone();
    const recovery = { purpose: 'recover' } as const;
    await guessWrongly(phone, 5, start);
    await guessWrongly(phone, 5, start + minute);
    const code = await receive(phone, recovery, start + 2 * minute);
    expect(await attempt(phone, code, recovery, 'use', start + 2 * minute)).toBe('paused');
    const tomorrow = start + 24 * 60 * minute + 2 * minute;
    const next = await receive(phone, recovery, tomorrow);
    expect(await attempt(phone, next, recovery, 'use', tomorrow)).toBe('right');
  });
});

describe('codes of digits', () => {
  const day = 24 * 60 * minute;
  const kindOf = async (phone: string, at: number, changes = {}) => {
    const issued = await issue(phone, changes, at);
    const code = await lastCodeTo(cabinet, phone);
    return issued.kind === 'sent' && { isNumeric: issued.isNumeric, hasDigitsAlone: /^\d{4}$/.test(code) };
  };
  const digits = { isNumeric: true, hasDigitsAlone: true };
  /** Wrong guesses at a code of digits, each from a network of its own. */
  const guessFrom = async (phone: string, networks: number, at = start) => {
    const code = await receive(phone, {}, at);
    const answers: string[] = [];
    for (let network = 1; network <= networks; network += 1) {
      answers.push(await attempt(phone, wrongCode(code), { address: `203.0.113.${network}` }, 'prove', at));
    }
    return { code, answers };
  };

  test('are guessed at five times in 90 days; then codes have letters, also after the owner came in', async () => {
    const phone = newPhone();
    const { code, answers } = await guessFrom(phone, 7);
    expect(answers).toEqual([...Array.from({ length: 5 }, () => 'wrong'), 'exhausted', 'exhausted']);
    expect(await attempt(phone, code, { address: '203.0.113.99' })).toBe('exhausted');
    // Strangers do not take it from its holder.
    expect(await attempt(phone, code)).toBe('right');
    await knowNetwork(phone, '192.0.2.1');
    expect(await kindOf(phone, start + minute)).toMatchObject({ isNumeric: false });
    expect(await kindOf(phone, start + 89 * day)).toMatchObject({ isNumeric: false });
    expect(await kindOf(phone, start + 90 * day)).toEqual(digits);
  });

  test('the holder has eight of them, whatever strangers do', async () => {
    const phone = newPhone();
    const { code } = await guessFrom(phone, 5);
    for (const answer of ['wrong', 'wrong', 'exhausted']) {
      expect(await attempt(phone, wrongCode(code))).toBe(answer);
    }
    const another = newPhone();
    const first = await receive(another);
    for (let count = 0; count < 3; count += 1) await attempt(another, wrongCode(first));
    const { code: second } = await guessFrom(another, 2, start + minute);
    for (let count = 0; count < 2; count += 1)
      await attempt(another, wrongCode(second), {}, 'use', start + minute);
    const guesses = () =>
      cabinet.portalDb
        .selectFrom('portal.wrong_code_count')
        .select('digit_guesses')
        .where('login_digest', '=', loginDigest({ kind: 'person', login: another }))
        .executeTakeFirstOrThrow();
    expect(await guesses()).toEqual({ digit_guesses: 7 });
    expect(await attempt(another, second, {}, 'use', start + minute)).toBe('right');
    // Two were the owner's at the code that was right in the end.
    expect(await guesses()).toEqual({ digit_guesses: 5 });
  });

  test('who mistypes twice and then types the right one keeps them', async () => {
    const phone = newPhone();
    for (let count = 0; count < 6; count += 1) {
      const at = start + count * 60 * minute;
      const code = await receive(phone, {}, at);
      expect(code).toMatch(/^\d{4}$/);
      for (let wrong = 0; wrong < 2; wrong += 1) await attempt(phone, wrongCode(code), {}, 'use', at);
      expect(await attempt(phone, code, {}, 'use', at)).toBe('right');
      await knowNetwork(phone, '192.0.2.1');
    }
  });

  test('all codes of a login are guessed at from one budget', async () => {
    const phone = newPhone();
    const recovery = { purpose: 'recover' } as const;
    await guessFrom(phone, 4);
    const code = await receive(phone, recovery, start + minute);
    const from = (network: number) => ({ ...recovery, address: `203.0.113.${network}` });
    expect(await attempt(phone, wrongCode(code), from(50), 'prove', start + minute)).toBe('wrong');
    expect(await attempt(phone, wrongCode(code), from(51), 'prove', start + minute)).toBe('exhausted');
    expect(await kindOf(phone, start + 2 * minute, recovery)).toMatchObject({ isNumeric: false });
  });

  test.each([
    ['by e-mail', 'olena@example.com', {}],
    ['of an entity', undefined, { userType: 'entity', purpose: 'recover', account: '1000000001' }],
    ['of staff', undefined, { userType: 'admin', purpose: 'confirm' }],
    ['of the second step', undefined, { purpose: 'secondFactor', account: 'a challenge' }],
  ] as const)('are none %s', async (_, contact, changes) => {
    expect(await issue(contact ?? newPhone(), changes)).toMatchObject({ kind: 'sent', isNumeric: false });
  });
});

test('neither the code nor the contact can be read from the table of codes', async () => {
  const phone = newPhone();
  const code = await receive(phone);
  const rows = await cabinet.portalDb.selectFrom('portal.confirmation_code').selectAll().execute();
  const kept = rows.map((row) =>
    Object.values(row)
      .map((value) => (Buffer.isBuffer(value) ? value.toString('latin1') : String(value)))
      .join(' '),
  );
  expect(kept.length).toBeGreaterThan(0);
  for (const row of kept) {
    expect(row).not.toContain(phone);
    expect(row.split(' ')).not.toContain(code);
  }
});

test('a refused code is reported with its cause', () => {
  expect(failureOfCode('wrong')).toMatchObject({ code: 'identity.wrongCode', httpStatus: 422 });
  expect(failureOfCode('expired')).toMatchObject({ code: 'identity.codeExpired', httpStatus: 422 });
  const exhausted = { code: 'identity.attemptsExhausted', httpStatus: 429, retryAfterSeconds: 60 };
  expect(failureOfCode('exhausted')).toMatchObject(exhausted);
});

test.each([
  ['register', 'реєстрація'],
  ['login', 'вхід'],
  ['recover', 'новий пароль'],
  ['confirm', 'підтвердження'],
  ['secondFactor', 'другий крок входу'],
] as const)('the message with a code for %s says so', async (purpose, word) => {
  const phone = newPhone();
  const code = await receive(phone, { purpose });
  await cabinet.deliverMessages();
  expect((await cabinet.readOutbox(phone))[0]).toMatchObject({
    code,
    text: expect.stringContaining(`${code} (${word})`),
  });
});
