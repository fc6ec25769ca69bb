import { expect, test, vi } from 'vitest';
import { instantFromIso } from '#domain/time/instant.ts';
import { createCallBudget, createWorkBudget, type WorkAdmission } from './work-budget.ts';

const at = (time: string) => instantFromIso(`2026-11-20T${time}Z`);
const [a, b] = [{ identityId: 'a' }, { identityId: 'b' }];
const failureOf = (admission: WorkAdmission) =>
  admission.kind === 'refused' ? admission.failure : undefined;

test('returns the Kyiv time at which a spent budget has room again', () => {
  const budget = createWorkBudget(20);
  budget.charge(a, 15_000, at('10:00:40'));
  budget.charge(a, 3_000, at('10:04:10'));
  expect(budget.admit(a, 'now', at('10:05:00')).kind).toBe('admitted');
  budget.charge(a, 2_000, at('10:05:30'));
  // 15 s of 10:00 leave at 10:10; Kyiv is UTC+2.
  const spent = { code: 'common.workBudgetSpent', httpStatus: 429, params: { time: '12:10' } };
  const refused = failureOf(budget.admit(a, 'now', at('10:05:40')));
  expect(refused).toMatchObject({ ...spent, retryAfterSeconds: 260 });
  expect(failureOf(budget.admit(a, 'now', at('10:09:59')))).toMatchObject({ retryAfterSeconds: 1 });
  expect(budget.admit(a, 'now', at('10:10:00')).kind).toBe('admitted');
});

test('one large piece of work closes the budget until it leaves the window', () => {
  const budget = createWorkBudget(20);
  budget.charge(a, 1_000, at('10:00:00'));
  budget.charge(a, 60_000, at('10:07:59'));
  expect(failureOf(budget.admit(a, 'now', at('10:08:00')))).toMatchObject({ params: { time: '12:17' } });
});

test('identities have separate budgets', () => {
  const budget = createWorkBudget(20);
  budget.charge(a, 30_000, at('10:00:00'));
  expect(budget.admit(b, 'now', at('10:00:01')).kind).toBe('admitted');
});

test('accepts three concurrent pieces of work of one identity and refuses the fourth', () => {
  const budget = createWorkBudget(20);
  const rooms = [1, 2, 3].map(() => budget.admit(a, 'now', at('10:00:00')));
  expect(rooms.map(({ kind }) => kind)).toEqual(['admitted', 'admitted', 'admitted']);
  const busy = { code: 'common.tooManyRequests', httpStatus: 429, retryAfterSeconds: 5 };
  expect(failureOf(budget.admit(a, 'now', at('10:00:00')))).toMatchObject(busy);
  expect(budget.admit(b, 'now', at('10:00:00')).kind).toBe('admitted');
  expect(budget.admit(a, 'later', at('10:00:00')).kind).toBe('admitted');
  for (const room of rooms) if (room.kind === 'admitted') room.release();
  expect(budget.admit(a, 'now', at('10:00:00')).kind).toBe('admitted');
});

test('0 switches the budget off', () => {
  const budget = createWorkBudget(0);
  budget.charge(a, 1e9, at('10:00:00'));
  expect([1, 2, 3, 4].map(() => budget.admit(a, 'now', at('10:00:00')).kind)).toEqual(
    Array(4).fill('admitted'),
  );
});

test('many payers are looked through once a minute, not at every charge', () => {
  const budget = createWorkBudget(20);
  const keys = vi.spyOn(Map.prototype, 'keys');
  for (let payer = 0; payer < 20_000; payer += 1)
    budget.charge({ identityId: String(payer) }, 1, at(payer < 10_000 ? '10:00:30' : '10:01:30'));
  const looks = keys.mock.calls.length;
  keys.mockRestore();
  expect(looks).toBe(2);
});

const person = (name: string, companyId = 'company') => ({ identityId: name, companyId });

test('a company has three budgets for all its people, each of whom has one', () => {
  const budget = createWorkBudget(20);
  const isAdmitted = (payer: ReturnType<typeof person>) =>
    budget.admit(payer, 'later', at('10:01:00')).kind === 'admitted';
  for (const name of ['a', 'b']) budget.charge(person(name), 20_000, at('10:00:00'));
  budget.charge(person('c'), 19_000, at('10:00:00'));
  const admitted = ['a', 'c', 'd'].map((name) => isAdmitted(person(name)));
  expect(admitted).toEqual([false, true, true]);
  budget.charge(person('c'), 1000, at('10:00:00'));
  expect([isAdmitted(person('d')), isAdmitted(person('d', 'another'))]).toEqual([false, true]);
});

test('a company has nine concurrent pieces of work over all its people', () => {
  const budget = createWorkBudget(20);
  const admit = (name: string) => budget.admit(person(name), 'now', at('10:00:00'));
  const rooms = ['a', 'b', 'c'].flatMap((name) => [admit(name), admit(name), admit(name)]);
  expect(rooms.every(({ kind }) => kind === 'admitted')).toBe(true);
  expect(failureOf(admit('d'))).toMatchObject({ code: 'common.tooManyRequests' });
  for (const room of rooms) if (room.kind === 'admitted') room.release();
  expect(admit('d').kind).toBe('admitted');
});

test('createCallBudget says after how many seconds there is room', () => {
  const budget = createCallBudget(60);
  budget.charge(a, 60_000, at('10:00:30'));
  const waits = { params: { seconds: 120 }, retryAfterSeconds: 120, httpStatus: 429 };
  const refused = failureOf(budget.admit(a, 'later', at('10:08:00')));
  expect(refused).toMatchObject({ code: 'common.tooManyRequests', ...waits });
  expect(budget.admit(a, 'later', at('10:10:00')).kind).toBe('admitted');
});
