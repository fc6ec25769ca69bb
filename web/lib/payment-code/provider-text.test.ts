import { expect, test } from 'vitest';
import { providerName } from './provider-text.ts';

test.each([
  ['liqpay', 'LiqPay'],
  ['sandbox', 'Тестовий банк'],
  ['', 'Через банк'],
  ['newbank', 'newbank'],
])('who took the payment, «%s», is told as %s', (provider, name) => {
  expect(providerName(provider)).toBe(name);
});
