import { describe, expect, test } from 'vitest';
import { composeMessage } from './message.template.ts';
import { type NoticeKind, noticeKinds } from './notification.template.ts';

const params = {
  ...{ account: '2390001111', name: 'Дача', who: '+380 50 ••• •• 01', change: 'added', sum: '12345.67' },
  ...{ period: '2026-11', dueOn: '2026-12-20', closesAt: '2026-12-02T11:00:00.000Z', step: 'created' },
  site: 'https://cabinet.example.com',
  ...{ number: '1042', ticket: '0199f000-0000-7000-8000-000000000001' },
};

const sms: Readonly<Record<NoticeKind, string>> = {
  billIssued: 'Світло: рахунок 12\u00a0345,67\u00a0грн, сплатити до 20.12. О/р 2390001111.',
  paymentConfirmed: 'Світло: оплату 12\u00a0345,67\u00a0грн прийнято. О/р 2390001111.',
  paymentFailed: 'Світло: оплата 12\u00a0345,67\u00a0грн не відбулася. О/р 2390001111.',
  paymentReturned: 'Світло: оплату 12\u00a0345,67\u00a0грн повернено. О/р 2390001111.',
  violationAct: 'Світло: акт про порушення: 12\u00a0345,67\u00a0грн до 20.12. О/р 2390001111.',
  readingAccepted: 'Світло: показання за листопад 2026 прийнято. О/р 2390001111.',
  readingUnderReview: 'Світло: показання перевірить оператор. О/р 2390001111.',
  accessChanged: 'Світло: новий доступ: +380 50 ••• •• 01. О/р 2390001111.',
  windowOpens: 'Світло: передайте показання до 02.12 13:00. О/р 2390001111.',
  windowCloses: 'Світло: показання — сьогодні до 13:00. О/р 2390001111.',
  dueSoon: 'Світло: сплатіть 12\u00a0345,67\u00a0грн до 20.12. О/р 2390001111.',
  actToSign: 'Світло: акт за листопад 2026 у кабінеті. О/р 2390001111.',
  supplierMessage: 'Світло: нове повідомлення в кабінеті. О/р 2390001111.',
  limitApproved: 'Світло: коригування за листопад 2026 погоджено. О/р 2390001111.',
  limitDeclined: 'Світло: коригування за листопад 2026 відхилено. О/р 2390001111.',
  limitApplied: 'Світло: нові обсяги за листопад 2026 діють. О/р 2390001111.',
  ticketNews: 'Світло: звернення № 1042 прийнято, до 20.12. О/р 2390001111.',
  plannedSoon: 'Світло: плановий платіж 12\u00a0345,67\u00a0грн до 20.12. О/р 2390001111.',
  limitNear: 'Світло: близько межі обсягу за листопад 2026. О/р 2390001111.',
  paymentReminder: 'Світло: ви просили нагадати: сплатіть 12\u00a0345,67\u00a0грн. О/р 2390001111.',
};

/** Compares the words about the account, which fit into one SMS. */
function expectSms(kind: NoticeKind, news: Parameters<typeof composeMessage>[2], words: string): void {
  const text = composeMessage('sms', kind, news).text.replaceAll('\u00a0', ' ');
  expect(text).toBe(`Світло: ${words}. О/р 2390001111.`);
  expect(text.length).toBeLessThanOrEqual(70);
}

test('the notice of a part of a reading asks for the rest', () => {
  const part = { ...params, isPart: 'true' };
  expectSms('readingAccepted', part, 'прийнято не всі зони, передайте решту');
  expect(composeMessage('push', 'readingAccepted', part).subject).toBe('Показання передано не все');
});

