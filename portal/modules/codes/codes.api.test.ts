import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Instant } from '#domain/time/instant.ts';
import { deriveSecret } from '#portal/http/derive-secret.ts';
import { newPhone, wrongCode } from '#portal/testing/code-caller.ts';
import { lastCodeTo } from '#portal/testing/last-code.ts';
import { startTestApp, type TestApp, tokenSecret } from '#portal/testing/start-test-app.ts';
import { type CodeAsk, type CodeStage, failureOfCode, issueCode, tryCode } from './public.ts';

const second = 1000;
const minute = 60 * second;
const start = Date.parse('2026-11-20T10:00:00Z');

let cabinet: TestApp;

beforeAll(async () => {
  cabinet = await startTestApp();
});

afterAll(() => cabinet.close());

function services(codesPerAddress = 0, codesPerMinute = 0) {
  const config = { codesPerAddress, codesPerMinute } as Parameters<typeof issueCode>[0]['config'];
  return { db: cabinet.portalDb, config, secretFor: (purpose: string) => deriveSecret(tokenSecret, purpose) };
}

type Changes = Partial<CodeAsk>;

function asking(contact: string, changes: Changes = {}): CodeAsk {
  return {
    purpose: 'login',
    userType: 'person',
    contact,
    condition: 'always',
    address: '192.0.2.1',
    ...changes,
  };
}

function issue(contact: string, changes: Changes = {}, at = start, codesPerAddress = 0) {
  return issueCode(services(codesPerAddress), asking(contact, changes), at as Instant);
}

async function receive(contact: string, changes: Changes = {}, at = start): Promise<string> {
  expect(await issue(contact, changes, at)).toMatchObject({ kind: 'sent' });
  return lastCodeTo(cabinet, contact);
}

function attempt(contact: string, code: string, changes: Changes = {}, stage: CodeStage = 'use', at = start) {
  return tryCode(services(), { ...asking(contact, changes), code }, stage, at as Instant);
}

test('a code is four signs without look-alikes, good for five minutes, the next one after a minute', async () => {
  const phone = newPhone();
  expect(await issue(phone)).toEqual({ kind: 'sent', resendAfterSeconds: 60, expiresInSeconds: 300 });
  expect(await lastCodeTo(cabinet, phone)).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}$/);
});

test('a right code is taken once', async () => {
  const phone = newPhone();
  const code = await receive(phone);
  expect(await attempt(phone, code)).toBe('right');
  expect(await attempt(phone, code)).toBe('wrong');
});

test('of five who use the same code at once one succeeds', async () => {
  const phone = newPhone();
  const code = await receive(phone);
  const answers = await Promise.all(Array.from({ length: 5 }, () => attempt(phone, code)));
  expect(answers.filter((answer) => answer === 'right')).toHaveLength(1);
});

test('three wrong codes exhaust the tries, for the right one too', async () => {
  const phone = newPhone();
  const code = await receive(phone);
  const wrong = wrongCode(code);
  expect(await attempt(phone, wrong)).toBe('wrong');
  expect(await attempt(phone, wrong)).toBe('wrong');
  expect(await attempt(phone, wrong)).toBe('exhausted');
  expect(await attempt(phone, code)).toBe('exhausted');
});

test('looking counts as a try, too', async () => {
  const phone = newPhone();
  const code = await receive(phone);
  for (let count = 0; count < 3; count += 1) await attempt(phone, wrongCode(code), {}, 'check');
  expect(await attempt(phone, code)).toBe('exhausted');
});

test('ten guesses at once are not more than three tries', async () => {
  const phone = newPhone();
  const code = await receive(phone);
  const answers = await Promise.all(Array.from({ length: 10 }, () => attempt(phone, wrongCode(code))));
  expect(answers.filter((answer) => answer === 'wrong')).toHaveLength(2);
  expect(await attempt(phone, code)).toBe('exhausted');
});

