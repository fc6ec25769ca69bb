import { afterEach, expect, test, vi } from 'vitest';
import { personBalance } from '#contract/balance.ts';
import { listMeters } from '#contract/readings.ts';
import { firstReads } from '#web/session/first-reads.ts';
import { firstFacts, sayFirstFacts } from './first-facts.ts';

/** A loading screen with a place for one kind of facts. */
function screen(kind: string, names: readonly string[]) {
  const parts = new Map(names.map((name) => [name, { textContent: '' }]));
  const place = { hidden: true, querySelector: (selector: string) => parts.get(nameOf(selector)) ?? null };
  vi.stubGlobal('document', {
    querySelector: (selector: string) => (nameOf(selector) === kind ? place : null),
  });
  return { place, said: () => [...parts.values()].map(({ textContent }) => textContent) };
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

test('the loading screen of the home says what is to be paid', () => {
  const { place, said } = screen('balance', ['sum']);
  expect(sayFirstFacts(personBalance.path, { balance })).toBe(true);
  expect(said()).toEqual(['5\u00a0054,40\u00a0грн']);
  expect(place.hidden).toBe(false);
});

test('the loading screen of the readings says until when they are taken', () => {
  vi.useFakeTimers({ now: new Date('2026-11-30T09:00:00Z') });
  const { said } = screen('window', ['title', 'rest']);
  expect(sayFirstFacts(listMeters.path, { meters: [{}], window })).toBe(true);
  expect(said()).toEqual([
    'Приймаємо показання за листопад\u00a02026 до 02.12.2026, 13:00',
    'Залишилося 2\u00a0дні 2\u00a0год. Передане сьогодні рахується станом на 01.12.2026.',
  ]);
});

test.each([
  ['nothing came', 'balance', personBalance.path, undefined],
  [
    'the balance is not whole',
    'balance',
    personBalance.path,
    { balance: { ...balance, ballanceError: true } },
  ],
  ['there is no meter', 'window', listMeters.path, { meters: [], window }],
  ['another page loads', 'window', personBalance.path, { balance }],
])('when %s it says nothing', (_, kind, path, answer) => {
  const { place } = screen(kind, ['sum', 'title', 'rest']);
  expect(sayFirstFacts(path, answer)).toBe(false);
  expect(place.hidden).toBe(true);
});

test('what it says is asked for early on that page', () => {
  for (const [page, { path }] of Object.entries(firstFacts)) expect(firstReads[page]).toContain(path);
});
