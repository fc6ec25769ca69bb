import { deviceNow } from '#web/lib/clock.ts';
import { newRequestId } from '#web/lib/request-id.ts';
import { withWebLock } from '#web/offline/with-web-lock.ts';
import { listQueued, removeQueued, replaceQueued, type StoreResult, storeQueued } from './queue-storage.ts';
import { queueChanged } from './queue-sync.ts';
import type { QueuedReading } from './queued-reading.ts';
import { QUEUE_LOCK, sendQueued } from './send-queued.ts';
import { text } from './text.ts';

/** Stores a reading on the device until it can be sent, and tries at once: the network may be back. */
export async function enqueue(reading: QueuedReading): Promise<StoreResult> {
  const result = await storeQueued(reading);
  if (result !== 'stored' && result !== 'other') return result;
  // Asks for persistent storage: otherwise the browser may clear it when the disk is full.
  navigator.storage?.persist?.().catch(() => undefined);
  await queueChanged();
  sendQueued().catch(() => undefined);
  return result;
}

/** Why a reading could not be stored, in words. */
export const storeFailureText: Readonly<Record<Exclude<StoreResult, 'stored'>, string>> = text;

/** Removes a queued reading, to edit it or not to send it; undefined: it is being sent now, or is gone. */
export async function withdraw({ id, owner }: QueuedReading): Promise<QueuedReading | undefined> {
  const withdrawn = await withWebLock(QUEUE_LOCK, { wait: false }, async () => {
    const reading = (await listQueued(owner)).find((one) => one.id === id);
    if (reading) await removeQueued(id);
    return reading;
  });
  await queueChanged();
  return withdrawn;
}

/**
 * Sends an answered reading again: confirmed (`code`), or after its window has closed. An answered one gets a new id;
 * a late one was never sent and keeps its id.
 */
export async function resend(reading: QueuedReading, code?: string): Promise<void> {
  await replaceQueued(reading.id, {
    ...reading,
    id: code === undefined ? reading.id : newRequestId(),
    confirmed: code === undefined ? reading.confirmed : [...reading.confirmed, code],
    sendBefore: undefined,
    answer: undefined,
    tried: code === undefined && reading.tried,
  });
  await queueChanged();
  await sendQueued();
}

/** Deletes queued readings at the user's request; waits for one that is being sent. */
export async function clearQueue(readings: readonly QueuedReading[]): Promise<void> {
  await withWebLock(QUEUE_LOCK, { wait: true }, async () => {
    for (const { id } of readings) await removeQueued(id);
  });
  await queueChanged();
}

/** The receipt was seen. */
export async function pruneSeenReceipt({ id }: QueuedReading): Promise<void> {
  await removeQueued(id);
  await queueChanged();
}

const SHOWN_FOR_MS = 3 * 24 * 60 * 60_000;

/** Deletes receipts that were not seen: they are in the history. */
export async function pruneDelivered(readings: readonly QueuedReading[]): Promise<void> {
  const old = readings.filter(
    ({ answer }) => answer?.kind === 'taken' && answer.answeredAt < deviceNow() - SHOWN_FOR_MS,
  );
  for (const { id } of old) await removeQueued(id);
  if (old.length > 0) await queueChanged();
}
