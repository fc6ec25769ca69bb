import { describe, expect, test } from 'vitest';
import { dialNames, draftChange, type FieldsKind, fieldsOf, recalculatedMonth } from './change-draft.ts';
import { titleOf, valuesOf } from './describe-change.ts';
import { text } from './text.ts';

type Fields = Readonly<Record<string, string>>;
const draft = (kind: FieldsKind, fields: Fields, old: 'single' | 'two' = 'single', made = old) =>
  draftChange(kind, (name) => fields[name] ?? '', { old, made });

const removed = { serialNumber: '21', finalValues: { single: 400 } };

describe('draftChange', () => {
  test.each<[FieldsKind, Fields, object]>([
    [
      'meterReplaced',
      {
        meter: '21',
        'final.single': '400',
        newSerialNumber: ' 22 ',
        zoneScheme: 'single',
        'initial.single': '0',
        digitCapacity: '6',
      },
      {
        serialNumber: '21',
        finalValues: { single: 400 },
        newSerialNumber: '22',
        zoneScheme: 'single',
        initialValues: { single: 0 },
        digitCapacity: 6,
      },
    ],
    ['meterRemoved', { meter: '21', 'final.single': '00400' }, removed],
    [
      'meterInstalled',
      {
        point: 'E',
        newSerialNumber: '22',
        meterType: 'T',
        zoneScheme: 'single',
        digitCapacity: '5',
        'initial.single': '7',
        verifiedOn: '2026-11-01',
      },
      {
        eicCode: 'E',
        serialNumber: '22',
        meterType: 'T',
        zoneScheme: 'single',
        digitCapacity: 5,
        initialValues: { single: 7 },
        verifiedOn: '2026-11-01',
      },
    ],
    ['meterVerified', { meter: '21' }, { serialNumber: '21' }],
    ['contractEnded', {}, {}],
    ['tariff', { tariffCode: 'cheap' }, { tariffCode: 'cheap' }],
    ['power', { point: 'E', powerKw: '7,5' }, { eicCode: 'E', contractedPowerWatts: 7500 }],
    ['pointState', { point: 'E', pointState: 'disabled' }, { eicCode: 'E', pointState: 'disabled' }],
    ['contact', { phone: '+380501110009' }, { phone: '+380501110009' }],
  ])('reads %s from its fields', (kind, fields, change) => {
    expect(draft(kind, fields)).toEqual({ change: { kind, ...change } });
  });

  test('requires the old and new meter values of each zone', () => {
    const initial = { 'initial.day': '1', 'initial.night': '2' };
    const fields = { meter: '21', zoneScheme: 'two', 'final.single': '400', ...initial };
    expect(
      draftChange('zones', (name) => (fields as Fields)[name] ?? '', { old: 'single', made: 'two' }),
    ).toEqual({
      change: {
        kind: 'zones',
        serialNumber: '21',
        zoneScheme: 'two',
        finalValues: { single: 400 },
        initialValues: { day: 1, night: 2 },
      },
    });
  });

  test('reports every field that is empty or not a number', () => {
    const optional = ['meterType', 'digitCapacity', 'coefficient', 'verifiedOn'];
    const wanted = fieldsOf.meterReplaced.flatMap((field) =>
      field === 'final' || field === 'initial' ? dialNames(field, 'single').map(({ name }) => name) : [field],
    );
    const missing = wanted.filter((name) => !optional.includes(name));
    expect(draft('meterReplaced', {})).toEqual({
      problems: Object.fromEntries(missing.map((name) => [name, text.required])),
    });
    expect(draft('meterRemoved', { meter: '21', 'final.single': '4.5' })).toEqual({
      problems: { 'final.single': text.wholeNumber },
    });
    expect(draft('power', { point: 'E', powerKw: '1.2345' })).toEqual({ problems: { powerKw: text.number } });
    expect(draft('contact', {})).toEqual({ problems: { surname: text.noContact } });
  });
});

test.each<[FieldsKind, string, string | undefined]>([
  ['tariff', '2026-10-31', '2026-10'],
  ['tariff', '2026-11-01', undefined],
  ['meterRemoved', '2026-11-01', '2026-10'],
  ['meterRemoved', '2026-11-02', undefined],
  ['contractEnded', '2026-10-30', '2026-10'],
  ['contractEnded', '2026-10-31', undefined],
  ['contact', '2026-01-01', undefined],
  ['tariff', '', undefined],
])('recalculatedMonth of %s as of %s is %s', (kind, day, month) => {
  expect(recalculatedMonth(kind, day, { closedUpTo: '2026-10' })).toBe(month);
  expect(recalculatedMonth(kind, day, { closedUpTo: null })).toBeUndefined();
});

describe('describe a recorded change', () => {
  const tariffs = [{ tariffCode: 'cheap', title: 'Дешевий' }];

  test('valuesOf names each value with the previous one', () => {
    expect(titleOf({ kind: 'power', subject: 'E' })).toBe('Договірна потужність E');
    expect(
      valuesOf({ before: { contractedPowerWatts: 5000 }, after: { contractedPowerWatts: 9500 } }, tariffs),
    ).toEqual(['потужність: 5 кВт → 9,5 кВт']);
    expect(valuesOf({ before: { tariffCode: 'gone' }, after: { tariffCode: 'cheap' } }, tariffs)).toEqual([
      'тариф: gone → Дешевий',
    ]);
    expect(
      valuesOf({ before: { contractEndedOn: null }, after: { contractEndedOn: '2026-10-31' } }, tariffs),
    ).toEqual(['останній день: немає → 31.10.2026']);
  });

  test('valuesOf lists meter values by zone, a single one without its name', () => {
    const after = { initialValues: { day: 0, night: 12 }, finalValues: { single: 400 } };
    expect(valuesOf({ before: {}, after }, tariffs)).toEqual(['знято: 400', 'почато: День 0, Ніч 12']);
    const closingValues = { M1: { single: 597 }, M2: { day: 1, night: 2 } };
    const closing = { newAccount: '2390009100', closingValues };
    expect(valuesOf({ before: {}, after: closing }, tariffs)).toEqual([
      'показання на день зміни: M1 597, M2 День 1, Ніч 2',
      'новий рахунок: 2390009100',
    ]);
  });
});
