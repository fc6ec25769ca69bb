import type { FeedInMonthData } from '#billing/api/feed-in.ts';
import type { SellerRow } from '../feed-in-store.ts';

/** An act with its two parties. */
export interface ActPdfView {
  readonly accountNumber: string;
  readonly month: FeedInMonthData;
  readonly seller: SellerRow;
  /** Payout account; null: not known. */
  readonly iban: string | null;
  readonly supplier: { readonly name: string; readonly edrpou: string; readonly address: string };
}
