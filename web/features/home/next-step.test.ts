import { expect, test } from 'vitest';
import { nextStep } from './next-step.ts';

type Balance = Parameters<typeof nextStep>[0];
type Meters = Parameters<typeof nextStep>[1];
type Meter = Meters['meters'][number];

const settled: Balance = {
  debet: '0',
  credit: '0',
  beginDebet: '0',
  endDebet: '0',
  beginCredit: '0',
  inTransit: '0.00',
  inTransitUntil: null,
  debetAct: { items: [] },
  ballanceError: false,
};
const indebted: Balance = { ...settled, debet: '432.50' };

const register: Meter['registers'][number] = {
  zone: 'single',
  previousValue: 100,
  previousDate: '2026-11-01',
  known: [],
  currentValue: null,
  currentDate: null,
};
const meter: Meter = {
  meterId: '0199aaaa-0000-7000-8000-000000000001',
  serialNumber: '1',
  meterType: 'НІК',
  eic: '62Z',
  zoneScheme: 'single',
  digitCapacity: 6,
  coefficient: 1,
  contractedPowerKw: 5,
  installedOn: '2021-05-01',
  registers: [register],
  blocked: null,
  standing: null,
};
const givenOn = (day: string): Meter => ({
  ...meter,
  registers: [{ ...register, currentValue: 220, currentDate: day }],
  standing: {
    receiptNumber: 'R-1',
    submittedAt: '2026-11-22T10:00:00Z',
    effectiveDate: day,
    state: 'accepted',
    values: { single: 220 },
    totalKwh: 120,
    sum: null,
    correctable: true,
  },
});
const given = givenOn('2026-12-01');
const blocked: Meter = {
  ...meter,
  blocked: { code: 'readings.substation', message: 'У підстанції.', opensOn: null },
};
const blockedTill: Meter = {
  ...meter,
  blocked: { code: 'readings.personInputBlocked', message: 'Заблоковано.', opensOn: '2026-11-29' },
};

const open: Meters['window'] = {
  isOpen: true,
  opensOn: '2026-11-29',
  closesAt: '2026-12-02T11:00:00Z',
  period: '2026-11',
  effectiveDate: '2026-12-01',
};
const closed: Meters['window'] = { ...open, isOpen: false };

test('while the window is open the reading comes before the debt', () => {
  expect(nextStep(indebted, { meters: [meter], window: open })).toEqual({
    kind: 'reading',
    closesAt: '2026-12-02T11:00:00Z',
    owed: '432.50',
  });
});

test('one of two meters without a reading is enough to ask for it', () => {
  expect(nextStep(settled, { meters: [given, meter], window: open })).toMatchObject({
    kind: 'reading',
    owed: undefined,
  });
});

test('a zone without a value is still asked for', () => {
  const day = { ...register, zone: 'day' as const, currentValue: 160, currentDate: '2026-12-01' };
  const night = { ...register, zone: 'night' as const };
  const ofDay = { ...given, registers: [day, night] };
  const ofBoth = { ...given, registers: [day, { ...night, currentValue: 130, currentDate: '2026-12-01' }] };
  expect(nextStep(settled, { meters: [ofDay], window: open }).kind).toBe('reading');
  expect(nextStep(settled, { meters: [ofBoth], window: open }).kind).toBe('done');
});

test('a reading given before the window is asked for again in it, with the days that it leaves to the average', () => {
  expect(nextStep(settled, { meters: [givenOn('2026-11-22')], window: open })).toEqual({
    kind: 'reading',
    closesAt: '2026-12-02T11:00:00Z',
    owed: undefined,
    last: { date: '2026-11-22', days: 9 },
  });
  const byOperator = givenOn('2026-11-22');
  const standing = byOperator.standing && { ...byOperator.standing, correctable: false };
  expect(nextStep(settled, { meters: [{ ...byOperator, standing }], window: open })).not.toHaveProperty(
    'last',
  );
});

test('outside the window a reading of the month is enough', () => {
  expect(nextStep(settled, { meters: [givenOn('2026-11-22')], window: closed })).toMatchObject({
    kind: 'done',
    readingGiven: true,
  });
});

test('with the reading given the debt is next', () => {
  expect(nextStep(indebted, { meters: [given], window: open })).toEqual({ kind: 'pay', sum: '432.50' });
});

test('a violation act comes last, and is not forgotten when nothing else is left', () => {
  const act = { number: 'A-1', date: '2026-09-12', sum: '3180.40', due: null };
  const debetAct = { items: [act] };
  expect(nextStep({ ...settled, debetAct }, { meters: [given], window: open })).toEqual({
    kind: 'payAct',
    act,
  });
  expect(nextStep({ ...indebted, debetAct }, { meters: [given], window: open }).kind).toBe('pay');
});

test('a person is never asked for a reading that their meter can’t take', () => {
  expect(nextStep(indebted, { meters: [blocked], window: open }).kind).toBe('pay');
  expect(nextStep(settled, { meters: [blocked], window: open })).toMatchObject({
    kind: 'done',
    readingGiven: false,
  });
});

test('where no meter takes a reading the reason is told, and no window is waited for', () => {
  expect(nextStep(settled, { meters: [blocked], window: closed })).toEqual({
    kind: 'done',
    readingGiven: false,
    opensOn: undefined,
    blocked: 'У підстанції.',
  });
  expect(nextStep(settled, { meters: [], window: closed })).toMatchObject({ opensOn: undefined });
});

test('where readings are taken in the window alone, home says when it opens, and asks for the reading then', () => {
  expect(nextStep(settled, { meters: [blockedTill], window: closed })).toEqual({
    kind: 'done',
    readingGiven: false,
    opensOn: '2026-11-29',
    blocked: undefined,
  });
  expect(nextStep(settled, { meters: [meter], window: open }).kind).toBe('reading');
});

test('an account that is blocked waits for no window, though the code is the same', () => {
  const account = { ...blockedTill, blocked: { ...blockedTill.blocked, opensOn: null } } as Meter;
  expect(nextStep(settled, { meters: [account], window: closed })).toMatchObject({
    opensOn: undefined,
    blocked: 'Заблоковано.',
  });
});

test('one meter of two that takes readings is enough to wait for the window', () => {
  expect(nextStep(settled, { meters: [blocked, meter], window: closed })).toMatchObject({
    opensOn: '2026-11-29',
    blocked: undefined,
  });
});

test('with the window closed and nothing owed all is done until it opens', () => {
  expect(nextStep(settled, { meters: [meter], window: closed })).toEqual({
    kind: 'done',
    readingGiven: false,
    opensOn: '2026-11-29',
  });
});

test.each(['0', '0.00', '', '00.0'])('"%s" is no debt', (debet) => {
  expect(nextStep({ ...settled, debet }, { meters: [given], window: open }).kind).toBe('done');
});
