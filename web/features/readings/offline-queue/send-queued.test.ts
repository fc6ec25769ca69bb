import { beforeEach, expect, test, vi } from 'vitest';
import type { OutputOf } from '#contract/define-call.ts';
import type { submitReading } from '#contract/readings.ts';
import type { Instant } from '#domain/time/instant.ts';
import type { ApiResult } from '#web/lib/api.ts';
import { localFailure } from '#web/lib/api-failure.ts';
import type { QueuedReading } from './queued-reading.ts';
import { sendQueued } from './send-queued.ts';

/** The readings on the device. */
let stored: Map<string, QueuedReading>;
let owner: string | undefined;
let now: number;

const device = vi.hoisted(() => ({ sendReading: vi.fn(), sendPhoto: vi.fn() }));

vi.mock('../api.ts', () => device);
vi.mock('#web/lib/clock.ts', () => ({ deviceNow: () => now as Instant }));
vi.mock('#web/offline/with-web-lock.ts', () => ({
  withWebLock: (_name: string, _how: object, work: () => Promise<unknown>) => work(),
}));
vi.mock('#web/offline/device-queue.ts', async (original) => ({
  ...(await original<object>()),
  ownerNow: () => owner,
}));
vi.mock('./queue-sync.ts', () => ({ queueChanged: async () => undefined }));
vi.mock('./queue-storage.ts', () => ({
  listQueued: async (of: string) => [...stored.values()].filter((reading) => reading.owner === of),
  updateQueued: async (id: string, changes: object) => {
    const reading = stored.get(id);
    if (reading) stored.set(id, { ...reading, ...changes });
    return stored.get(id);
  },
}));

const queued: QueuedReading = {
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
  stored = new Map([[queued.id, queued]]);
  owner = 'olena';
  now = Date.parse('2026-12-01T08:00:00Z');
  device.sendReading.mockReset().mockResolvedValue(taken);
  device.sendPhoto.mockReset().mockResolvedValue({ ok: true, data: { photoId: 'p-1' } });
});

const answer = () => stored.get('r-1')?.answer;

test('sendQueued sends the id and the time of the reading and keeps its receipt', async () => {
  await sendQueued();
  expect(device.sendReading).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ requestId: 'r-1', takenAt: queued.takenAt, values: { single: '21400' } }),
  );
  expect(answer()).toMatchObject({ kind: 'taken', receipt: { number: '1' } });
  await sendQueued();
  expect(device.sendReading).toHaveBeenCalledTimes(1);
});

test('sendQueued sends the photo first and once, and the reading refers to it', async () => {
  stored.set('r-1', { ...queued, photo: { requestId: 'f-1', content: new Uint8Array([1]).buffer } });
  device.sendReading.mockResolvedValueOnce(failed(0, 'common.network'));
  await sendQueued();
  await sendQueued();
  const sent = { account: '2390001112', requestId: 'f-1', photo: expect.any(Blob) };
  expect(device.sendPhoto).toHaveBeenCalledExactlyOnceWith(sent);
  expect(device.sendReading.mock.calls.map(([{ photoId }]) => photoId)).toEqual(['p-1', 'p-1']);
  expect(stored.get('r-1')?.photo).toBeUndefined();
});

test.each([
  [429, 'common.tooManyRequests'],
  [503, 'common.busy'],
])('sendQueued keeps a reading queued when its photo is refused with %i %s', async (status, code) => {
  const photo = { requestId: 'f-1', content: new Uint8Array([1]).buffer };
  stored.set('r-1', { ...queued, photo });
  device.sendPhoto.mockResolvedValueOnce(failed(status, code));
  await sendQueued();
  expect(device.sendReading).not.toHaveBeenCalled();
  expect(stored.get('r-1')).toEqual({ ...queued, photo });
  await sendQueued();
  expect(device.sendPhoto.mock.calls.map(([{ requestId }]) => requestId)).toEqual(['f-1', 'f-1']);
  expect(answer()).toMatchObject({ kind: 'taken' });
});

