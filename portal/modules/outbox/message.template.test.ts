import { describe, expect, test } from 'vitest';
import { composeMessage, type MessageKind } from './message.template.ts';

const kinds: readonly MessageKind[] = [
  ...(['code', 'passwordChanged', 'contactChanged', 'accessAdded', 'test'] as const),
  ...(['adminAccess', 'adminAccessOfOther'] as const),
];

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

test.each([
  ['a.ua', 'login', 'Світло: код 4071 (вхід). Нікому не кажіть.\n@a.ua #4071'],
  ['svitlo.example', 'register', 'Світло: код 4071 (реєстрація). Нікому не кажіть.\n@svitlo.example #4071'],
  [
    'cabinet.energo.te.ua',
    'recover',
    'Код 4071 (новий пароль). Нікому не кажіть.\n@cabinet.energo.te.ua #4071',
  ],
  ['a-very-long-name.of-a.supplier', 'login', 'Світло: код 4071 (вхід). Діє 5 хв. Нікому його не кажіть.'],
])(
  'a code of digits from %s for %s ends with the line of WebOTP where one SMS holds it',
  (host, purpose, sms) => {
    const { text } = composeMessage('sms', 'code', { code: '4071', purpose, host });
    expect(text).toBe(sms);
    expect(text.length).toBeLessThanOrEqual(70);
  },
);

describe.each(kinds)('the message %s', (kind) => {
  test('fits into one SMS', () => {
    const { text, subject } = composeMessage('sms', kind, {
      code: 'AB3D',
      account: '2390001111',
      who: kind.startsWith('admin') ? 'Коваль Марія' : '+380 50 ••• •• 01',
      login: 'olena',
      news: 'roles,contact',
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

test.each(['sms', 'mail'] as const)(
  'a link to set a password is in the message by %s to its administrator',
  (channel) => {
    const link = 'https://svitlo.example/join?key=staff-abc';
    const { text } = composeMessage(channel, 'adminLink', { login: 'olena', link, days: '7' });
    expect(text).toContain(link);
    expect(text).toContain('olena');
  },
);

test.each([
  ['created', 'створено'],
  ['link', 'надіслано посилання для пароля'],
  ['password', 'новий пароль'],
  ['factor', 'змінено підтвердження входу'],
  ['blocked', 'заблоковано'],
  ['unblocked', 'розблоковано'],
  ['sessions', 'завершено сеанси'],
])('a change of the access of an administrator is named: %s', (news, words) => {
  const params = { login: 'olena', news, who: 'Коваль Марія', reason: 'Нові обов’язки' };
  const { text } = composeMessage('mail', 'adminAccessOfOther', params);
  expect(text).toContain(words);
  expect(text).toContain('Хто: Коваль Марія. Причина: Нові обов’язки.');
});
