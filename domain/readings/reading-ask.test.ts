import { expect, test } from 'vitest';
import { type AskFacts, readingAsk } from './reading-ask.ts';

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
  registers: [{ currentDate }],
  currentReading: currentDate === null ? null : { correctable: true },
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