describe.each(noticeKinds)('the notice %s', (kind) => {
  test('says what it is about and of which account in one SMS', () => {
    const { text } = composeMessage('sms', kind, params);
    expect(text).toBe(sms[kind]);
    expect(text.length).toBeLessThanOrEqual(70);
  });

  test('is a mail that leads to its page and to the settings', () => {
    const { subject, text } = composeMessage('mail', kind, params);
    expect(subject).toMatch(/ — Світло$/);
    expect(text).toContain('Дача, особовий рахунок 2390001111');
    expect(text).toMatch(/https:\/\/cabinet\.example\.com\/cabinet\/person\S*account=2390001111/);
    expect(text).toContain('https://cabinet.example.com/cabinet/person/settings/notifications');
  });

  test('opens its page when it is pressed in a browser', () => {
    const { subject, text, path } = composeMessage('push', kind, params);
    expect(subject).toMatch(/^[^—]{5,60}$/);
    expect(text.length).toBeLessThan(200);
    expect(path).toMatch(/^\/cabinet\/person(\/\S+)?[?&]account=2390001111$/);
  });
});

test.each([
  ['answered', 'є відповідь на звернення № 1042', 'надано відповідь'],
  ['waitingCustomer', 'потрібні дані: звернення № 1042', 'потрібні ваші дані'],
  ['waitingOperator', 'звернення № 1042 передано ОСР', 'оператору системи розподілу'],
  ['compensated', 'компенсація: звернення № 1042', 'Компенсацію зараховано'],
  ['closed', 'звернення № 1042 закрито', 'напишіть у ньому ще раз'],
  ['message', 'нове повідомлення: звернення № 1042', 'нове повідомлення постачальника'],
])('the news of a ticket that is %s fits one SMS and leads to the ticket', (step, words, sentence) => {
  const news = { ...params, step };
  expectSms('ticketNews', news, words);
  const mail = composeMessage('mail', 'ticketNews', news).text;
  expect(mail).toContain(sentence);
  expect(mail).toContain(`/cabinet/person/tickets?ticket=${params.ticket}&account=2390001111`);
  const entity = composeMessage('push', 'ticketNews', { ...news, cabinet: 'entity' });
  expect(entity.path).toBe(`/cabinet/entity/tickets?ticket=${params.ticket}&account=2390001111`);
});

test.each([
  ['answered', 'Світло: є відповідь у чаті. О/р 2390001111.'],
  ['message', 'Світло: є відповідь у чаті. О/р 2390001111.'],
  ['waitingCustomer', 'Світло: оператор чекає на вас у чаті. О/р 2390001111.'],
])('the news of a chat that is %s is no ticket and leads to the cabinet', (step, words) => {
  const news = { ...params, step, chat: 'yes' };
  expect(composeMessage('sms', 'ticketNews', news).text).toBe(words);
  expect(composeMessage('push', 'ticketNews', news).path).toBe('/cabinet/person?account=2390001111');
});

const sum = '12 345,67 грн';

test.each([
  [
    ...['billed', `акт про порушення: ${sum} до 20.12`],
    `За актом про порушення № 1042 до сплати ${sum} до 20.12.2026, окремо від електроенергії.`,
  ],
  [
    ...['planned', `частина за актом ${sum} до 20.12`],
    `Акт про порушення № 1042 сплачується частинами, усього їх 3. Перша — ${sum}, до 20.12.2026.`,
  ],
  [
    ...['cancelled', 'акт про порушення скасовано'],
    `Акт про порушення № 1042 скасовано: платити за ним не потрібно. Сплачені ${sum} зараховано авансом за електроенергію.`,
  ],
] as const)('the news of an act that is %s fits one SMS and leads to the acts', (step, words, sentence) => {
  const news = { ...params, step, parts: '3' };
  expectSms('violationAct', news, words);
  const mail = composeMessage('mail', 'violationAct', news).text;
  expect(mail.replaceAll('\u00a0', ' ')).toContain(sentence);
  const { path } = composeMessage('push', 'violationAct', { ...news, cabinet: 'entity' });
  expect(path).toBe('/cabinet/entity/docs/violations?account=2390001111');
});

