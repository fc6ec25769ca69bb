import { deviceNow } from '#web/lib/clock.ts';
import { newRequestId } from '#web/lib/request-id.ts';
import { exclusively } from '#web/offline/exclusively.ts';
import { sendWaiting, WAITING_LOCK } from './send-waiting.ts';
import { text } from './text.ts';
import { type Kept, keepWaiting, listWaiting, removeWaiting, replaceWaiting } from './waiting-queue.ts';
import type { WaitingReading } from './waiting-reading.ts';
import { waitingChanged } from './waiting-sync.ts';

/** Keeps a reading on the device until it can be sent, and tries at once: the network may be there again. */
export async function wait(reading: WaitingReading): Promise<Kept> {
  const kept = await keepWaiting(reading);
  if (kept === 'unavailable' || kept === 'full') return kept;
  // The browser clears what it was not asked to keep when the disk fills.
  navigator.storage?.persist?.().catch(() => undefined);
  await waitingChanged();
  sendWaiting().catch(() => undefined);
  return kept;
}

/** Why a reading could not be kept, in words. */
export const waitingText: Readonly<Record<Exclude<Kept, 'kept'>, string>> = text;

/**
 * Takes a reading back, to be edited or not to be sent at all; undefined: it is being sent at this moment, or is gone.
 */
export async function takeBack({ id, owner }: WaitingReading): Promise<WaitingReading | undefined> {
  const taken = await exclusively(WAITING_LOCK, { wait: false }, async () => {
    const reading = (await listWaiting(owner)).find((one) => one.id === id);
    if (reading) await removeWaiting(id);
    return reading;
  });
  await waitingChanged();
  return taken;
}

/**
 * Sends a reading that was answered once more: agreed to (`code`), or although its window has passed. What was answered
 * has had its id; a late one was never sent and keeps it.
 */
export async function sendAnew(reading: WaitingReading, code?: string): Promise<void> {
  await replaceWaiting(reading.id, {
    ...reading,
    id: code === undefined ? reading.id : newRequestId(),
    confirmed: code === undefined ? reading.confirmed : [...reading.confirmed, code],
    sendBefore: undefined,
    answer: undefined,
    tried: code === undefined && reading.tried,
  });
  await waitingChanged();
  await sendWaiting();
}

/** Forgets readings for good, on the word of who gave them; one that is being sent ends that first. */
export async function forgetReadings(readings: readonly WaitingReading[]): Promise<void> {
  await exclusively(WAITING_LOCK, { wait: true }, async () => {
    for (const { id } of readings) await removeWaiting(id);
  });
  await waitingChanged();
}

/** The receipt was seen. */
export async function forgetSeenReceipt({ id }: WaitingReading): Promise<void> {
  await removeWaiting(id);
  await waitingChanged();
}

const SHOWN_FOR_MS = 3 * 24 * 60 * 60_000;

/** Forgets receipts that nobody came to see: they stand in the history. */
export async function forgetTaken(readings: readonly WaitingReading[]): Promise<void> {
  const old = readings.filter(
    ({ answer }) => answer?.kind === 'taken' && answer.answeredAt < deviceNow() - SHOWN_FOR_MS,
  );
  for (const { id } of old) await removeWaiting(id);
  if (old.length > 0) await waitingChanged();
}
