import { expect, test } from 'vitest';
import {
  balanceFixture,
  meterFixture,
  registerFixture,
  windowFixture,
} from '#web/testing/fixtures/reading-fixture.ts';
import { nextStep } from './next-step-panel.tsx';

type Meters = Parameters<typeof nextStep>[1];
type Meter = Meters['meters'][number];

const settled = balanceFixture;
const indebted = { ...settled, debet: '432.50' };
const register = registerFixture;
const meter = meterFixture;
const givenOn = (day: string): Meter => ({
  ...meter,
  registers: [{ ...register, currentValue: 220, currentDate: day }],
  currentReading: {
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

const open = windowFixture;
const closed = { ...open, isOpen: false };

test('nextStep asks for a reading before a debt while the window is open', () =>
  expect(nextStep(indebted, { meters: [meter], window: open })).toEqual({
    kind: 'reading',
    closesAt: '2026-12-02T11:00:00.000Z',
    owed: '432.50',
  }));

test('nextStep asks for a reading when one of two meters has none', () =>
  expect(nextStep(settled, { meters: [given, meter], window: open })).toMatchObject({
    kind: 'reading',
    owed: undefined,
  }));

test('nextStep asks for a reading when a zone has no value', () => {
  const day = { ...register, zone: 'day' as const, currentValue: 160, currentDate: '2026-12-01' };
  const night = { ...register, zone: 'night' as const };
  const ofDay = { ...given, registers: [day, night] };
  const ofBoth = { ...given, registers: [day, { ...night, currentValue: 130, currentDate: '2026-12-01' }] };
  expect(nextStep(settled, { meters: [ofDay], window: open }).kind).toBe('reading');
  expect(nextStep(settled, { meters: [ofBoth], window: open }).kind).toBe('done');
});

test('nextStep asks again in the window for a reading given before it, with the number of days by average', () => {
  expect(nextStep(settled, { meters: [givenOn('2026-11-22')], window: open })).toEqual({
    kind: 'reading',
    closesAt: '2026-12-02T11:00:00.000Z',
    owed: undefined,
    last: { date: '2026-11-22', days: 9 },
  });
  const byOperator = givenOn('2026-11-22');
  const currentReading = byOperator.currentReading && { ...byOperator.currentReading, correctable: false };
  expect(nextStep(settled, { meters: [{ ...byOperator, currentReading }], window: open })).not.toHaveProperty(
    'last',
  );
});

test('nextStep accepts any reading of the month outside the window', () =>
  expect(nextStep(settled, { meters: [givenOn('2026-11-22')], window: closed })).toMatchObject({
    kind: 'done',
    readingGiven: true,
  }));

test('nextStep is the debt once the reading is given', () =>
  expect(nextStep(indebted, { meters: [given], window: open })).toEqual({ kind: 'pay', sum: '432.50' }));

test('nextStep is a violation act when nothing else is left', () => {
  const act = { number: 'A-1', date: '2026-09-12', sum: '3180.40', unpaid: '3180.40', due: null };
  const debetAct = { items: [act] };
  const step = nextStep({ ...settled, debetAct }, { meters: [given], window: open });
  expect(step).toEqual({ kind: 'payAct', act });
  expect(nextStep({ ...indebted, debetAct }, { meters: [given], window: open }).kind).toBe('pay');
});

test("nextStep never asks for a reading that the meter can't take", () => {
  expect(nextStep(indebted, { meters: [blocked], window: open }).kind).toBe('pay');
  const step = nextStep(settled, { meters: [blocked], window: open });
  expect(step).toMatchObject({ kind: 'done', readingGiven: false });
});

test('nextStep gives the reason and no window when no meter takes a reading', () => {
  expect(nextStep(settled, { meters: [blocked], window: closed })).toEqual({
    kind: 'done',
    readingGiven: false,
    opensOn: undefined,
    blocked: { code: 'readings.substation', message: 'У підстанції.' },
  });
  expect(nextStep(settled, { meters: [], window: closed })).toMatchObject({ opensOn: undefined });
});

test('nextStep names the opening of the window when readings are taken only in it, and asks for the reading then', () => {
  expect(nextStep(settled, { meters: [blockedTill], window: closed })).toEqual({
    kind: 'done',
    readingGiven: false,
    opensOn: '2026-11-29',
    blocked: undefined,
  });
  expect(nextStep(settled, { meters: [meter], window: open }).kind).toBe('reading');
});

test('nextStep names no window for a blocked account with the same code', () => {
  const account = { ...blockedTill, blocked: { ...blockedTill.blocked, opensOn: null } } as Meter;
  expect(nextStep(settled, { meters: [account], window: closed })).toEqual({
    kind: 'sendPhoto',
    owed: undefined,
    message: 'Заблоковано.',
  });
});

test('nextStep names the window when one of two meters takes readings', () =>
  expect(nextStep(settled, { meters: [blocked, meter], window: closed })).toMatchObject({
    opensOn: '2026-11-29',
    blocked: undefined,
  }));

test('nextStep is done until the window opens when nothing is owed', () =>
  expect(nextStep(settled, { meters: [meter], window: closed })).toEqual({
    kind: 'done',
    readingGiven: false,
    opensOn: '2026-11-29',
  }));

test.each(['0', '0.00', '', '00.0'])('nextStep treats "%s" as no debt', (debet) =>
  expect(nextStep({ ...settled, debet }, { meters: [given], window: open }).kind).toBe('done'),
);

test('nextStep puts the photo before a debt in the window and after it otherwise', () => {
  const photo = { ...meter, blocked: { ...blockedTill.blocked, opensOn: null } } as Meter;
  const step = nextStep(indebted, { meters: [photo], window: open });
  expect(step).toMatchObject({ kind: 'sendPhoto', owed: '432.50' });
  expect(nextStep(indebted, { meters: [photo], window: closed }).kind).toBe('pay');
});