test.each([
  [
    'a reading',
    { reviewBy: '2026-12-01' },
    'показання перевірить оператор до 01.12',
    ' перевірить оператор до 01.12.2026.',
  ],
  [
    'readings of many meters',
    { accepted: '1014', underReview: '3171', reviewBy: '2026-12-01' },
    'показання: прийнято 1014, на перевірці 3171',
    ': 1014 прийнято, 3171 перевірить оператор до 01.12.2026.',
  ],
  [
    'readings of which none is accepted',
    { accepted: '0', underReview: '2' },
    'показання: на перевірці 2',
    ': 2 перевірить оператор.',
  ],
])('the news of %s under review has the counts and fits one SMS', (_, counts, words, sentence) => {
  const { step: _none, ...news } = { ...params, ...counts };
  expectSms('readingUnderReview', news, words);
  const mail = composeMessage('mail', 'readingUnderReview', news).text;
  expect(mail).toContain(`Показання за листопад 2026${sentence}`);
});

test('a cancelled act that nothing was paid for names no advance', () => {
  const { text } = composeMessage('mail', 'violationAct', { ...params, step: 'cancelled', sum: '0.00' });
  expect(text).toContain('платити за ним не потрібно.\n');
});

test('several objects are counted instead of named, and the page is that of the one chosen', () => {
  const several = { ...params, objects: '3' };
  expect(composeMessage('sms', 'windowOpens', several).text).toBe(
    'Світло: передайте показання до 02.12 13:00. Об’єктів: 3.',
  );
  expect(composeMessage('push', 'windowOpens', several).path).toBe('/cabinet/person/indication');
});

test.each(['0.00', '-15.20'])('a bill of %s says that nothing is to be paid', (sum) => {
  expect(composeMessage('sms', 'billIssued', { ...params, sum }).text).toBe(
    'Світло: рахунок за листопад 2026: сплачувати нічого. О/р 2390001111.',
  );
  expect(composeMessage('mail', 'billIssued', { ...params, sum }).text).toContain('нічого не потрібно');
});

test('a window that closes at midnight closes at the end of the day before', () => {
  const closesAt = '2026-12-03T22:00:00.000Z';
  expect(composeMessage('sms', 'windowOpens', { ...params, closesAt }).text).toContain('до 03.12 24:00');
});

test.each([
  ['actToSign', 'docs/payment?period=2026-11'],
  ['limitDeclined', 'limits?month=2026-11'],
] as const)('%s leads to its page in the cabinet of legal entities', (kind, page) => {
  expect(composeMessage('push', kind, { ...params, cabinet: 'entity' }).path).toBe(
    `/cabinet/entity/${page}&account=2390001111`,
  );
});

test.each([
  ['signature', 'Акт чекає підпису', 'чекає вашого підпису', 'підпишіть акт за листопад 2026'],
  ['cabinet', 'Акт за листопад 2026', 'Підписувати його не потрібно', 'акт за листопад 2026 у кабінеті'],
  ['paper', 'Акт за листопад 2026', 'Паперовий примірник надійде', 'акт за листопад 2026 у кабінеті'],
])(
  'an act is to be signed only where documents are exchanged with signatures: %s',
  (exchange, subject, words, short) => {
    const of = { ...params, exchange };
    const shown = { subject, text: expect.stringContaining(words) };
    expect(composeMessage('push', 'actToSign', of)).toMatchObject(shown);
    expectSms('actToSign', of, short);
  },
);

test('a notice without browser texts has those of the SMS', () => {
  expect(composeMessage('push', 'passwordChanged', {})).toEqual({
    subject: 'Пароль змінено',
    text: 'Світло: пароль кабінету змінено. Це не ви? Відновіть пароль.',
  });
});

describe('a reading under review tells what was decided, and the next step', () => {
  test.each([
    ['accepted', 'прийнято'],
    ['acceptedAnother', 'інше'],
    ['rejected', 'передайте нове'],
    ['photoAsked', 'фото'],
  ])('%s in one SMS, with the reason in mail', (step, word) => {
    const decided = { ...params, step, reason: 'Цифр не видно.' };
    const { text } = composeMessage('sms', 'readingUnderReview', decided);
    expect(text).toContain(word);
    expect(text.length).toBeLessThanOrEqual(70);
    const mail = composeMessage('mail', 'readingUnderReview', decided).text;
    expect(mail.includes('Цифр не видно.')).toBe(step !== 'accepted');
  });
});
