import type { ReadingReceiptData } from '#contract/values/reading.ts';
import type { Zone } from '#domain/tariffs/tariff.ts';

/** Current state of the reading. */
export type ReceiptState = 'accepted' | 'underReview' | 'rejected' | 'superseded';

/** A receipt with its parties. */
export interface ReceiptPdfView {
  readonly accountNumber: string;
  readonly receipt: ReadingReceiptData;
  readonly state: ReceiptState;
  /** The last day on which an operator decides; null: nothing is under review, or the day is unknown. */
  readonly reviewBy: string | null;
  /** Why it replaced another reading; null: it did not. */
  readonly reason: string | null;
  readonly customer: { readonly name: string; readonly address: string };
  readonly meter: { readonly serial: string; readonly type: string; readonly digitCapacity: number };
  readonly registers: readonly {
    readonly zone: Zone;
    readonly value: number;
    /** null: not known. */
    readonly previousValue: number | null;
    readonly previousDate: string | null;
    /** Since the previous value; null: not known. */
    readonly kwh: number | null;
  }[];
  readonly supplier: { readonly name: string; readonly phones: readonly string[]; readonly email: string };
}
