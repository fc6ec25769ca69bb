import { expect, test } from 'vitest';
import { countDevices } from './count-devices.ts';
import { isHeard, leadsSomewhere } from './leads-somewhere.ts';
import { withChoice } from './with-choice.ts';

const settings = {
  status: 'success',
  chosen: [{ kind: 'billIssued', channel: 'mail' }],
  phone: '+380501110001',
  email: 'olena@example.com',
  emailConfirmed: true,
  devices: 0,
  billFiles: false,
  pushKey: '',
} as const;

test('a switch changes its own place only, and twice the same is once', () => {
  const sms = { kind: 'billIssued', channel: 'sms' } as const;
  const on = withChoice({ ...settings, chosen: [...settings.chosen] }, sms, true);
  expect(withChoice(on, sms, true).chosen).toEqual([{ kind: 'billIssued', channel: 'mail' }, sms]);
  expect(withChoice(on, sms, false).chosen).toEqual(settings.chosen);
});

test.each([
  ['sms', {}, true],
  ['sms', { phone: '' }, false],
  ['mail', {}, true],
  ['mail', { emailConfirmed: false }, false],
  ['push', {}, false],
  ['push', { devices: 1 }, true],
] as const)('by %s of %o one is reached: %s', (channel, more, expected) => {
  const now = { ...settings, chosen: [...settings.chosen], ...more };
  expect(leadsSomewhere(channel, now)).toBe(expected);
});

test('what is on by a channel that leads nowhere is not heard, and is when it does', () => {
  const mail = { kind: 'billIssued', channel: 'mail' } as const;
  const now = { ...settings, chosen: [...settings.chosen] };
  expect(isHeard(mail, { ...now, emailConfirmed: false })).toBe(false);
  expect(isHeard(mail, now)).toBe(true);
});

test.each([
  [1, '1 пристрій'],
  [2, '2 пристрої'],
  [5, '5 пристроїв'],
  [11, '11 пристроїв'],
  [21, '21 пристрій'],
  [22, '22 пристрої'],
])('devices are counted in Ukrainian: %i', (count, words) => {
  expect(countDevices(count)).toBe(words);
});
