import type { ReadingReceiptData } from '#billing/api/readings.ts';
import type { Zone } from '#domain/tariffs/tariff.ts';

/** What became of a reading since it was given. */
export type ReceiptState = 'accepted' | 'underReview' | 'rejected' | 'superseded';

/** A receipt with those whom it is between. */
export interface ReceiptOnPaper {
  readonly accountNumber: string;
  readonly receipt: ReadingReceiptData;
  readonly state: ReceiptState;
  /** Why it replaced another reading; null: it replaced none. */
  readonly reason: string | null;
  readonly customer: { readonly name: string; readonly address: string };
  readonly meter: { readonly serial: string; readonly type: string; readonly digitCapacity: number };
  readonly registers: readonly {
    readonly zone: Zone;
    readonly value: number;
    /** null: not known any more. */
    readonly previousValue: number | null;
    readonly kwh: number | null;
  }[];
  readonly supplier: { readonly name: string; readonly phones: readonly string[]; readonly email: string };
}
