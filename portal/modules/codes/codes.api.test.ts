import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signInPerson } from '#contract/auth.ts';
import { countLeadingZeroBits } from '#domain/identifiers/leading-zero-bits.ts';
import type { Instant } from '#domain/time/instant.ts';
import { newId } from '#platform/uuid.ts';
import { deriveSecret } from '#portal/http/derive-secret.ts';
import { basicPair, newPhone, wrongCode } from '#portal/testing/code-caller.ts';
import { lastCodeTo } from '#portal/testing/last-code.ts';
import { startTestApp, type TestApp, tokenSecret } from '#portal/testing/start-test-app.ts';
import { createPersonIdentity } from '../identity/public.ts';
import { clearFailures } from '../passwords/public.ts';
import { type CodeAsk, type CodeStage, failureOfCode, issueCode, newWork, tryCode } from './public.ts';

const second = 1000;
const minute = 60 * second;
const start = Date.parse('2026-11-20T10:00:00Z');

let cabinet: TestApp;

beforeAll(async () => {
  cabinet = await startTestApp();
});

afterAll(() => cabinet.close());

function services(codesPerAddress = 0, codesPerMinute = 0, codesWithoutWork = 0) {
  const config = { codesPerAddress, codesPerMinute, codesWithoutWork } as Parameters<
    typeof issueCode
  >[0]['config'];
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

/** A network from which the phone of a person was used. */
const knowNetwork = (phone: string, address: string) =>
  clearFailures(cabinet.portalDb, [{ kind: 'person', login: phone, address }], start as Instant);

/** A phone that a person has. */
async function knownPhone(): Promise<string> {
  const phone = newPhone();
  const created_at = new Date(start).toISOString();
  const row = { identity_id: newId(), identity_type: 'person', phone, password_hash: '', created_at };
  await cabinet.portalDb.insertInto('portal.identity').values(row).execute();
  return phone;
}

/** What a browser does. */
function solve({ challenge, bits }: ReturnType<typeof newWork>) {
  for (let nonce = 0; ; nonce += 1) {
    const hash = createHash('sha256').update(`${challenge}:${nonce}`).digest();
    if (countLeadingZeroBits(hash) >= bits) return { challenge, nonce: String(nonce) };
  }
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

  test('has three guesses; after them not even the right code, but another network has its own', async () => {
    const phone = newPhone();
    const code = await receive(phone);
    await guessAll(phone, code);
    expect(await attempt(phone, code, stranger)).toBe('exhausted');
    expect(await attempt(phone, code, { address: '203.0.113.4' })).toBe('right');
  });

  test('has seventeen guesses together with all others; the network that asked has its own', async () => {
    const phone = newPhone();
    const code = await receive(phone);
    for (let network = 1; network <= 17; network += 1) {
      await attempt(phone, wrongCode(code), { address: `203.0.113.${network}` }, 'prove');
    }
    expect(await attempt(phone, code, { address: '203.0.113.99' })).toBe('exhausted');
    expect(await attempt(phone, code)).toBe('right');
  });

  test('uses up none of the codes of a network from which the phone was used', async () => {
    const phone = newPhone();
    const home = { address: '198.51.100.40' };
    await knowNetwork(phone, home.address);
    for (let count = 0; count < 3; count += 1) await receive(phone, stranger, start + count * minute);
    expect(await issue(phone, stranger, start + 3 * minute)).toMatchObject({ kind: 'dayFull' });
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

  test('is off after twenty wrong codes, for the right one and for new ones, until its owner came in', async () => {
    const phone = newPhone();
    await guessWrongly(phone, 17, start);
    const code = await guessWrongly(phone, 3, start + minute);
    expect(await attempt(phone, code, {}, 'use', start + minute)).toBe('off');
    const inAMonth = start + 30 * 24 * 60 * minute;
    expect(await issue(phone, {}, inAMonth)).toMatchObject({ kind: 'off' });
    expect(failureOfCode('off')).toMatchObject({ httpStatus: 422, code: 'identity.codeSignInOff' });
    await createPersonIdentity(cabinet.portalDb, {
      phone,
      password: 'Світло: 2026-demo',
      email: '',
      accounts: [],
    });
    await cabinet.post(signInPerson, { phone, userType: 'person' }, basicPair(phone, 'Світло: 2026-demo'));
    expect(await issue(phone, {}, inAMonth)).toMatchObject({ kind: 'sent' });
  });

  test('counts with the other codes of the phone, which wait for a day', async () => {
    const phone = newPhone();
    const recovery = { purpose: 'recover' } as const;
    await guessWrongly(phone, 17, start);
    await guessWrongly(phone, 3, start + minute);
    const code = await receive(phone, recovery, start + 2 * minute);
    expect(await attempt(phone, code, recovery, 'use', start + 2 * minute)).toBe('paused');
    const tomorrow = start + 24 * 60 * minute + 2 * minute;
    const next = await receive(phone, recovery, tomorrow);
    expect(await attempt(phone, next, recovery, 'use', tomorrow)).toBe('right');
  });
});

describe('how often codes are sent', () => {
  test('the second step has a budget of its own, which codes that anybody may ask for leave alone', async () => {
    const phone = newPhone();
    const secondStep = { purpose: 'secondFactor', account: 'a challenge' } as const;
    for (let count = 0; count < 3; count += 1) await receive(phone, {}, start + count * minute);
    const at = start + 4 * minute;
    expect(await issue(phone, {}, at)).toMatchObject({ kind: 'dayFull' });
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
    const ask = async (changes: Changes, when: number) =>
      issueCode(services(0, 2), asking(await knownPhone(), changes), when as Instant);
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
      const at = start + count * 2 * minute;
      expect(await attempt(phone, await receive(phone, {}, at), {}, 'use', at)).toBe('right');
    }
    expect(await issue(phone, {}, start + 10 * minute)).toEqual({ kind: 'tooSoon', seconds: 50 * 60 });
    expect(await issue(phone, {}, start + 60 * minute)).toMatchObject({ kind: 'sent' });
  });

  test('three in a row that nobody answers; a right one clears the row, else three hours do', async () => {
    const phone = newPhone();
    const receiveAt = (at: number) => receive(phone, {}, at);
    const codes = [
      await receiveAt(start),
      await receiveAt(start + minute),
      await receiveAt(start + 2 * minute),
    ];
    const now = start + 3 * minute;
    expect(await issue(phone, {}, now)).toEqual({ kind: 'dayFull', seconds: 179 * 60 });
    expect(await attempt(phone, codes[2] ?? '', {}, 'use', now)).toBe('right');
    await receiveAt(now + minute);
    const silent = newPhone();
    for (let count = 0; count < 3; count += 1) await receive(silent, {}, start + count * minute);
    expect(await issue(silent, {}, start + 182 * minute)).toMatchObject({ kind: 'sent' });
  });

  test('ten a day for a contact, of which strangers have six', async () => {
    const phone = newPhone();
    const home = { address: '198.51.100.50' };
    await knowNetwork(phone, home.address);
    const answered = async (changes: Changes, hour: number) => {
      const at = start + hour * 60 * minute;
      const issued = await issue(phone, changes, at);
      if (issued.kind === 'sent') await attempt(phone, await lastCodeTo(cabinet, phone), changes, 'use', at);
      return issued.kind;
    };
    for (let hour = 0; hour < 6; hour += 1) expect(await answered({}, hour)).toBe('sent');
    expect(await answered({}, 6)).toBe('dayFull');
    for (let hour = 6; hour < 10; hour += 1) expect(await answered(home, hour)).toBe('sent');
    expect(await answered(home, 10)).toBe('dayFull');
    expect(await answered(home, 25)).toBe('sent');
  });

  test('after three of an address in an hour each costs work, and a piece of work is taken once', async () => {
    const from = { address: '198.51.100.60' };
    const ask = (work?: CodeAsk['work']) =>
      issueCode(services(0, 0, 3), asking(newPhone(), { ...from, work }), start as Instant);
    for (let count = 0; count < 3; count += 1) expect(await ask()).toMatchObject({ kind: 'sent' });
    expect(await ask()).toMatchObject({ kind: 'work' });
    const secret = deriveSecret(tokenSecret, 'code-work');
    const work = solve(newWork(secret, from.address, start as Instant));
    expect(await ask({ ...work, nonce: 'x' })).toMatchObject({ kind: 'work' });
    expect(await ask(work)).toMatchObject({ kind: 'sent' });
    expect(await ask(work)).toMatchObject({ kind: 'work' });
    const elsewhere = solve(newWork(secret, '198.51.100.61', start as Instant));
    expect(await ask(elsewhere)).toMatchObject({ kind: 'work' });
    const late = solve(newWork(secret, from.address, (start - 5 * minute) as Instant));
    expect(await ask(late)).toMatchObject({ kind: 'work' });
  });

  test('a fifth of the ceiling is kept for phones that somebody has; the others hear the same', async () => {
    const at = start + 120 * 24 * 60 * minute;
    const ask = (phone: string, network: number) =>
      issueCode(services(0, 5), asking(phone, { address: `192.0.2.${network}` }), at as Instant);
    const isSent = async (phone: string) => {
      const sent = await lastCodeTo(cabinet, phone).catch(() => undefined);
      return sent !== undefined;
    };
    const known = await knownPhone();
    for (let network = 1; network <= 4; network += 1) await ask(newPhone(), network);
    const stranger = newPhone();
    // The fifth is the last of the ceiling: it is not used up by a phone that nobody has.
    const [first, second] = [await ask(stranger, 5), await isSent(stranger)];
    expect({ first: first.kind, second }).toEqual({ first: 'sent', second: false });
    expect(await ask(known, 6)).toMatchObject({ kind: 'sent' });
    expect(await isSent(known)).toBe(true);
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
