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
  registers: [],
  blocked: null,
  standing: null,
};
const given: Meter = {
  ...meter,
  standing: {
    receiptNumber: 'R-1',
    submittedAt: '2026-11-30T10:00:00Z',
    effectiveDate: '2026-12-01',
    state: 'accepted',
    values: {},
    totalKwh: 120,
    sum: null,
    correctable: true,
  },
};
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
  const registers = (['day', 'night'] as const).map((zone) => ({
    zone,
    previousValue: 100,
    previousDate: '2026-11-01',
    currentValue: null,
  }));
  const ofDay = {
    ...given,
    registers,
    standing: given.standing && { ...given.standing, values: { day: 160 } },
  };
  const ofBoth = {
    ...ofDay,
    standing: ofDay.standing && { ...ofDay.standing, values: { day: 160, night: 130 } },
  };
  expect(nextStep(settled, { meters: [ofDay], window: open }).kind).toBe('reading');
  expect(nextStep(settled, { meters: [ofBoth], window: open }).kind).toBe('done');
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
