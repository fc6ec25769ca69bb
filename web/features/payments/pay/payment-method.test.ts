import { expect, test } from 'vitest';
import { initialMethod } from './payment-method.ts';

type Mode = 'real' | 'sandbox' | 'off';
const providers = (...modes: readonly [Mode, Mode, Mode, Mode]) =>
  (['liqpay', 'monobank', 'portmone', 'easypay'] as const).map((provider, at) => ({
    provider,
    mode: modes[at] ?? 'off',
    message: null,
  }));
const all = providers('real', 'sandbox', 'real', 'real');

test('initialMethod is the last method used on this device', () => {
  expect(initialMethod('portmone', all)).toBe('portmone');
  expect(initialMethod('qr', all)).toBe('qr');
});

test('initialMethod is the first open provider without a last method, or when it is off; the QR code when every provider is off', () => {
  expect(initialMethod(undefined, all)).toBe('liqpay');
  expect(initialMethod('cheque', all)).toBe('liqpay');
  expect(initialMethod('liqpay', providers('off', 'real', 'real', 'real'))).toBe('monobank');
  expect(initialMethod('liqpay', providers('off', 'off', 'off', 'off'))).toBe('qr');
});
