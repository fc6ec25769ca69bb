import type { AccountAct } from '#billing/api/violation-acts.ts';
import type { LocalDate } from '#domain/time/local-date.ts';
import type { ActHolder } from '../act-facts-store.ts';

/** An act with the contents of its documents. */
export interface ActPdfView {
  readonly accountNumber: string;
  readonly act: AccountAct;
  readonly holder: ActHolder;
  readonly supplier: {
    readonly name: string;
    readonly edrpou: string;
    readonly address: string;
    readonly iban: string;
    readonly bank: string;
  };
  /** Day of drawing; the state of the act depends on it. */
  readonly today: LocalDate;
  readonly purpose: string;
  /** URL of the payment code; null: no code. */
  readonly qr: string | null;
}
