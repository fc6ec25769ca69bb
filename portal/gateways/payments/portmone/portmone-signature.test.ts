import { expect, test } from 'vitest';
import { instantFromIso } from '#domain/time/instant.ts';
import { signingTime, signOrder } from './portmone-gateway.ts';

const order = {
  payeeId: '1185',
  login: 'WDISHOP_Svitlo',
  dt: '20261120120005',
  shopOrderNumber: '2390001111-112026-1',
  billAmount: '432.50',
};

test('an order is signed as another implementation of the rule signs it', () => {
  expect(signOrder('k3y-of-Portmone', order)).toBe(
    '9DC9E7FFD79A589BB6B00C63C67B0EF9981DAA08591AFA1E13422DA0F40233BB',
  );
});

test.each([
  ['the payee', { payeeId: '1186' }],
  ['the login', { login: 'WDISHOP_Svitla' }],
  ['the moment', { dt: '20261120120006' }],
  ['the order', { shopOrderNumber: '2390001111-112026-2' }],
  ['the sum', { billAmount: '432.51' }],
])('%s is a part of the signature', (_, change) => {
  expect(signOrder('key', { ...order, ...change })).not.toBe(signOrder('key', order));
});

test('the login counts in capitals, however it is written', () => {
  expect(signOrder('key', { ...order, login: 'wdishop_svitlo' })).toBe(signOrder('key', order));
});

test.each([
  ['2026-11-20T10:00:05Z', '20261120120005'],
  ['2026-07-01T21:59:59.999Z', '20260702005959'],
])('%s is signed as %s, by the Kyiv clock', (moment, text) => {
  expect(signingTime(instantFromIso(moment))).toBe(text);
});
