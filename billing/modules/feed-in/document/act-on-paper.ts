import type { FeedInMonthData } from '#billing/api/feed-in.ts';
import type { SellerRow } from '../feed-in-store.ts';

/** An act with the two who sign it. */
export interface ActOnPaper {
  readonly accountNumber: string;
  readonly month: FeedInMonthData;
  readonly seller: SellerRow;
  /** Where it is paid to; null: not known. */
  readonly iban: string | null;
  readonly supplier: { readonly name: string; readonly edrpou: string; readonly address: string };
}
