import { expect, test } from 'vitest';
import { formatPhone, maskPhone, type PhoneNumber, parsePhone } from './contacts.ts';

const phone = '+380501110001' as PhoneNumber;

test.each([
  '+380501110001',
  '380501110001',
  '0501110001',
  '050 111-00-01',
  '+38 (050) 111 00 01',
  '050\u00a0111\u20130001',
  '050.111.00.01',
])('parsePhone accepts %j', (text) => {
  expect(parsePhone(text)).toBe(phone);
});

test.each([
  '',
  '501110001',
  '+48501110001',
  '+3805011100011',
  '+38050111000',
  '05011l0001',
  '++380501110001',
  '70501110001',
])('parsePhone refuses %j', (text) => {
  expect(parsePhone(text)).toBeUndefined();
});

test('formatPhone groups the digits, and maskPhone hides the middle', () => {
  expect(formatPhone(phone)).toBe('+380 50 111 00 01');
  expect(maskPhone(phone)).toBe('+380 50 ••• •• 01');
});
