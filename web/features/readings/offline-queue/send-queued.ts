import type { Instant } from '#domain/time/instant.ts';
import type { ApiFailure } from '#web/lib/api-failure.ts';
import { deviceNow } from '#web/lib/clock.ts';
import { oneTabAtATime, ownerNow } from '#web/offline/device-queue.ts';
import { sendPhoto, sendReading } from '../api.ts';
import { maintenanceIn, toSubmissionError } from '../meter/to-submission-error.ts';
import { listQueued, updateQueued } from './queue-storage.ts';
import { queueChanged } from './queue-sync.ts';
import type { QueuedAnswer, QueuedReading } from './queued-reading.ts';

/** The lock held to send, edit or withdraw queued readings. */
export const QUEUE_LOCK = 'svitlo.readings-waiting';

/**
 * Sends the queue in order, from one tab at a time. An answer ends the waiting of a reading; no answer, a fault or an
 * ended session leaves it queued with the same request id.
 */
export const sendQueued = oneTabAtATime(QUEUE_LOCK, sendAll);

async function sendAll(): Promise<void> {
  const owner = ownerNow();
  if (owner === undefined) return;
  for (const reading of await listQueued(owner)) {
    if (reading.answer !== undefined) continue;
    const canContinue = await sendOne(reading);
    await queueChanged();
    if (!canContinue) return;
  }
}

/** Answers whether the next one may be tried. */
async function sendOne(reading: QueuedReading): Promise<boolean> {
  if (isLate(reading, deviceNow())) {
    await updateQueued(reading.id, { answer: { kind: 'late' } });
    return true;
  }
  const photoId = reading.photoId ?? (await storePhoto(reading));
  if (photoId === 'stop') return false;
  if (photoId === 'answered') return true;
  // Stored before sending: if the tab is closed now, the reading may have arrived.
  const mayArrive = reading.tried || navigator.onLine !== false;
  const marked = await updateQueued(reading.id, { tried: mayArrive });
  // The token is read in the same tick in which the owner is checked, so that nothing is sent under another sign-in.
  if (!marked || ownerNow() !== reading.owner) return false;
  const { account, meterId, values, confirmed, takenAt, correctionReason, id } = reading;
  const result = await sendReading({
    account,
    meterId,
    values,
    confirmed: [...confirmed],
    photoId: photoId ?? undefined,
    takenAt,
    requestId: id,
    reason: correctionReason,
  });
  if (result.ok) {
    const { outcome, receipt } = result.data;
    const answer = { kind: 'taken', outcome, receipt, answeredAt: deviceNow() } as const;
    await updateQueued(id, { answer, photo: undefined });
    return true;
  }
  const answer = answerOf(result.failure);
  await updateQueued(id, answer ? { answer } : { waitsFor: maintenanceIn(result.failure) });
  return answer !== undefined;
}

function isLate({ sendBefore }: Pick<QueuedReading, 'sendBefore'>, now: Instant): boolean {
  return sendBefore !== undefined && now >= sendBefore;
}

/** The answer in a failure; undefined: none, the reading stays queued. */
function answerOf(failure: ApiFailure): QueuedAnswer | undefined {
  const { submissionError } = toSubmissionError(failure);
  if (submissionError.kind === 'failed') return undefined;
  return submissionError;
}

/** Sends the photo first; null: there is none. */
async function storePhoto(reading: QueuedReading): Promise<string | null | 'stop' | 'answered'> {
  const { photo, account, id, owner } = reading;
  if (!photo) return null;
  if (ownerNow() !== owner) return 'stop';
  const { requestId, content } = photo;
  const result = await sendPhoto({ account, requestId, photo: new Blob([content]) });
  if (result.ok) {
    const { photoId } = result.data;
    await updateQueued(id, { photoId, photo: undefined });
    return photoId;
  }
  const answer = answerOf(result.failure);
  if (!answer) {
    await updateQueued(id, { waitsFor: maintenanceIn(result.failure) });
    return 'stop';
  }
  await updateQueued(id, { answer });
  return 'answered';
}
