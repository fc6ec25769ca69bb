import { localFailure } from '#web/lib/api-failure.ts';
import { currentSession } from '#web/session/session-store.ts';
import type { Draft, DraftAction } from './draft.ts';
import type { MeterData, WindowData } from './reading-types.ts';
import { sendBefore } from './waiting/send-before.ts';

interface ReadingToKeep extends Pick<Draft, 'values' | 'confirmed' | 'photoId' | 'keptPhoto'> {
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
 * Keeps a reading on the device until the network is back. What can't be kept stays in the form, and the words say why.
 * Answers what becomes of the draft.
 */
export async function letWait(reading: ReadingToKeep): Promise<DraftAction> {
  const { meter, window, requestId, keptPhoto, ...rest } = reading;
  const owner = currentSession().session?.userId;
  const code =
    owner === undefined ? undefined : await import('./waiting/waiting-actions.ts').catch(() => undefined);
  if (owner === undefined || !code) return failed(localFailure('common.network').message);
  const kept = await code.wait({
    ...rest,
    id: requestId,
    owner,
    meterId: meter.meterId,
    serialNumber: meter.serialNumber,
    photo: keptPhoto,
    sendBefore: sendBefore(window),
    answer: undefined,
  });
  return kept === 'kept' ? { type: 'waits' } : failed(code.waitingText[kept]);
}

function failed(message: string): DraftAction {
  return { type: 'hindered', hindrance: { kind: 'failed', message, offline: true }, answered: false };
}
