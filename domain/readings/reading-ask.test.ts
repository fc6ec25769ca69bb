import { expect, test } from 'vitest';
import { type AskFacts, readingAsk, zonesLeft, zonesToType } from './reading-ask.ts';

const window = {
  isOpen: true,
  opensOn: '2026-11-29',
  closesAt: '2026-12-02T11:00:00Z',
  effectiveDate: '2026-12-01',
};
const closed = { ...window, isOpen: false };
const because = (code: string, opensOn: string | null = null) => ({ code, message: code, opensOn });
const meter = (
  currentDate: string | null,
  blocked: AskFacts['meters'][number]['blocked'] = null,
): AskFacts['meters'][number] => ({
  blocked,
  registers: [{ zone: 'single', currentDate }],
  currentReading: currentDate === null ? null : { correctable: true },
});
const zones = (day: string | null, night: string | null): AskFacts['meters'][number] => ({
  ...meter(day ?? night),
  registers: [
    { zone: 'day', currentDate: day },
    { zone: 'night', currentDate: night },
  ],
});
const give = { kind: 'give', closesAt: '2026-12-02T11:00:00Z' };
const wait = { kind: 'wait', isRead: false, opensOn: '2026-11-29' };

test.each<[string, AskFacts['meters'], AskFacts['window'], unknown]>([
  ['nothing read, open window', [meter(null)], window, give],
  [
    'read in mid-month, open window',
    [meter('2026-11-22')],
    window,
    { ...give, last: { date: '2026-11-22', days: 9 } },
  ],
  ['read as of the 1st', [meter('2026-12-01')], window, { kind: 'wait', isRead: true, opensOn: undefined }],
  ['one of two meters not read', [meter('2026-12-01'), meter(null)], window, give],
  ['one of two zones read', [zones('2026-12-01', null)], window, { ...give, left: ['night'] }],
  [
    'one of two zones read, the other in mid-month',
    [zones('2026-12-01', '2026-11-28')],
    window,
    { ...give, left: ['night'] },
  ],
  [
    'both zones read in mid-month',
    [zones('2026-11-22', '2026-11-28')],
    window,
    { ...give, last: { date: '2026-11-22', days: 9 } },
  ],
  ['a zone of one of two meters not read', [zones('2026-12-01', null), meter(null)], window, give],
  [
    'both zones read',
    [zones('2026-12-01', '2026-12-01')],
    window,
    { kind: 'wait', isRead: true, opensOn: undefined },
  ],
  ['nothing read, shut window', [meter(null)], closed, wait],
  ['read in mid-month, shut window', [meter('2026-11-22')], closed, { ...wait, isRead: true }],
  ['company, shut window', [meter(null, because('readings.entityPeriodClosed', '2026-11-29'))], closed, wait],
  [
    'input blocked',
    [meter(null, because('readings.personInputBlocked'))],
    closed,
    { kind: 'sendPhoto', message: 'readings.personInputBlocked' },
  ],
  [
    'input blocked, the photo was entered',
    [meter('2026-12-01', because('readings.personInputBlocked'))],
    window,
    { kind: 'wait', isRead: true, opensOn: undefined },
  ],
  [
    'one of two meters in a substation, the other disconnected',
    [meter(null, because('readings.substation')), meter(null, because('readings.meterDisabled'))],
    window,
    { kind: 'closed', reason: { code: 'readings.meterDisabled', message: 'readings.meterDisabled' } },
  ],
  [
    'in a substation, open window',
    [meter(null, because('readings.substation'))],
    window,
    { kind: 'closed', reason: { code: 'readings.substation', message: 'readings.substation' } },
  ],
  [
    'read by the operator beside one that the customer has read',
    [meter(null, because('readings.takenByOperator')), meter('2026-12-01')],
    window,
    { kind: 'wait', isRead: true, opensOn: undefined },
  ],
  ['no meter', [], window, { kind: 'closed', reason: undefined }],
])('what can be done about readings: %s', (_, meters, of, ask) => {
  expect(readingAsk({ meters, window: of })).toEqual(ask);
});

const three = ['peak', 'halfPeak', 'night'] as const;

test.each([
  ['nothing typed', {}, []],
  ['the first typed', { peak: '100' }, ['halfPeak', 'night']],
  ['the last typed', { night: '100' }, ['peak', 'halfPeak']],
  ['two typed', { peak: '100', halfPeak: '200', night: ' ' }, ['night']],
  ['all typed', { peak: '100', halfPeak: '200', night: '300' }, []],
])('zonesToType of three, %s', (_, typed, left) => {
  expect(
    zonesToType(
      three.map((zone) => ({ zone })),
      typed,
    ),
  ).toEqual(left);
});

test.each([
  ['none read', [null, null, null], []],
  ['one read', ['2026-12-01', null, '2026-11-28'], ['halfPeak', 'night']],
  ['all read', ['2026-12-01', '2026-12-01', '2027-01-01'], []],
])('zonesLeft of three, %s', (_, dates, left) => {
  const registers = three.map((zone, index) => ({ zone, currentDate: dates[index] ?? null }));
  expect(zonesLeft(registers, '2026-12-01')).toEqual(left);
});
