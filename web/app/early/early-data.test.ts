import { afterEach, expect, test, vi } from 'vitest';
import { personBalance } from '#contract/balance.ts';
import { listMeters } from '#contract/readings.ts';
import { firstReads } from '#web/session/first-reads.ts';
import { earlyData, renderEarlyData } from './early-data.ts';

/** A loading screen with a placeholder for one kind of early data. */
function screen(kind: string, names: readonly string[]) {
  const parts = new Map(names.map((name) => [name, { textContent: '' }]));
  const place = { hidden: true, querySelector: (selector: string) => parts.get(nameOf(selector)) ?? null };
  vi.stubGlobal('document', {
    querySelector: (selector: string) => (nameOf(selector) === kind ? place : null),
  });
  return { place, shownTexts: () => [...parts.values()].map(({ textContent }) => textContent) };
}

const nameOf = (selector: string) => /="(.*)"/.exec(selector)?.[1] ?? '';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const balance = { debet: '5054.40', credit: '0', ballanceError: false };
const window = {
  isOpen: true,
  closesAt: '2026-12-02T11:00:00Z',
  opensOn: '2026-11-29',
  period: '2026-11',
  effectiveDate: '2026-12-01',
};

test('renderEarlyData shows the sum to pay on the home page', () => {
  const { place, shownTexts } = screen('balance', ['sum']);
  expect(renderEarlyData(personBalance.path, { balance })).toBe(true);
  expect(shownTexts()).toEqual(['5\u00a0054,40\u00a0грн']);
  expect(place.hidden).toBe(false);
});

test('renderEarlyData shows the reading window on the readings page', () => {
  vi.useFakeTimers({ now: new Date('2026-11-30T09:00:00Z') });
  const { shownTexts } = screen('window', ['title', 'rest']);
  expect(renderEarlyData(listMeters.path, { meters: [{}], window })).toBe(true);
  expect(shownTexts()).toEqual([
    'Приймаємо показання за листопад\u00a02026 до 02.12.2026 13:00',
    'Залишилося 2\u00a0дні 2\u00a0год. Передане сьогодні рахується станом на 01.12.2026.',
  ]);
});

test.each([
  ['there is no answer', 'balance', personBalance.path, undefined],
  ['a balance is partial', 'balance', personBalance.path, { balance: { ...balance, ballanceError: true } }],
  ['there is no meter', 'window', listMeters.path, { meters: [], window }],
  ['another page loads', 'window', personBalance.path, { balance }],
])('renderEarlyData renders nothing when %s', (_, kind, path, answer) => {
  const { place } = screen(kind, ['sum', 'title', 'rest']);
  expect(renderEarlyData(path, answer)).toBe(false);
  expect(place.hidden).toBe(true);
});

test('earlyData paths are among the first reads of their page', () => {
  for (const [page, { path }] of Object.entries(earlyData)) expect(firstReads[page]).toContain(path);
});