test('sendQueued keeps a reading queued through maintenance with what the server says of it, and sends it after', async () => {
  device.sendReading.mockResolvedValueOnce(failed(503, 'common.restoredSoon'));
  await sendQueued();
  expect(stored.get('r-1')).toEqual({ ...queued, tried: true, waitsFor: 'common.restoredSoon' });
  await sendQueued();
  expect(device.sendReading.mock.calls.map(([{ requestId }]) => requestId)).toEqual(['r-1', 'r-1']);
  expect(answer()).toMatchObject({ kind: 'taken' });
});

test.each([
  [0, 'common.network'],
  [401, 'common.sessionEnded'],
  [403, 'common.forbidden'],
  [429, 'common.tooManyRequests'],
  [500, 'readings.readingFailed'],
  [503, 'common.serviceDown'],
])('sendQueued keeps a reading queued with the same id after %i %s', async (status, code) => {
  device.sendReading.mockResolvedValueOnce(failed(status, code));
  await sendQueued();
  expect(stored.get('r-1')).toEqual({ ...queued, tried: true });
  await sendQueued();
  expect(device.sendReading.mock.calls.map(([{ requestId }]) => requestId)).toEqual(['r-1', 'r-1']);
});

test.each([
  [409, 'readings.alreadySubmitted', undefined, 'refused'],
  [404, 'common.notFound', undefined, 'refused'],
  [422, 'common.deviceClock', undefined, 'refused'],
  [422, 'readings.deviation', { kind: 'needsConfirmation', registers: [] }, 'confirm'],
  [422, 'readings.valueTooLarge', { kind: 'refused', registers: [] }, 'photo'],
  [422, 'readings.lowerThanPrevious', { kind: 'refused', registers: [] }, 'photo'],
  [422, 'readings.personInputBlocked', { kind: 'blocked', registers: [] }, 'refused'],
] as const)('sendQueued stores the refusal %i %s as the answer', async (status, code, details, kind) => {
  device.sendReading.mockResolvedValueOnce(failed(status, code, details));
  await sendQueued();
  expect(answer()).toMatchObject({ kind });
  await sendQueued();
  expect(device.sendReading).toHaveBeenCalledTimes(1);
});

test('sendQueued ends with the refusal of a photo before the reading is sent', async () => {
  stored.set('r-1', { ...queued, photo: { requestId: 'f-1', content: new ArrayBuffer(1) } });
  device.sendPhoto.mockResolvedValueOnce(failed(422, 'readings.photoRefused'));
  await sendQueued();
  expect(answer()).toMatchObject({ kind: 'refused', code: 'readings.photoRefused' });
  expect(device.sendReading).not.toHaveBeenCalled();
});

test('sendQueued sends nothing under another sign-in or without one', async () => {
  owner = 'petro';
  await sendQueued();
  owner = undefined;
  await sendQueued();
  expect(device.sendReading).not.toHaveBeenCalled();
  expect(stored.get('r-1')).toEqual(queued);
});

test('sendQueued does not send the reading when another user signs in while its photo is being sent', async () => {
  stored.set('r-1', { ...queued, photo: { requestId: 'f-1', content: new ArrayBuffer(1) } });
  device.sendPhoto.mockImplementationOnce(async () => {
    owner = 'petro';
    return { ok: true, data: { photoId: 'p-1' } };
  });
  await sendQueued();
  expect(device.sendReading).not.toHaveBeenCalled();
  expect(stored.get('r-1')).toMatchObject({ photoId: 'p-1', answer: undefined });
});

test('sendQueued asks the customer when the window of a reading has closed', async () => {
  now = queued.sendBefore ?? 0;
  await sendQueued();
  expect(answer()).toEqual({ kind: 'late' });
  expect(device.sendReading).not.toHaveBeenCalled();
});

test('sendQueued stops at a reading without an answer and continues after a refusal', async () => {
  stored.set('r-2', { ...queued, id: 'r-2', meterId: 'm-2' });
  device.sendReading.mockResolvedValueOnce(failed(0, 'common.network'));
  await sendQueued();
  expect(device.sendReading).toHaveBeenCalledTimes(1);
  device.sendReading.mockResolvedValueOnce(failed(409, 'readings.alreadySubmitted'));
  await sendQueued();
  expect(stored.get('r-2')?.answer).toMatchObject({ kind: 'taken' });
});
