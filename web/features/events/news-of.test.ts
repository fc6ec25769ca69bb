import { expect, test } from 'vitest';
import { newsOf } from './news-panel.tsx';

const event = (kind: string, facts: Record<string, unknown>, eventId = '1') => ({
  eventId,
  kind,
  happenedAt: '2026-11-20T10:00:00.000Z',
  facts,
});

const bill = { period: '2026-10', number: 'Р-1', toPay: '432.50', dueOn: '2026-11-20' };
const payment = { sum: '432.50', purpose: 'energy', actNumber: null, expectedOn: '2026-11-23' };
const reading = { period: '2026-11', kwh: 1204, sum: '5201.28', receiptNumber: 'R-1' };

const charged = '1 204 кВт·год на 5 201,28 грн за листопад 2026';
const less = { period: '2026-11', sum: '-25.50', reason: 'За скаргою' };
const more = { period: '2026-11', sum: '25.50', reason: 'Недорахований тариф' };
const ofAct = { ...payment, purpose: 'violationAct', actNumber: 'АП-1' };
const billed = { actNumber: 'АП-1', sum: '2073.60', dueOn: '2026-12-20' };
const unpaid = { actNumber: 'АП-1', advance: '0.00' };

test.each<[string, Record<string, unknown>, string, string]>([
  ['bill.issued', bill, 'Рахунок за жовтень 2026', 'Виставлено 432,50 грн, строк оплати 20.11.2026'],
  ['bill.issued', { ...bill, toPay: '0.00' }, 'Рахунок за жовтень 2026', 'Сплачувати нічого не потрібно'],
  ['reading.accepted', reading, 'Показання прийнято', '1 204 кВт·год на 5 201,28 грн за листопад 2026'],
  ['reading.accepted', { ...reading, sum: null }, 'Показання прийнято', '1 204 кВт·год за листопад 2026'],
  ['reading.accepted', { ...reading, missingZones: ['night'] }, 'Прийнято частину показань', charged],
  ['reading.accepted', { ...reading, reason: 'Помилка в цифрі' }, 'Показання виправлено', charged],
  [
    'reading.underReview',
    { ...reading, sum: null, reason: 'Помилка' },
    'Показання перевіряє оператор',
    '1 204 кВт·год за листопад 2026',
  ],
  [
    'recalculation.booked',
    { period: '2026-11', sum: '-393.12', from: '2026-08', to: '2026-09', kwh: -91 },
    'Зроблено перерахунок за показаннями',
    'серпень 2026 – вересень 2026: нараховано на 393,12 грн менше',
  ],
  [
    'recalculation.booked',
    { period: '2026-11', sum: '43.20', from: '2026-09', to: '2026-09', kwh: 10 },
    'Зроблено перерахунок за показаннями',
    'вересень 2026: нараховано на 43,20 грн більше',
  ],
  ['ledger.corrected', less, 'Коригування: борг менший на 25,50 грн', 'За скаргою'],
  ['ledger.corrected', more, 'Коригування: донараховано 25,50 грн', 'Недорахований тариф'],
  ['payment.confirmed', payment, 'Оплату 432,50 грн прийнято', 'Кошти в дорозі, надійдуть до 23.11.2026'],
  ['payment.confirmed', { ...payment, expectedOn: null }, 'Оплату 432,50 грн прийнято', 'Кошти в дорозі'],
  ['payment.reversed', payment, 'Банк скасував оплату 432,50 грн', 'Сума знову рахується до сплати'],
  ['payment.refunded', payment, 'Оплату 432,50 грн повернено', 'Гроші повернуться туди, звідки їх сплачено'],
  ['payment.landed', payment, 'Оплату 432,50 грн зараховано', 'За електроенергію'],
  ['payment.landed', ofAct, 'Оплату 432,50 грн зараховано', 'За актом № АП-1'],
  ['violationAct.billed', billed, 'За актом № АП-1 виставлено 2 073,60 грн', 'Строк оплати 20.12.2026'],
  [
    'violationAct.instalments',
    { actNumber: 'АП-1', sum: '1000.00', dueOn: '2026-12-20' },
    'Акт № АП-1: оплата частинами',
    'Найближча частина — 1 000,00 грн, до 20.12.2026',
  ],
  [
    'violationAct.cancelled',
    { actNumber: 'АП-1', advance: '1200.50' },
    'Акт № АП-1 скасовано',
    'Сплачені 1 200,50 грн зараховано авансом за електроенергію',
  ],
  ['violationAct.cancelled', unpaid, 'Акт № АП-1 скасовано', 'Сплачувати за ним не потрібно'],
  ['payment.failed', payment, 'Оплата 432,50 грн не відбулася', 'Гроші не списано'],
  ['payment.expired', payment, 'Час на оплату 432,50 грн минув', 'Гроші не списано'],
])('newsOf describes %s %j as %s: %s', (kind, facts, title, details) => {
  const plain = newsOf([event(kind, facts)], 5).map((news) => ({
    title: news.title.replaceAll('\u00a0', ' '),
    details: news.details.replaceAll('\u00a0', ' '),
  }));
  expect(plain).toEqual([{ title, details }]);
});

test.each([
  ['of an unknown kind', event('meter.replaced', { sum: '1.00' })],
  ['named like a property of Object.prototype', event('constructor', {})],
  ['a bill without a sum', event('bill.issued', { period: '2026-10', dueOn: '2026-11-20' })],
  ['a reading without kilowatt-hours', event('reading.accepted', { period: '2026-10' })],
  ['a billed act without its sum', event('violationAct.billed', { actNumber: 'АП-1' })],
  ['a payment with an invalid sum', event('payment.landed', { sum: 'NaN' })],
])('newsOf leaves out an event %s', (_, unknown) => expect(newsOf([unknown], 5)).toEqual([]));

test('newsOf returns the latest of the known events', () => {
  const many = Array.from({ length: 12 }, (_, index) =>
    event(index % 2 === 0 ? 'payment.landed' : 'test.unknown', payment, String(index)),
  );
  expect(newsOf(many, 5).map(({ id }) => id)).toEqual(['0', '2', '4', '6', '8']);
});
