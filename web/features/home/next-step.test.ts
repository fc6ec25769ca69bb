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
const substation = { code: 'readings.substation', message: 'У підстанції.' } as const;
const blocked: Meter = { ...meter, blocked: { ...substation, opensOn: null } };
const blockedTill: Meter = {
  ...meter,
  blocked: { code: 'readings.personInputBlocked', message: 'Заблоковано.', opensOn: '2026-11-29' },
};

const open = windowFixture;
const closed = { ...open, isOpen: false };

const day = { ...register, zone: 'day' as const, currentValue: 160, currentDate: '2026-12-01' };
const night = { ...register, zone: 'night' as const };
const ofDay = { ...given, registers: [day, night] };
const ofBoth = { ...given, registers: [day, { ...night, currentValue: 130, currentDate: '2026-12-01' }] };
const early = givenOn('2026-11-22');
const earlyReading = early.currentReading && { ...early.currentReading, correctable: false };
const byOperator: Meter = { ...early, currentReading: earlyReading };
const photo = { ...meter, blocked: { ...blockedTill.blocked, opensOn: null } } as Meter;
const act = { number: 'A-1', date: '2026-09-12', sum: '3180.40', unpaid: '3180.40', due: null };
const withAct = { ...settled, debetAct: { items: [act] } };

const asks = { kind: 'reading', closesAt: '2026-12-02T11:00:00.000Z' };
const last = { date: '2026-11-22', days: 9 };
const pay = { kind: 'pay', sum: '432.50' };
const nothing = { kind: 'done', readingGiven: false };
const opensOn = '2026-11-29';
const taken = { kind: 'done', readingGiven: true, opensOn };
const later = { ...nothing, opensOn };
const refused = { ...nothing, blocked: substation };
const sendPhoto = { kind: 'sendPhoto', message: 'Заблоковано.' };

/** The balance, the meters and the window that it is made of, and the step. */
test.each<[string, Parameters<typeof nextStep>[0], Meter[], typeof open, object]>([
  ['asks for a reading before a debt in the window', indebted, [meter], open, { ...asks, owed: '432.50' }],
  ['asks for a reading when one of two meters has none', settled, [given, meter], open, asks],
  ['asks for a reading when a zone has none', settled, [ofDay], open, { ...asks, left: ['night'] }],
  ['is done when each zone has a reading', settled, [ofBoth], open, { ...taken, opensOn: undefined }],
  ['asks again for one given before, with its days by average', settled, [early], open, { ...asks, last }],
  ['asks again for one of the operator without its days', settled, [byOperator], open, asks],
  ['accepts any reading of the month outside the window', settled, [early], closed, taken],
  ['is the debt once the reading is given', indebted, [given], open, pay],
  ['is a violation act when nothing else is left', withAct, [given], open, { kind: 'payAct', act }],
  ['is the debt before a violation act', { ...withAct, debet: '432.50' }, [given], open, pay],
  ["never asks for a reading that the meter can't take", indebted, [blocked], open, pay],
  ['is done in the window when no meter takes a reading', settled, [blocked], open, refused],
  ['gives the reason when no meter takes a reading', settled, [blocked], closed, refused],
  ['names no window without a meter', settled, [], closed, nothing],
  ['names the window in which alone readings are taken', settled, [blockedTill], closed, later],
  ['asks for the reading once the window is open', settled, [meter], open, asks],
  ['names no window for a blocked account of the same code', settled, [photo], closed, sendPhoto],
  ['names the window when one of two meters takes readings', settled, [blocked, meter], closed, later],
  ['is done until the window opens when nothing is owed', settled, [meter], closed, later],
  ['puts a photo before a debt in the window', indebted, [photo], open, { ...sendPhoto, owed: '432.50' }],
  ['puts a debt before a photo otherwise', indebted, [photo], closed, pay],
])('nextStep %s', (_, balance, meters, window, step) =>
  expect(nextStep(balance, { meters, window })).toEqual(step),
);

test.each(['0', '0.00', '', '00.0'])('nextStep treats "%s" as no debt', (debet) =>
  expect(nextStep({ ...settled, debet }, { meters: [given], window: open }).kind).toBe('done'),
);
