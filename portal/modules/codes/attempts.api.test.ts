import { expect, test } from 'vitest';
import type { Instant } from '#domain/time/instant.ts';
import { lockWaiters } from '#platform/testing/lock-waiters.ts';
import { provideTestApp } from '#portal/testing/hooks/provide-test-app.ts';
import { releaseAttempt, takeAttempt } from './attempts.ts';

const at = Date.parse('2026-11-20T10:00:00Z') as Instant;

const cabinet = provideTestApp();

let made = 0;

/** Somebody new is guessed at from an address. */
function guess(address: string, maxPerAddress: number, db = cabinet.portalDb) {
  made += 1;
  return takeAttempt(db, { login: { kind: 'person', login: `login ${made}`, address }, maxPerAddress }, at);
}

test('a guess at another login waits for one of the same address that is being counted', async () => {
  const address = '192.0.2.31';
  const late = await cabinet.portalDb.transaction().execute(async (transaction) => {
    expect(await guess(address, 1, transaction)).toMatchObject({ kind: 'taken' });
    const waiting = guess(address, 1);
    await expect.poll(() => lockWaiters(cabinet.portalDb)).toHaveLength(1);
    return { waiting };
  });
  expect(await late.waiting).toEqual({ kind: 'exhausted', minutes: 15 });
});

test('guesses at many logins at once are no more than the limit of their address', async () => {
  const answers = await Promise.all(Array.from({ length: 8 }, () => guess('192.0.2.33', 3)));
  expect(answers.filter(({ kind }) => kind === 'taken')).toHaveLength(3);
});

test('from many networks of one /48 they are no more than ten times the limit, at once too', async () => {
  const from = (network: number) => guess(`2001:db8:31:${network.toString(16)}::1`, 1);
  const answers = await Promise.all(Array.from({ length: 14 }, (_, network) => from(network)));
  expect(answers.filter(({ kind }) => kind === 'taken')).toHaveLength(10);
  expect(await guess('2001:db8:32:1::1', 1)).toMatchObject({ kind: 'taken' });
});

test('a released attempt counts neither for the login nor for the address', async () => {
  for (let time = 0; time < 4; time += 1) {
    const taken = await guess('192.0.2.32', 1);
    if (taken.kind !== 'taken') throw new Error('the address is exhausted');
    await releaseAttempt(cabinet.portalDb, taken.attempt);
  }
  expect(await guess('192.0.2.32', 1)).toMatchObject({ kind: 'taken' });
  expect(await guess('192.0.2.32', 1)).toEqual({ kind: 'exhausted', minutes: 15 });
});
