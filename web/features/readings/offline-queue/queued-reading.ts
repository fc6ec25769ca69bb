import { create } from 'zustand';
import type { Zone } from '#domain/tariffs/tariff.ts';
import type { OutcomeData, ReceiptData } from '../api.ts';

/** The queued readings of the signed-in user, and those whose answer was not seen; undefined until loaded. */
export const useOfflineQueue = create<{ readonly readings: readonly QueuedReading[] | undefined }>(() => ({
  readings: undefined,
}));

/** A photo that is not sent yet. */
export interface UnsentPhoto {
  /** Idempotency: repeated with the same id, the photo is stored once. */
  requestId: string;
  content: ArrayBuffer;
}

/** The result of a queued reading. */
export type QueuedAnswer =
  | { kind: 'taken'; outcome: OutcomeData; receipt: ReceiptData; answeredAt: number }
  /** The customer corrects the values or confirms. */
  | { kind: 'confirm'; code: string; message: string; advice?: string | undefined }
  /** Absent in answers stored before it was recorded. */
  | { kind: 'photo'; message: string; zones?: readonly Zone[] }
  | { kind: 'refused'; code: string; message: string; zones: readonly Zone[] }
  /** Not sent: the window in which it would count as the customer meant has closed. */
  | { kind: 'late' };

/** A reading on the device that waits for the network, or whose result was not seen yet. */
export interface QueuedReading {
  /** The request id: however often it is sent, it is accepted once (product.md §3). */
  id: string;
  /** The user who gave it; never sent under another sign-in. */
  owner: string;
  account: string;
  meterId: string;
  serialNumber: string;
  values: Partial<Record<Zone, string>>;
  confirmed: readonly string[];
  correctionReason: string | undefined;
  photo: UnsentPhoto | undefined;
  /** The photo, once the server has it. */
  photoId: string | undefined;
  /** When it was given, ISO. */
  takenAt: string;
  /** Until when it is sent without asking, epoch milliseconds: later it would count for another day or month. */
  sendBefore: number | undefined;
  /** It may have reached the server, though no answer came. */
  tried: boolean;
  /** What the server says while maintenance runs; absent: it waits for the network. */
  waitsFor?: string | undefined;
  answer: QueuedAnswer | undefined;
}
