import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addMonths, type BillingPeriod } from '../time/billing-period.ts';
import type { Instant } from '../time/instant.ts';
import { instantFromIso } from '../time/instant.ts';
import { kyivMidnight } from '../time/kyiv.ts';
import { localDate } from '../time/local-date.ts';
import { isRuleValue, type RuleKey, ruleKeys, startingValues, wrongOrder } from './rule-definitions.ts';
import { makeTimeline, type RuleChange, versionAt, versionOfPeriod, wrongOrderIn } from './rule-timeline.ts';

const start = startingValues({ readings: { window: { person: { lastDays: 5 } } }, payments: { least: '7' } });
const rules = ['readings.window.person.lastDays', 'bills.dueDay', 'access.codeMonths'] as const;

const changeOf = fc.record({
  hour: fc.integer({ min: 0, max: 30 }),
  values: fc.dictionary(fc.constantFrom<RuleKey>(...rules), fc.integer({ min: 1, max: 28 }), { minKeys: 1 }),
});

test('the version in force has of each rule the value that was said last of those that count', () => {
  fc.assert(
    fc.property(fc.array(changeOf, { maxLength: 12 }), fc.integer({ min: -1, max: 31 }), (made, hour) => {
      const changes = made.map(
        ({ hour: from, values }, index): RuleChange => ({
          number: index + 1,
          validFrom: (from * 3_600_000) as Instant,
          values,
        }),
      );
      const moment = (hour * 3_600_000) as Instant;
      const { values } = versionAt(makeTimeline(start, changes), moment);
      for (const rule of ruleKeys) {
        // Counted anew: of all that say something of the rule by then the latest moment, and of one moment the last saved.
        const said = changes.filter((one) => one.validFrom <= moment && one.values[rule] !== undefined);
        const latest = Math.max(...said.map(({ validFrom }) => validFrom));
        const last = said.filter(({ validFrom }) => validFrom === latest).at(-1);
        expect(values[rule]).toEqual(last?.values[rule] ?? start[rule]);
      }
    }),
  );
});

test('a month is charged by the rules of its last moment: of the first of the next one they change nothing', () => {
  const change = (day: string, dueDay: number, number: number): RuleChange => ({
    number,
    validFrom: kyivMidnight(localDate(day)),
    values: { 'bills.dueDay': dueDay },
  });
  const timeline = makeTimeline(start, [change('2026-11-30', 15, 1), change('2026-12-01', 10, 2)]);
  const dueDayOf = (period: string) =>
    versionOfPeriod(timeline, period as BillingPeriod).rules.bills.dayOfMonth;
  expect(['2026-10', '2026-11', '2026-12', addMonths('2026-12' as BillingPeriod, 3)].map(dueDayOf)).toEqual([
    20, 15, 10, 10,
  ]);
  const at = (moment: string) => versionAt(timeline, instantFromIso(moment)).rules.bills.dayOfMonth;
  expect([at('2026-11-30T21:59:59.999Z'), at('2026-11-30T22:00:00Z')]).toEqual([15, 10]);
});

test('holidays count only while they are days off', () => {
  const change = (values: RuleChange['values']) =>
    versionAt(makeTimeline(start, [{ number: 1, validFrom: 0 as Instant, values }]), 0 as Instant).rules;
  const holidays = { 'readings.holidays': ['2026-12-25'] };
  expect(change(holidays).bills.holidays.size).toBe(0);
  const off = change({ ...holidays, 'readings.holidaysAreWorkingDays': false });
  expect([off.readings.holidays, [...off.bills.holidays]]).toEqual([['2026-12-25'], ['2026-12-25']]);
});

test('a supplier begins with its own values, tidied; what is none of the rule, or the wrong way round, is the standard one', () => {
  expect(start['readings.window.person.lastDays']).toBe(5);
  expect(start['payments.least']).toBe('7.00');
  const odd = startingValues({
    readings: { holidays: ['2026-12-25', '2026-01-01'], rollOverFromPercent: 101, window: 'none' },
    payments: { least: '900.00', most: '10.00', entity: { least: '2.00' } },
    access: { confirmation: 'never', codeMonths: 1.5 },
  });
  expect(odd['readings.holidays']).toEqual(['2026-01-01', '2026-12-25']);
  expect([odd['readings.rollOverFromPercent'], odd['access.confirmation'], odd['access.codeMonths']]).toEqual(
    [90, 'none', 12],
  );
  expect([odd['payments.least'], odd['payments.most'], odd['payments.entity.least']]).toEqual([
    '1.00',
    '100000.00',
    '2.00',
  ]);
  for (const rule of ruleKeys) expect(isRuleValue(rule, odd[rule])).toBe(true);
  expect(wrongOrder(odd)).toBeUndefined();
});

test.each<[RuleKey, unknown, boolean]>([
  ['readings.window.person.closingHour', 24, true],
  ['readings.window.person.closingHour', 25, false],
  ['readings.window.person.closingHour', 0, false],
  ['readings.window.person.closingHour', 12.5, false],
  ['readings.window.person.closingHour', '12', false],
  ['payments.least', '0.01', true],
  ['payments.least', '0.00', false],
  ['payments.least', 1, false],
  ['reactive.cap', 9999, false],
  ['access.confirmation', 'firstHolder', true],
  ['access.confirmation', 'hearsay', false],
  ['readings.holidaysAreWorkingDays', 'true', false],
  ['readings.holidays', ['2026-02-29'], false],
  ['readings.holidays', ['2026-12-25', '2026-12-25'], false],
  ['readings.holidays', [], true],
])('whether %s may be %j: %s', (rule, value, expected) => {
  expect(isRuleValue(rule, value)).toBe(expected);
});

test('a planned change that would turn a pair the wrong way round is found, also by an earlier one', () => {
  const change = (hour: number, values: RuleChange['values']): RuleChange => ({
    number: hour,
    validFrom: hour as Instant,
    values,
  });
  const raised = change(1, { 'payments.most': '200000.00' });
  const dependent = change(2, { 'payments.least': '150000.00' });
  expect(wrongOrderIn(makeTimeline(start, [raised, dependent]))).toBeUndefined();
  expect(wrongOrderIn(makeTimeline(start, [dependent]))).toEqual(['payments.least', 'payments.most']);
});
