import type { SearchOf } from '#contract/page-search.ts';
import type { paymentDocumentSearch } from '#contract/pages.ts';
import type { PaymentDocument } from '#contract/payment-documents.ts';
import { tableOf } from '#domain/table-of.ts';
import type { StateTone } from '#web/ui/list/state-mark.tsx';
import { text } from './text.ts';

/** The filter of the list; it is in the address. */
export type DocumentFilter = Omit<SearchOf<typeof paymentDocumentSearch>, 'doc'>;

const tones: Readonly<Record<PaymentDocument['state'], StateTone>> = {
  paid: 'good',
  partlyPaid: 'wait',
  unpaid: 'wait',
  overdue: 'bad',
  made: 'note',
  sent: 'wait',
  signedBySupplier: 'wait',
  signedByCustomer: 'good',
  signedByBoth: 'good',
  accepted: 'good',
  objected: 'bad',
  answered: 'note',
  unregistered: 'note',
  registered: 'good',
  stopped: 'bad',
  rejected: 'bad',
};

/** State of a document in a word, with its tone. */
export function stateOf({ kind, state }: Pick<PaymentDocument, 'kind' | 'state'>): {
  words: string;
  tone: StateTone;
} {
  const words: Readonly<Partial<Record<string, string>>> = tableOf(text.states[kind]);
  return { words: words[state] ?? state, tone: tones[state] };
}

/** "Акт приймання-передачі", with whom it is for when that is the operator. */
export function nameOf({ kind, payee, taxInvoice }: PaymentDocument): string {
  const name = taxInvoice?.kind === 'adjustment' ? text.kinds.adjustment : text.kinds[kind];
  return payee === 'operator' ? `${name}, ${text.operator}` : name;
}
