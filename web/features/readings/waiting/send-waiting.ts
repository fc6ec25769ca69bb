import type { Instant } from '#domain/time/instant.ts';
import type { ApiFailure } from '#web/lib/api-failure.ts';
import { deviceNow } from '#web/lib/clock.ts';
import { exclusively } from '#web/offline/exclusively.ts';
import { sendPhoto, sendReading } from '../api.ts';
import { hindranceOf } from '../hindrance-of.ts';
import { toBase64 } from '../photo.ts';
import { changeWaiting, listWaiting } from './waiting-queue.ts';
import type { WaitingAnswer, WaitingReading } from './waiting-reading.ts';
import { ownerNow, waitingChanged } from './waiting-sync.ts';

/** Whoever sends, edits or takes back what waits holds this lock. */
export const WAITING_LOCK = 'svitlo.readings-waiting';

let running: Promise<void> | undefined;
let wanted = false;

/**
 * Sends what waits, one after another, from one tab at a time. An answer ends the waiting of a reading; no answer, a
 * fault or a session that is over leaves it waiting, with the same request id.
 */
export function sendWaiting(): Promise<void> {
  wanted = true;
  running ??= sendWhileWanted().finally(() => {
    running = undefined;
  });
  return running;
}

/** What was added while others were sent is sent too. */
async function sendWhileWanted(): Promise<void> {
  while (wanted) {
    wanted = false;
    await exclusively(WAITING_LOCK, { wait: true }, sendAll);
  }
}

async function sendAll(): Promise<void> {
  const owner = ownerNow();
  if (owner === undefined) return;
  for (const reading of await listWaiting(owner)) {
    if (reading.answer !== undefined) continue;
    const goesOn = await sendOne(reading);
    await waitingChanged();
    if (!goesOn) return;
  }
}

/** Whether the next one may be tried. */
async function sendOne(reading: WaitingReading): Promise<boolean> {
  if (isLate(reading, deviceNow())) {
    await changeWaiting(reading.id, { answer: { kind: 'late' } });
    return true;
  }
  const photoId = reading.photoId ?? (await storePhoto(reading));
  if (photoId === 'stop') return false;
  if (photoId === 'answered') return true;
  // Before it goes: a tab that is closed now must not forget that it may have arrived.
  const mayArrive = reading.tried || navigator.onLine !== false;
  const marked = await changeWaiting(reading.id, { tried: mayArrive });
  // The token is taken in the same turn in which the owner is looked at, so nothing goes under another sign-in.
  if (!marked || ownerNow() !== reading.owner) return false;
  const { account, meterId, values, confirmed, takenAt, correctionReason, id } = reading;
  const result = await sendReading({
    account,
    meterId,
    values,
    confirmed,
    photoId: photoId ?? undefined,
    takenAt,
    requestId: id,
    correctionReason,
  });
  if (result.ok) {
    const { outcome, receipt } = result.data;
    const answer = { kind: 'taken', outcome, receipt, answeredAt: deviceNow() } as const;
    await changeWaiting(id, { answer, photo: undefined });
    return true;
  }
  const answer = answerOf(result.failure);
  if (answer) await changeWaiting(id, { answer });
  return answer !== undefined;
}

export function isLate({ sendBefore }: Pick<WaitingReading, 'sendBefore'>, now: Instant): boolean {
  return sendBefore !== undefined && now >= sendBefore;
}

/** What a failure says of the reading; undefined: nothing, it goes on waiting. */
export function answerOf(failure: ApiFailure): WaitingAnswer | undefined {
  const { hindrance } = hindranceOf(failure);
  if (hindrance.kind === 'failed') return undefined;
  return hindrance;
}

/** Hands the photo in first; null: there is none. */
async function storePhoto(reading: WaitingReading): Promise<string | null | 'stop' | 'answered'> {
  const { photo, account, id, owner } = reading;
  if (!photo) return null;
  const content = await toBase64(new Blob([photo.content]));
  if (ownerNow() !== owner) return 'stop';
  const result = await sendPhoto({ account, requestId: photo.requestId, content });
  if (result.ok) {
    const { photoId } = result.data;
    await changeWaiting(id, { photoId, photo: undefined });
    return photoId;
  }
  const answer = answerOf(result.failure);
  if (!answer) return 'stop';
  await changeWaiting(id, { answer });
  return 'answered';
}
