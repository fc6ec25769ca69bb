import { hash } from 'node:crypto';
import { type DueDateTerms, dueDate } from '#domain/charges/due-date.ts';
import { entriesForBenefit, entriesForCharge, type LedgerEntry } from '#domain/ledger/ledger.ts';
import { type Kopiykas, moneyToWire } from '#domain/money.ts';
import { billReference } from '#domain/payments/bill-reference.ts';
import type { BillingPeriod } from '#domain/time/billing-period.ts';
import type { LocalDate } from '#domain/time/local-date.ts';
import { CopyBuffer } from '#platform/database/copy-buffer.ts';
import { newId } from '#platform/uuid.ts';
import type { ChargedAccount } from './charge-account.ts';

/** What is the same for all bills of a closing. */
export interface Issue {
  readonly period: BillingPeriod;
  readonly issuedOn: LocalDate;
  /** ISO text of the moment the closing began. */
  readonly postedAt: string;
  readonly withEvents: boolean;
  readonly dueDateTerms: DueDateTerms;
}

/** The rows of a chunk as COPY takes them: a line a row, columns parted by tabs. Nothing in them needs escaping. */
export interface ChunkRows {
  readonly consumption: Buffer;
  readonly revision: Buffer;
  readonly bill: Buffer;
  readonly chargeLine: Buffer;
  readonly ledgerEntry: Buffer;
  readonly event: Buffer;
  /** Requests for a recalculation that are answered: the account and the id of each. */
  readonly requests: { readonly accountNumbers: readonly string[]; readonly requestIds: readonly string[] };
}

/** Makes the rows of charged accounts, one account after another. The same accounts give the same rows, event ids aside. */
export function rowMaker(issue: Issue): { add(account: ChargedAccount): void; rows(): ChunkRows } {
  const { period, issuedOn, postedAt } = issue;
  const dueOn = dueDate(period, issuedOn, issue.dueDateTerms);
  const consumption = new CopyBuffer();
  const revision = new CopyBuffer();
  const requests = { accountNumbers: [] as string[], requestIds: [] as string[] };
  const bill = new CopyBuffer();
  const chargeLine = new CopyBuffer();
  const ledgerEntry = new CopyBuffer();
  const event = new CopyBuffer();
  function add(account: ChargedAccount): void {
    const start = `${account.accountNumber}\t${period}\t`;
    for (const one of account.consumptions) {
      const { register, span } = one;
      consumption.add(
        `${start}${register.meterId}\t${register.zone}\t${span.from}\t${span.to}\t${span.openingValue}\t${one.closingValue}\t${one.energy}\t${one.basis}\t${one.overestimated}\n`,
      );
    }
    for (const one of account.revisions) {
      revision.add(
        `${account.accountNumber}\t${one.period}\t${one.meterId}\t${one.zone}\t${period}\t${one.from}\t${one.to}\t${one.openingValue}\t${one.closingValue}\t${one.energyWh}\t${one.basis}\n`,
      );
    }
    for (const requestId of account.requestIds) {
      requests.accountNumbers.push(account.accountNumber);
      requests.requestIds.push(requestId);
    }
    const sums = account.bill;
    const number = billReference(account.accountNumber, period);
    bill.add(
      `${start}${number}\t${issuedOn}\t${dueOn}\t${sums.opening}\t${sums.charged}\t${sums.recalculated}\t${sums.benefit}\t${sums.corrected}\t${sums.paid}\t${sums.closing}\t${account.energyWh}\t${account.isEstimated ? 't' : 'f'}\n`,
    );
    for (const line of account.lines) {
      chargeLine.add(
        `${start}${line.lineNumber}\t${line.kind}\t${line.zone}\t${line.blockIndex}\t${line.from}\t${line.to}\t${line.energy}\t${line.price}\t${line.coefficient}\t${line.amount}\t${line.tariffValidFrom}\t${line.isEstimated ? 't' : 'f'}\n`,
      );
    }
    const entryRow = (id: string, kind: string, entry: LedgerEntry) =>
      `${start}${id}\t${kind}\t${entry.debit}\t${entry.credit}\t${entry.amount}\t${postedAt}\n`;
    for (const kind of ['charge', 'recalculation'] as const) {
      const amount = kind === 'charge' ? sums.charged : account.recalculationToBook;
      for (const entry of entriesForCharge(amount, kind)) {
        ledgerEntry.add(entryRow(entryId(account.accountNumber, period, kind), kind, entry));
      }
    }
    for (const { benefitId, amount } of account.benefits) {
      for (const entry of entriesForBenefit(amount)) ledgerEntry.add(entryRow(benefitId, 'benefit', entry));
    }
    if (issue.withEvents) {
      event.add(
        `${newId()}\t${account.accountNumber}\tbill.issued\t${eventPayload(number, period, sums.toPay, dueOn)}\t${postedAt}\n`,
      );
    }
  }
  return {
    add,
    rows: () => ({
      consumption: consumption.rows(),
      revision: revision.rows(),
      bill: bill.rows(),
      chargeLine: chargeLine.rows(),
      ledgerEntry: ledgerEntry.rows(),
      event: event.rows(),
      requests,
    }),
  };
}

/** An id that follows from what the entry is for (UUID version 8), so that it can't be posted twice. */
function entryId(accountNumber: string, period: BillingPeriod, kind: string): string {
  const hex = hash('sha1', `${accountNumber} ${period} ${kind}`);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

function eventPayload(number: string, period: BillingPeriod, toPay: Kopiykas, dueOn: LocalDate): string {
  return `{"period":"${period}","number":"${number}","toPay":"${moneyToWire(toPay)}","dueOn":"${dueOn}"}`;
}
