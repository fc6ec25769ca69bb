import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { Instant } from '#domain/time/instant.ts';
import { newPhone, wrongCode } from '#portal/testing/callers/code-caller.ts';
import { lastCodeTo } from '#portal/testing/callers/last-code.ts';
import { solveWork } from '#portal/testing/callers/solve-work.ts';
import { provideTestApp } from '#portal/testing/hooks/provide-test-app.ts';
import { testKeys } from '#portal/testing/start-test-app.ts';
import { type CodeAsk, issueCode } from './issue-code.ts';
import { asking, codeCalls, start } from './testing/code-calls.ts';
import { newWork } from './work.ts';

const second = 1000;
const minute = 60 * second;

const cabinet = provideTestApp();

const { services, issue, receive, attempt, knowNetwork, knownPhone } = codeCalls(() => cabinet);

/** A network that has no code of the phone. */
const elsewhere = { address: '198.51.100.9' };

describe('how often codes are sent', () => {
  test('the second step has a budget of its own, which codes that anybody may ask for leave alone', async () => {
    const phone = newPhone();
    const secondStep = { purpose: 'secondFactor', account: 'a challenge' } as const;
    for (let count = 0; count < 3; count += 1) await receive(phone, {}, start + count * minute);
    const at = start + 4 * minute;
    expect(await issue(phone, elsewhere, at)).toMatchObject({ kind: 'dayFull' });
    for (let count = 0; count < 5; count += 1) {
      expect(await issue(phone, secondStep, at + count * minute)).toMatchObject({ kind: 'sent' });
    }
    const another = { ...secondStep, account: 'another challenge' };
    expect(await issue(phone, another, at + 5 * minute)).toMatchObject({ kind: 'tooSoon' });
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
    const ask = async (changes: Partial<CodeAsk>, when: number) =>
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

  test('before a minute has passed the code that was sent to the network is asked for, while it can be given', async () => {
    const phone = newPhone();
    const code = await receive(phone);
    const times = { resendAfterSeconds: 40, expiresInSeconds: 280, isNumeric: true };
    expect(await issue(phone, {}, start + 20 * second)).toEqual({ kind: 'active', ...times });
    expect(await attempt(phone, code, {}, 'use', start + 30 * second)).toBe('right');
    expect(await issue(phone, {}, start + 40 * second)).toEqual({ kind: 'tooSoon', seconds: 20 });
    const exhausted = newPhone();
    const wrong = wrongCode(await receive(exhausted));
    for (let guess = 0; guess < 3; guess += 1) await attempt(exhausted, wrong);
    expect(await issue(exhausted)).toMatchObject({ kind: 'tooSoon' });
  });

  test('not before a minute has passed, whatever the code is for; the answer has the seconds left', async () => {
    const phone = newPhone();
    await issue(phone);
    const other = { purpose: 'recover', userType: 'entity', account: '1000000001' } as const;
    expect(await issue(phone, other, start + 20 * second)).toEqual({ kind: 'tooSoon', seconds: 40 });
    expect(await issue(phone, elsewhere, start + 20 * second)).toEqual({ kind: 'tooSoon', seconds: 40 });
    expect(await issue(phone, {}, start + 60 * second)).toMatchObject({ kind: 'sent' });
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
    const codes: string[] = [];
    for (let count = 0; count < 3; count += 1) codes.push(await receiveAt(start + count * minute));
    const now = start + 3 * minute;
    expect(await issue(phone, elsewhere, now)).toEqual({ kind: 'dayFull', seconds: 179 * 60 });
    // On the network that has the last code, it is asked for.
    expect(await issue(phone, {}, now)).toMatchObject({ kind: 'active', expiresInSeconds: 240 });
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
    const answered = async (changes: Partial<CodeAsk>, hour: number) => {
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
    const work = solveWork(newWork(testKeys.messages, from.address, start as Instant));
    expect(await ask({ ...work, nonce: 'x' })).toMatchObject({ kind: 'work' });
    expect(await ask(work)).toMatchObject({ kind: 'sent' });
    expect(await ask(work)).toMatchObject({ kind: 'work' });
    const elsewhere = solveWork(newWork(testKeys.messages, '198.51.100.61', start as Instant));
    expect(await ask(elsewhere)).toMatchObject({ kind: 'work' });
    const late = solveWork(newWork(testKeys.messages, from.address, (start - 5 * minute) as Instant));
    expect(await ask(late)).toMatchObject({ kind: 'work' });
  });

  test('a fifth of the limit is reserved for known phones; the others get the same answer', async () => {
    const at = start + 120 * 24 * 60 * minute;
    const ask = (phone: string, network: number) =>
      issueCode(services(0, 5), asking(phone, { address: `192.0.2.${network}` }), at as Instant);
    const isSent = async (phone: string) =>
      (await lastCodeTo(cabinet, phone).catch(() => undefined)) !== undefined;
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
    for (let count = 0; count < 3; count += 1)
      expect(await issue(newPhone(), from, start + count * minute, 3)).toMatchObject({ kind: 'sent' });
    const at = start + 10 * minute;
    expect(await issue(newPhone(), from, at, 3)).toEqual({ kind: 'tooSoon', seconds: 50 * 60 });
    expect(await issue(newPhone(), { address: '198.51.100.8' }, at, 3)).toMatchObject({ kind: 'sent' });
    expect(await issue(newPhone(), from, at, 0)).toMatchObject({ kind: 'sent' });
  });

  test('what is refused sends nothing and leaves the code before it good', async () => {
    const phone = newPhone();
    const code = await receive(phone);
    await issue(phone, {}, start + second);
    const { rows } = await sql`select from portal.outgoing_message where recipient = ${phone}`.execute(
      cabinet.portalDb,
    );
    expect(rows).toHaveLength(1);
    expect(await attempt(phone, code)).toBe('right');
  });
});
