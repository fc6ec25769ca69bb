import { expect, test } from 'vitest';
import { providerName } from './provider-text.ts';

test.each([
  ['liqpay', 'LiqPay'],
  ['sandbox', 'Тестовий банк'],
  ['', 'Через банк'],
  ['newbank', 'newbank'],
])('the provider «%s» of a payment is shown as %s', (provider, name) => {
  expect(providerName(provider)).toBe(name);
});
