import { localFailure } from '#web/lib/api-failure.ts';
import { currentSession } from '#web/session/session-store.ts';
import type { Draft, DraftAction } from './draft.ts';
import { sendBefore } from './offline-queue/send-before.ts';
import type { MeterData, WindowData } from './reading-types.ts';

interface ReadingToQueue extends Pick<Draft, 'values' | 'confirmed' | 'photoId' | 'unsentPhoto'> {
  account: string;
  meter: MeterData;
  window: WindowData;
  correctionReason: string | undefined;
  requestId: string;
  takenAt: string;
  /** It may have reached the server. */
  tried: boolean;
}

/**
 * Stores a reading on the device until the network is back. If that fails it stays in the form with the reason.
 * Answers the action on the draft.
 */
export async function enqueueReading(reading: ReadingToQueue): Promise<DraftAction> {
  const { meter, window, requestId, unsentPhoto, ...rest } = reading;
  const owner = currentSession().session?.userId;
  const code =
    owner === undefined ? undefined : await import('./offline-queue/queue-actions.ts').catch(() => undefined);
  if (owner === undefined || !code) return failed(localFailure('common.network').message);
  const result = await code.enqueue({
    ...rest,
    id: requestId,
    owner,
    meterId: meter.meterId,
    serialNumber: meter.serialNumber,
    photo: unsentPhoto,
    sendBefore: sendBefore(window),
    answer: undefined,
  });
  return result === 'stored' ? { type: 'queued' } : failed(code.storeFailureText[result]);
}

function failed(message: string): DraftAction {
  return { type: 'rejected', submissionError: { kind: 'failed', message, offline: true }, answered: false };
}
