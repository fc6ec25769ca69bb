import { beforeEach, expect, test, vi } from 'vitest';
import type { OutputOf } from '#contract/define-call.ts';
import type { submitReading } from '#contract/readings.ts';
import type { Instant } from '#domain/time/instant.ts';
import type { ApiResult } from '#web/lib/api.ts';
import { localFailure } from '#web/lib/api-failure.ts';
import { sendWaiting } from './send-waiting.ts';
import type { WaitingReading } from './waiting-reading.ts';

/** What is on the device. */
let kept: Map<string, WaitingReading>;
let owner: string | undefined;
let now: number;

const device = vi.hoisted(() => ({ sendReading: vi.fn(), sendPhoto: vi.fn() }));

vi.mock('../api.ts', () => device);
vi.mock('#web/lib/clock.ts', () => ({ deviceNow: () => now as Instant }));
vi.mock('#web/offline/exclusively.ts', () => ({
  exclusively: (_name: string, _how: object, work: () => Promise<unknown>) => work(),
}));
vi.mock('./waiting-sync.ts', () => ({ ownerNow: () => owner, waitingChanged: async () => undefined }));
vi.mock('./waiting-queue.ts', () => ({
  listWaiting: async (of: string) => [...kept.values()].filter((reading) => reading.owner === of),
  changeWaiting: async (id: string, changes: object) => {
    const reading = kept.get(id);
    if (reading) kept.set(id, { ...reading, ...changes });
    return kept.get(id);
  },
}));

const waiting: WaitingReading = {
  id: 'r-1',
  owner: 'olena',
  account: '2390001112',
  meterId: 'm-1',
  serialNumber: '10063014',
  values: { single: '21400' },
  confirmed: [],
  correctionReason: undefined,
  photo: undefined,
  photoId: undefined,
  takenAt: '2026-11-30T09:00:00.000Z',
  sendBefore: Date.parse('2026-12-02T11:00:00Z'),
  tried: false,
  answer: undefined,
};

const taken = { ok: true, data: { outcome: { kind: 'accepted' }, receipt: { number: '1' } } };
type Result = ApiResult<OutputOf<typeof submitReading>>;
const failed = (httpStatus: number, code: string, details?: unknown): Result => ({
  ok: false,
  failure: { ...localFailure('common.unexpected', httpStatus), code, message: code, details },
});

beforeEach(() => {
  kept = new Map([[waiting.id, waiting]]);
  owner = 'olena';
  now = Date.parse('2026-12-01T08:00:00Z');
  device.sendReading.mockReset().mockResolvedValue(taken);
  device.sendPhoto.mockReset().mockResolvedValue({ ok: true, data: { photoId: 'p-1' } });
});

const answer = () => kept.get('r-1')?.answer;

test('what waits is sent with its own id and the time it was taken, and its receipt is kept', async () => {
  await sendWaiting();
  expect(device.sendReading).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ requestId: 'r-1', takenAt: waiting.takenAt, values: { single: '21400' } }),
  );
  expect(answer()).toMatchObject({ kind: 'taken', receipt: { number: '1' } });
  await sendWaiting();
  expect(device.sendReading).toHaveBeenCalledTimes(1);
});

test('the photo goes first, once, and the reading names it', async () => {
  kept.set('r-1', { ...waiting, photo: { requestId: 'f-1', content: new Uint8Array([1]).buffer } });
  device.sendReading.mockResolvedValueOnce(failed(0, 'common.network'));
  await sendWaiting();
  await sendWaiting();
  expect(device.sendPhoto).toHaveBeenCalledExactlyOnceWith({
    account: '2390001112',
    requestId: 'f-1',
    content: 'AQ==',
  });
  expect(device.sendReading.mock.calls.map(([{ photoId }]) => photoId)).toEqual(['p-1', 'p-1']);
  expect(kept.get('r-1')?.photo).toBeUndefined();
});

