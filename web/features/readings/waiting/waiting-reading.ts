import type { Zone } from '#domain/tariffs/tariff.ts';
import type { OutcomeData, ReceiptData } from '../reading-types.ts';
import type { KeptPhoto } from './kept-photo.ts';

/** What became of a reading that waited. */
export type WaitingAnswer =
  | { kind: 'taken'; outcome: OutcomeData; receipt: ReceiptData; answeredAt: number }
  /** The customer corrects or agrees. */
  | { kind: 'confirm'; code: string; message: string }
  | { kind: 'photo'; message: string }
  | { kind: 'refused'; code: string; message: string; zones: readonly Zone[] }
  /** Not sent: the window in which it would have counted as the customer meant has passed. */
  | { kind: 'late' };

/** A reading that waits on the device for the network, or for the customer to hear what became of it. */
export interface WaitingReading {
  /** The request id: however often it is sent, it is taken once (product.md §3). */
  id: string;
  /** The user who gave it; sent under no other sign-in. */
  owner: string;
  account: string;
  meterId: string;
  serialNumber: string;
  values: Partial<Record<Zone, string>>;
  confirmed: readonly string[];
  correctionReason: string | undefined;
  photo: KeptPhoto | undefined;
  /** The photo, once the server has it. */
  photoId: string | undefined;
  /** When it was given, ISO. */
  takenAt: string;
  /** Until when it is sent without asking, epoch milliseconds: from then on it would count for another day or month. */
  sendBefore: number | undefined;
  /** It may have reached the server already, though no answer came. */
  tried: boolean;
  answer: WaitingAnswer | undefined;
}
