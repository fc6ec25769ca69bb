import { expect, test } from 'vitest';
import { formatText } from '#contract/messages/format-text.ts';
import { success } from '#web/testing/fake-api.ts';
import { applyChoice, hasDestination, isDelivered } from './choice-group.tsx';
import { text } from './text.ts';

const settings = {
  ...success,
  chosen: [{ kind: 'billIssued', channel: 'mail' }],
  phone: '+380501110001',
  email: 'olena@example.com',
  emailConfirmed: true,
  devices: 0,
  billFiles: false,
  pushKey: '',
} as const;

test('applyChoice changes one switch only and is idempotent', () => {
  const sms = { kind: 'billIssued', channel: 'sms' } as const;
  const on = applyChoice({ ...settings, chosen: [...settings.chosen] }, sms, true);
  expect(applyChoice(on, sms, true).chosen).toEqual([{ kind: 'billIssued', channel: 'mail' }, sms]);
  expect(applyChoice(on, sms, false).chosen).toEqual(settings.chosen);
});

test.each([
  ['sms', {}, true],
  ['sms', { phone: '' }, false],
  ['mail', {}, true],
  ['mail', { emailConfirmed: false }, false],
  ['push', {}, false],
  ['push', { devices: 1 }, true],
] as const)('hasDestination of %s with %o is %s', (channel, more, expected) => {
  const now = { ...settings, chosen: [...settings.chosen], ...more };
  expect(hasDestination(channel, now)).toBe(expected);
});

test('isDelivered requires a channel with a destination', () => {
  const mail = { kind: 'billIssued', channel: 'mail' } as const;
  const now = { ...settings, chosen: [...settings.chosen] };
  expect(isDelivered(mail, { ...now, emailConfirmed: false })).toBe(false);
  expect(isDelivered(mail, now)).toBe(true);
});

test.each([
  [1, '1 пристрій'],
  [2, '2 пристрої'],
  [5, '5 пристроїв'],
  [11, '11 пристроїв'],
  [21, '21 пристрій'],
  [22, '22 пристрої'],
])('devices are counted in Ukrainian: %i', (count, words) => {
  expect(formatText(text.devices, { count })).toBe(words);
});
