import { describe, expect, test } from 'vitest';
import { formatMoney, kopiykas } from '#domain/money.ts';
import {
  headlineOf,
  leftSentence,
  reasonBars,
  reasonsOf,
  showClosing,
  showDailyKwh,
} from './explanation.tsx';
import type { ExplanationData, ExplanationPart } from './why-this-sum.tsx';

const explanation = (parts: readonly ExplanationPart[]): ExplanationData => ({
  base: { period: '2026-09', closing: '388.80', cost: '388.80', kwh: 120, days: 30 },
  bill: { period: '2026-10', closing: '720.80', cost: '332.00', kwh: 120, days: 31 },
  parts: [...parts],
  difference: '0.00',
  available: { previous: '2026-09', lastYear: null },
});
const plain = (text: string) => text.replaceAll('\u00a0', ' ');
const message = (...parts: ExplanationPart[]) =>
  reasonsOf(explanation(parts)).map(({ sentence }) => plain(sentence));

type KwhPart = Extract<ExplanationPart, { kind: 'kwh' }>;
const kwh = (zone: KwhPart['zone'], from: number, to: number, change: number): ExplanationPart => ({
  kind: 'kwh',
  zone,
  sum: '1.00',
  facts: { from, to, kwh: change },
});

const tariff = (from: string[], to: string[]): ExplanationPart => {
  return { kind: 'tariff', sum: '1.00', facts: { from, to } };
};
const recalculation = (from: string, to: string): ExplanationPart => {
  return { kind: 'recalculation', sum: '1.00', facts: { from, to } };
};
const benefit: ExplanationPart = { kind: 'benefit', sum: '-100.00', facts: { from: '0.00', to: '-100.00' } };
const more = kwh('day', 60, 80, 18);
const less = kwh('night', 60, 40, -22);

