import { expect, test } from 'vitest';
import { newsOf } from './news-of.ts';

const event = (kind: string, facts: Record<string, unknown>, eventId = '1') => ({
  eventId,
  kind,
  happenedAt: '2026-11-20T10:00:00.000Z',
  facts,
});

const payment = { sum: '432.50', purpose: 'energy', actNumber: null, expectedOn: '2026-11-23' };
const reading = { period: '2026-11', kwh: 1204, sum: '5201.28', receiptNumber: 'R-1' };

test.each([
  [
    'a bill with its sum and due date',
    event('bill.issued', { period: '2026-10', number: 'Р-1', toPay: '432.50', dueOn: '2026-11-20' }),
    'Рахунок за жовтень 2026',
    'Виставлено 432,50 грн, строк оплати 20.11.2026',
  ],
  [
    'a bill that asks for nothing',
    event('bill.issued', { period: '2026-10', number: 'Р-1', toPay: '0.00', dueOn: '2026-11-20' }),
    'Рахунок за жовтень 2026',
    'Сплачувати нічого не потрібно',
  ],
  [
    'a reading with what it costs',
    event('reading.accepted', reading),
    'Показання прийнято',
    '1 204 кВт·год на 5 201,28 грн за листопад 2026',
  ],
  [
    'a reading whose sum is not known',
    event('reading.accepted', { ...reading, sum: null }),
    'Показання прийнято',
    '1 204 кВт·год за листопад 2026',
  ],
  [
    'a corrected reading',
    event('reading.accepted', { ...reading, reason: 'Помилка в цифрі' }),
    'Показання виправлено',
    '1 204 кВт·год на 5 201,28 грн за листопад 2026',
  ],
  [
    'a reading that an operator looks at',
    event('reading.underReview', { ...reading, sum: null, reason: 'Помилка' }),
    'Показання перевіряє оператор',
    '1 204 кВт·год за листопад 2026',
  ],
  [
    'estimates that were too high',
    event('recalculation.booked', {
      period: '2026-11',
      sum: '-393.12',
      from: '2026-08',
      to: '2026-09',
      kwh: -91,
    }),
    'Зроблено перерахунок за показаннями',
    'серпень 2026 – вересень 2026: нараховано на 393,12 грн менше',
  ],
  [
    'an estimate that was too low',
    event('recalculation.booked', {
      period: '2026-11',
      sum: '43.20',
      from: '2026-09',
      to: '2026-09',
      kwh: 10,
    }),
    'Зроблено перерахунок за показаннями',
    'вересень 2026: нараховано на 43,20 грн більше',
  ],
  [
    'a correction for the customer',
    event('ledger.corrected', { period: '2026-11', sum: '-25.50', reason: 'За скаргою' }),
    'Коригування: борг менший на 25,50 грн',
    'За скаргою',
  ],
  [
    'a correction that adds',
    event('ledger.corrected', { period: '2026-11', sum: '25.50', reason: 'Недорахований тариф' }),
    'Коригування: донараховано 25,50 грн',
    'Недорахований тариф',
  ],
  [
    'money on its way',
    event('payment.confirmed', payment),
    'Оплату 432,50 грн прийнято',
    'Кошти в дорозі, надійдуть до 23.11.2026',
  ],
  [
    'money on its way, nobody knows how long',
    event('payment.confirmed', { ...payment, expectedOn: null }),
    'Оплату 432,50 грн прийнято',
    'Кошти в дорозі',
  ],
  [
    'money that the bank took back',
    event('payment.reversed', payment),
    'Банк скасував оплату 432,50 грн',
    'Сума знову рахується до сплати',
  ],
  [
    'money that was given back',
    event('payment.refunded', payment),
    'Оплату 432,50 грн повернено',
    'Гроші повернуться туди, звідки їх сплачено',
  ],
  ['money that came', event('payment.landed', payment), 'Оплату 432,50 грн зараховано', 'За електроенергію'],
  [
    'money for an act',
    event('payment.landed', { ...payment, purpose: 'violationAct', actNumber: 'АП-1' }),
    'Оплату 432,50 грн зараховано',
    'За актом № АП-1',
  ],
  [
    'a payment that failed',
    event('payment.failed', payment),
    'Оплата 432,50 грн не відбулася',
    'Гроші не списано',
  ],
  [
    'a payment that was left',
    event('payment.expired', payment),
    'Час на оплату 432,50 грн минув',
    'Гроші не списано',
  ],
])('%s is told in words', (_, told, title, details) => {
  const plain = newsOf([told], 5).map((news) => ({
    title: news.title.replaceAll('\u00a0', ' '),
    details: news.details.replaceAll('\u00a0', ' '),
  }));
  expect(plain).toEqual([{ title, details }]);
});

test.each([
  ['of a kind that is not known here', event('meter.replaced', { sum: '1.00' })],
  ['with the name of something every object has', event('constructor', {})],
  ['a bill without a sum', event('bill.issued', { period: '2026-10', dueOn: '2026-11-20' })],
  ['a reading without kilowatt-hours', event('reading.accepted', { period: '2026-10' })],
  ['a payment whose sum is no sum', event('payment.landed', { sum: 'NaN' })],
])('an event %s is left out', (_, untold) => {
  expect(newsOf([untold], 5)).toEqual([]);
});

test('the latest of those that can be told are shown', () => {
  const many = Array.from({ length: 12 }, (_, index) =>
    event(index % 2 === 0 ? 'payment.landed' : 'test.unknown', payment, String(index)),
  );
  expect(newsOf(many, 5).map(({ id }) => id)).toEqual(['0', '2', '4', '6', '8']);
});
