import { expect, test } from 'vitest';
import { firstWay } from './way.ts';

type Mode = 'real' | 'sandbox' | 'off';
const providers = (...modes: readonly [Mode, Mode, Mode, Mode]) =>
  (['liqpay', 'monobank', 'portmone', 'easypay'] as const).map((provider, at) => ({
    provider,
    mode: modes[at] ?? 'off',
    message: null,
  }));
const all = providers('real', 'sandbox', 'real', 'real');

test('the last way of this device is chosen again', () => {
  expect(firstWay('portmone', all)).toBe('portmone');
  expect(firstWay('qr', all)).toBe('qr');
});

test('without one, or with one that is off now, the first that is open', () => {
  expect(firstWay(undefined, all)).toBe('liqpay');
  expect(firstWay('cheque', all)).toBe('liqpay');
  expect(firstWay('liqpay', providers('off', 'real', 'real', 'real'))).toBe('monobank');
});

test('when every provider is off one still pays by a code', () => {
  expect(firstWay('liqpay', providers('off', 'off', 'off', 'off'))).toBe('qr');
});