describe('bill explanation', () => {
  test.each<[string, ExplanationPart, string]>([
    [
      'a longer month',
      { kind: 'days', sum: '17.28', facts: { from: 30, to: 31, kwh: 4 } },
      'На 1 день довше: це ще 4 кВт·год.',
    ],
    [
      'a shorter month',
      { kind: 'days', sum: '-51.84', facts: { from: 31, to: 28, kwh: -12 } },
      'На 3 дні коротше: це на 12 кВт·год менше.',
    ],
    ['more by day', more, 'Удень спожито більше: у середньому 2,6 кВт·год на день замість 2.'],
    ['less by night', less, 'Вночі спожито менше: у середньому 1,3 кВт·год на день замість 2.'],
    ['a kilowatt-hour of rounding', kwh('single', 100, 103, 1), 'Спожито більше на 1 кВт·год.'],
    ['a price change', tariff(['4.32'], ['2.64']), 'Змінилася ціна: 2,64 грн за кВт·год замість 4,32 грн.'],
    [
      'a tariff block',
      tariff(['2.64'], ['2.64', '4.32']),
      'Змінилася ціна: 2,64 і 4,32 грн за кВт·год замість 2,64 грн.',
    ],
    [
      'another split between the same prices',
      tariff(['4.32'], ['4.32']),
      'Інший поділ за сходинками чи зонами тарифу і заокруглення.',
    ],
    ['a reduction', recalculation('0.00', '-86.40'), 'У рахунку є перерахунок за минулі місяці: −86,40 грн.'],
    [
      'a recalculation of the other bill only',
      recalculation('-86.40', '0.00'),
      'За вересень 2026 був перерахунок −86,40 грн, тепер його немає.',
    ],
    ['a benefit', benefit, 'Пільга або субсидія зменшила рахунок на 100,00 грн.'],
  ])('explains %s', (_, part, sentence) => expect(message(part)).toEqual([sentence]));

  test('says that the meter counts by zones from now on', () =>
    expect(message(kwh('day', 0, 80, 80), kwh('night', 0, 40, 40), kwh('single', 120, 0, -124))).toEqual([
      'Удень: лічильник тепер рахує за цими годинами, 80 кВт·год.',
      'Вночі: лічильник тепер рахує за цими годинами, 40 кВт·год.',
      'Лічильник уже не рахує всю добу разом, було 120 кВт·год.',
    ]));

  test('leaves out zero parts; the remaining sums add up to the difference', () => {
    const reasons = reasonsOf(
      explanation([
        { kind: 'tariff', sum: '0.00', facts: { from: ['4.32'], to: ['4.32'] } },
        { kind: 'days', sum: '12.96', facts: { from: 30, to: 31, kwh: 4 } },
        { kind: 'debt', sum: '388.80', facts: { from: '-50.00', to: '338.80' } },
      ]),
    );
    expect(reasons.map(({ key, sum }) => `${key} ${formatMoney(sum)}`)).toEqual(['days 12,96']);
  });

  test.each([
    ['388.80', '2026-09', 'Жовтень дешевший за вересень на 56,80 грн'],
    ['273.68', '2026-09', 'Жовтень дорожчий за вересень на 58,32 грн'],
    ['332.00', '2026-09', 'Жовтень коштує стільки ж, скільки вересень'],
    ['300.00', '2025-10', 'Жовтень 2026 дорожчий за жовтень 2025 на 32,00 грн'],
  ])('headlineOf compares with %s of %s: %s', (cost, period, words) => {
    const { base, ...rest } = explanation([]);
    expect(plain(headlineOf({ ...rest, base: { ...base, cost, period } }))).toBe(words);
  });

  test.each([
    [
      '338.80',
      'На день рахунку з минулого після оплат лишався борг 338,80 грн, тож за рахунком було до сплати 720,80 грн.',
    ],
    [
      '-50.00',
      'На день рахунку з минулого після оплат лишалася переплата 50,00 грн, тож за рахунком було до сплати 720,80 грн.',
    ],
    ['0.00', 'На день рахунку з минулого нічого не лишалося: за рахунком було до сплати 720,80 грн.'],
  ])('leftSentence describes a carried-over balance of %s as of the day of the bill', (to, words) => {
    const debt: ExplanationPart = { kind: 'debt', sum: '0.00', facts: { from: '0.00', to } };
    expect(plain(leftSentence(explanation([debt])))).toBe(words);
  });

  test.each([
    ['432.50', 'було до сплати 432,50 грн'],
    ['-37.20', 'була переплата 37,20 грн'],
    ['0.00', 'нічого не було до сплати'],
  ])('showClosing describes a closing balance of %s', (closing, words) =>
    expect(plain(showClosing(closing))).toBe(words),
  );
});

test.each([
  [{ kwh: 120, days: 30 }, { kwh: 150, days: 31 }, '4 4,8'],
  [{ kwh: 120, days: 30 }, { kwh: 125, days: 31 }, '4 4,03'],
  [{ kwh: 120, days: 30 }, { kwh: 124, days: 31 }, undefined],
  [{ kwh: 0, days: 0 }, { kwh: 124, days: 31 }, undefined],
])('showDailyKwh of %j and %j', (from, to, shown) => {
  const dailyKwh = showDailyKwh(from, to);
  expect(dailyKwh && `${dailyKwh.from} ${dailyKwh.to}`).toBe(shown);
});

test.each([
  [
    'increases begin at the left',
    [2592, 4320],
    [
      [0, 0.6],
      [0, 1],
    ],
  ],
  [
    'a decrease ends where an increase begins',
    [300, -100],
    [
      [0.25, 1],
      [0, 0.25],
    ],
  ],
  [
    'decreases alone end at the right',
    [-100, -50],
    [
      [0, 1],
      [0.5, 1],
    ],
  ],
  ['zero alone has no bar', [0], [[0, 0]]],
])('reasonBars: %s', (_, sums, bars) =>
  expect(reasonBars(sums.map(kopiykas)).map(({ from, to }) => [from, to])).toEqual(bars),
);
