import { expect, test } from 'vitest';
import { dayNightOffer } from '#contract/messages/day-night-offer.ts';
import { success } from '#web/testing/fake-api.ts';
import type { Month, Tariffs } from './night-months.ts';
import { promoOf } from './promo.tsx';

const tariffs: Tariffs = {
  ...success,
  tariffTitle: 'Побутовий',
  zoneScheme: 'single',
  today: '2026-11-20',
  versions: [
    {
      from: '2024-06-01',
      to: null,
      rule: { kind: 'flat', price: '4.32' },
      zones: { two: { day: '1', night: '0.5' } },
      act: 'Постанова',
      actUrl: null,
    },
  ],
};
const month: Month = {
  period: '2026-10',
  zones: { single: 300 },
  totalKwh: 300,
  sum: '1296.00',
  isEstimated: false,
  isCurrent: false,
  lastYearKwh: null,
};
const reads = { blocked: null };
const ended = { blocked: { code: 'accounts.noContract', message: '', opensOn: null } };
const known = { months: [month], tariffs };

test('promoOf has the own figure of the customer once the history is loaded', () => {
  const offer = promoOf({ meters: [reads], history: known, isFailed: false });
  expect(offer?.own).toMatchObject({ monthCount: 1, hasZones: false });
  const notYet = promoOf({ meters: [reads], history: undefined, isFailed: false });
  expect(notYet).toEqual({ nightPercent: undefined, own: undefined });
  expect(dayNightOffer(notYet?.nightPercent)).toMatch(/ електроенергія коштує дешевше\.$/);
});

test('promoOf offers the share of the tariff of today, and nothing where the night is not cheaper', () => {
  const [now] = tariffs.versions;
  const withNight = (night: string, from = '2026-11-01') => {
    const versions = [
      { ...(now as (typeof tariffs.versions)[number]), from, zones: { two: { day: '1', night } } },
    ];
    return promoOf({
      meters: [reads],
      history: { months: [month], tariffs: { ...tariffs, versions: [...versions, ...tariffs.versions] } },
      isFailed: false,
    });
  };
  expect(dayNightOffer(withNight('0.65')?.nightPercent)).toMatch(/ коштує на 35 % дешевше\.$/);
  expect(withNight('0.65', '2026-12-01')?.nightPercent).toBe(50);
  expect(withNight('1')).toBeUndefined();
});

test('promoOf is undefined without a contract', () =>
  expect(promoOf({ meters: [ended], history: known, isFailed: false })).toBeUndefined());

test('promoOf is undefined without a known consumption', () => {
  const none = { months: [{ ...month, isCurrent: true }], tariffs };
  expect(promoOf({ meters: [reads], history: none, isFailed: false })).toBeUndefined();
  expect(promoOf({ meters: [reads], history: undefined, isFailed: true })).toBeUndefined();
});