test.each([
  [429, 'common.tooManyRequests'],
  [503, 'common.busy'],
])('a photo that %i %s refuses goes on waiting with its reading', async (status, code) => {
  const photo = { requestId: 'f-1', content: new Uint8Array([1]).buffer };
  kept.set('r-1', { ...waiting, photo });
  device.sendPhoto.mockResolvedValueOnce(failed(status, code));
  await sendWaiting();
  expect(device.sendReading).not.toHaveBeenCalled();
  expect(kept.get('r-1')).toEqual({ ...waiting, photo });
  await sendWaiting();
  expect(device.sendPhoto.mock.calls.map(([{ requestId }]) => requestId)).toEqual(['f-1', 'f-1']);
  expect(answer()).toMatchObject({ kind: 'taken' });
});

test.each([
  [0, 'common.network'],
  [401, 'common.sessionEnded'],
  [403, 'common.forbidden'],
  [429, 'common.tooManyRequests'],
  [500, 'readings.readingFailed'],
  [503, 'common.serviceDown'],
])('%i %s is no answer: it goes on waiting, with the same id', async (status, code) => {
  device.sendReading.mockResolvedValueOnce(failed(status, code));
  await sendWaiting();
  expect(kept.get('r-1')).toEqual({ ...waiting, tried: true });
  await sendWaiting();
  expect(device.sendReading.mock.calls.map(([{ requestId }]) => requestId)).toEqual(['r-1', 'r-1']);
});

test.each([
  [409, 'readings.alreadySubmitted', undefined, 'refused'],
  [404, 'common.notFound', undefined, 'refused'],
  [422, 'common.deviceClock', undefined, 'refused'],
  [422, 'readings.deviation', { kind: 'needsConfirmation', registers: [] }, 'confirm'],
  [422, 'readings.valueTooLarge', { kind: 'refused', registers: [] }, 'photo'],
  [422, 'readings.lowerThanPrevious', { kind: 'refused', registers: [] }, 'refused'],
  [422, 'readings.personInputBlocked', { kind: 'blocked', registers: [] }, 'refused'],
] as const)('%i %s ends the waiting and is told', async (status, code, details, kind) => {
  device.sendReading.mockResolvedValueOnce(failed(status, code, details));
  await sendWaiting();
  expect(answer()).toMatchObject({ kind });
  await sendWaiting();
  expect(device.sendReading).toHaveBeenCalledTimes(1);
});

test('a photo that is refused ends the waiting before the reading is sent', async () => {
  kept.set('r-1', { ...waiting, photo: { requestId: 'f-1', content: new ArrayBuffer(1) } });
  device.sendPhoto.mockResolvedValueOnce(failed(422, 'readings.photoRefused'));
  await sendWaiting();
  expect(answer()).toMatchObject({ kind: 'refused', code: 'readings.photoRefused' });
  expect(device.sendReading).not.toHaveBeenCalled();
});

test('nothing is sent under another sign-in, nor without one', async () => {
  owner = 'petro';
  await sendWaiting();
  owner = undefined;
  await sendWaiting();
  expect(device.sendReading).not.toHaveBeenCalled();
  expect(kept.get('r-1')).toEqual(waiting);
});

test('who signs in while a photo is on its way does not send the reading of the one before', async () => {
  kept.set('r-1', { ...waiting, photo: { requestId: 'f-1', content: new ArrayBuffer(1) } });
  device.sendPhoto.mockImplementationOnce(async () => {
    owner = 'petro';
    return { ok: true, data: { photoId: 'p-1' } };
  });
  await sendWaiting();
  expect(device.sendReading).not.toHaveBeenCalled();
  expect(kept.get('r-1')).toMatchObject({ photoId: 'p-1', answer: undefined });
});

test('when its window has passed the customer is asked instead', async () => {
  now = waiting.sendBefore ?? 0;
  await sendWaiting();
  expect(answer()).toEqual({ kind: 'late' });
  expect(device.sendReading).not.toHaveBeenCalled();
});

test('one that gets no answer holds up the others; one that is refused does not', async () => {
  kept.set('r-2', { ...waiting, id: 'r-2', meterId: 'm-2' });
  device.sendReading.mockResolvedValueOnce(failed(0, 'common.network'));
  await sendWaiting();
  expect(device.sendReading).toHaveBeenCalledTimes(1);
  device.sendReading.mockResolvedValueOnce(failed(409, 'readings.alreadySubmitted'));
  await sendWaiting();
  expect(kept.get('r-2')?.answer).toMatchObject({ kind: 'taken' });
});
