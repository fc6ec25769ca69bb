import type { AccountAct } from '#billing/api/acts.ts';
import type { LocalDate } from '#domain/time/local-date.ts';
import type { ActHolder } from '../act-facts-store.ts';

/** An act with everything that its papers say. */
export interface ActOnPaper {
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
  /** The day of drawing: the state of the act changes. */
  readonly today: LocalDate;
  readonly purpose: string;
  /** What the payment code of the bill carries; null: nothing to pay by it. */
  readonly qr: string | null;
}
