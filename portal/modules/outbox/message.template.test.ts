import { describe, expect, test } from 'vitest';
import { composeMessage, type MessageKind } from './message.template.ts';

const kinds: readonly MessageKind[] = ['code', 'passwordChanged', 'contactChanged', 'accessAdded', 'test'];

test.each([
  ['register', 'реєстрація'],
  ['login', 'вхід'],
  ['recover', 'новий пароль'],
  ['confirm', 'підтвердження'],
  ['secondFactor', 'другий крок входу'],
  ['access', 'доступ до рахунку'],
])('the message with a code for %s says what it is for, in one SMS', (purpose, word) => {
  const { text } = composeMessage('sms', 'code', { code: 'AB3D', purpose });
  expect(text).toBe(`Світло: код AB3D (${word}). Діє 5 хв. Нікому його не кажіть.`);
  expect(text.length).toBeLessThanOrEqual(70);
  const mail = composeMessage('mail', 'code', { code: 'AB3D', purpose });
  expect(mail.text).toContain(`Ваш код: AB3D (${word})`);
});

describe.each(kinds)('the message %s', (kind) => {
  test('fits into one SMS', () => {
    const { text, subject } = composeMessage('sms', kind, {
      code: 'AB3D',
      account: '2390001111',
      who: '+380 50 ••• •• 01',
    });
    expect(text.length).toBeLessThanOrEqual(70);
    expect(text).toMatch(/^Світло: /);
    expect(subject).toBeUndefined();
  });

  test('is a mail with a subject, which gives no code away', () => {
    const { text, subject } = composeMessage('mail', kind, { code: 'AB3D' });
    expect(subject).toMatch(/ — Світло$/);
    expect(subject).not.toContain('AB3D');
    expect(text.includes('AB3D')).toBe(kind === 'code');
  });
});