test('a code is good until its fifth minute ends', async () => {
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
    expect(
      await attempt(phone, code, { purpose: 'recover', userType: 'person', account: '1000000001' }),
    ).toBe('wrong');
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

  test('after half an hour a proven code has expired', async () => {
    const phone = newPhone();
    const code = await receive(phone);
    await attempt(phone, code, {}, 'prove');
    expect(await attempt(phone, code, {}, 'use', start + 30 * minute)).toBe('expired');
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

  test('a code may be used at once, without being proven', async () => {
    const phone = newPhone();
    expect(await attempt(phone, await receive(phone))).toBe('right');
  });
});

describe('a stranger on another network', () => {
  const stranger = { address: '203.0.113.66' };
  const guessAll = async (phone: string, code: string, at = start) => {
    for (let count = 0; count < 4; count += 1) await attempt(phone, wrongCode(code), stranger, 'prove', at);
  };

  test('burns no code that was just sent', async () => {
    const phone = newPhone();
    const code = await receive(phone);
    await guessAll(phone, code);
    expect(await attempt(phone, code, {}, 'prove')).toBe('right');
    await guessAll(phone, code);
    expect(await attempt(phone, code)).toBe('right');
  });

  test('has three guesses, whatever the network is; after them not even the right code', async () => {
    const phone = newPhone();
    const code = await receive(phone);
    for (const address of ['203.0.113.1', '203.0.113.2', '203.0.113.3']) {
      await attempt(phone, wrongCode(code), { address }, 'prove');
    }
    expect(await attempt(phone, code, { address: '203.0.113.4' })).toBe('exhausted');
  });

  test('takes no code out of force by asking for another, neither a proven one nor one on its way', async () => {
    const phone = newPhone();
    const onItsWay = await receive(phone);
    await receive(phone, stranger, start + minute);
    expect(await attempt(phone, onItsWay, {}, 'prove', start + minute)).toBe('right');
    await receive(phone, stranger, start + 2 * minute);
    expect(await attempt(phone, onItsWay, {}, 'use', start + 3 * minute)).toBe('right');
  });

  test('burns none of the tries of whoever got the code that the stranger asked for', async () => {
    const phone = newPhone();
    const code = await receive(phone, stranger);
    await guessAll(phone, code);
    expect(await attempt(phone, code, {}, 'prove')).toBe('right');
    await guessAll(phone, code);
    expect(await attempt(phone, code)).toBe('right');
  });

  test('when one of several codes is used, the others are good for nothing', async () => {
    const phone = newPhone();
    const own = await receive(phone);
    const other = await receive(phone, stranger, start + minute);
    expect(await attempt(phone, own, {}, 'use', start + minute)).toBe('right');
    expect(await attempt(phone, other, stranger, 'use', start + minute)).toBe('wrong');
  });
});

describe('how often codes are sent', () => {
  test('the second step has a budget of its own, which codes that anybody may ask for leave alone', async () => {
    const phone = newPhone();
    const secondStep = { purpose: 'secondFactor', account: 'a challenge' } as const;
    for (let count = 0; count < 5; count += 1) await receive(phone, {}, start + count * minute);
    const at = start + 4 * minute;
    expect(await issue(phone, {}, at + minute)).toMatchObject({ kind: 'tooSoon' });
    for (let count = 0; count < 5; count += 1) {
      expect(await issue(phone, secondStep, at + count * minute)).toMatchObject({ kind: 'sent' });
    }
    expect(await issue(phone, secondStep, at + 5 * minute)).toMatchObject({ kind: 'tooSoon' });
  });

  test('a /48 of IPv6 has ten times the limit of an address, over all of its /64', async () => {
    const from = (network: number) => ({ address: `2001:db8:48:${network}::1` });
    for (let network = 0; network < 10; network += 1) {
      expect(await issue(newPhone(), from(network), start, 1)).toMatchObject({ kind: 'sent' });
    }
    expect(await issue(newPhone(), from(10), start, 1)).toMatchObject({ kind: 'tooSoon' });
    expect(await issue(newPhone(), { address: '2001:db8:49:1::1' }, start, 1)).toMatchObject({
      kind: 'sent',
    });
  });

  test('asked for from one address at once for many phones, no more are sent than its limit', async () => {
    const from = { address: '198.51.100.99' };
    const phones = Array.from({ length: 8 }, () => newPhone());
    const answers = await Promise.all(phones.map((phone) => issue(phone, from, start, 2)));
    expect(answers.filter(({ kind }) => kind === 'sent')).toHaveLength(2);
  });

  test('the whole deployment sends no more than its ceiling in a minute, but the second step', async () => {
    const at = start + 90 * 24 * 60 * minute;
    const ask = (changes: Changes, when: number) =>
      issueCode(services(0, 2), asking(newPhone(), changes), when as Instant);
    expect(await ask({ address: '192.0.2.11' }, at)).toMatchObject({ kind: 'sent' });
    expect(await ask({ purpose: 'secondFactor', account: 'a challenge' }, at)).toMatchObject({
      kind: 'sent',
    });
    expect(await ask({ address: '192.0.2.12' }, at + second)).toMatchObject({ kind: 'sent' });
    expect(await ask({ address: '192.0.2.13' }, at + 2 * second)).toEqual({ kind: 'tooSoon', seconds: 58 });
    expect(await ask({ purpose: 'secondFactor', account: 'other' }, at + 2 * second)).toMatchObject({
      kind: 'sent',
    });
    expect(await ask({ address: '192.0.2.13' }, at + minute)).toMatchObject({ kind: 'sent' });
  });

  test('not before a minute has passed; what is left is told', async () => {
    const phone = newPhone();
    await issue(phone);
    expect(await issue(phone, {}, start + 20 * second)).toEqual({ kind: 'tooSoon', seconds: 40 });
    expect(await issue(phone, {}, start + 60 * second)).toMatchObject({ kind: 'sent' });
  });

  test('the minute holds for the contact, whatever the code is for', async () => {
    const phone = newPhone();
    await issue(phone);
    const other = { purpose: 'recover', userType: 'entity', account: '1000000001' } as const;
    expect(await issue(phone, other)).toMatchObject({ kind: 'tooSoon' });
  });

  test('a newer code takes the place of the one before', async () => {
    const phone = newPhone();
    const older = await receive(phone);
    const newer = await receive(phone, {}, start + minute);
    if (older !== newer) expect(await attempt(phone, older, {}, 'use', start + minute)).toBe('wrong');
    expect(await attempt(phone, newer, {}, 'use', start + minute)).toBe('right');
  });

  test('five an hour for a contact; the sixth when the first is an hour old', async () => {
    const phone = newPhone();
    for (let count = 0; count < 5; count += 1) {
      expect(await issue(phone, {}, start + count * 2 * minute)).toMatchObject({ kind: 'sent' });
    }
    expect(await issue(phone, {}, start + 10 * minute)).toEqual({ kind: 'tooSoon', seconds: 50 * 60 });
    expect(await issue(phone, {}, start + 60 * minute)).toMatchObject({ kind: 'sent' });
  });

  test('an address has its own limit over all contacts; without a limit it has none', async () => {
    const from = { address: '198.51.100.7' };
    for (let count = 0; count < 3; count += 1) {
      expect(await issue(newPhone(), from, start + count * minute, 3)).toMatchObject({ kind: 'sent' });
    }
    const at = start + 10 * minute;
    expect(await issue(newPhone(), from, at, 3)).toEqual({ kind: 'tooSoon', seconds: 50 * 60 });
    expect(await issue(newPhone(), { address: '198.51.100.8' }, at, 3)).toMatchObject({ kind: 'sent' });
    expect(await issue(newPhone(), from, at, 0)).toMatchObject({ kind: 'sent' });
  });

  test('asked for twice at once, one is sent', async () => {
    const phone = newPhone();
    const answers = await Promise.all([issue(phone), issue(phone), issue(phone)]);
    expect(answers.filter(({ kind }) => kind === 'sent')).toHaveLength(1);
  });

  test('what is refused sends nothing and leaves the code before it good', async () => {
    const phone = newPhone();
    const code = await receive(phone);
    await issue(phone, {}, start + second);
    const { count } = await cabinet.portalDb
      .selectFrom('portal.outgoing_message')
      .select(({ fn }) => fn.countAll<bigint>().as('count'))
      .where('recipient', '=', phone)
      .executeTakeFirstOrThrow();
    expect(Number(count)).toBe(1);
    expect(await attempt(phone, code)).toBe('right');
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

test('a code that is not taken is told by its cause', () => {
  expect(failureOfCode('wrong')).toMatchObject({ code: 'identity.wrongCode', httpStatus: 422 });
  expect(failureOfCode('expired')).toMatchObject({ code: 'identity.codeExpired', httpStatus: 422 });
  expect(failureOfCode('exhausted')).toMatchObject({
    code: 'identity.attemptsExhausted',
    httpStatus: 429,
    retryAfterSeconds: 60,
  });
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
  const outbox = await cabinet.app.inject({
    url: `/dev/outbox?to=${encodeURIComponent(phone)}`,
    headers: { accept: 'application/json' },
  });
  expect(outbox.json().messages[0]).toMatchObject({
    code,
    text: expect.stringContaining(`${code} (${word})`),
  });
});
