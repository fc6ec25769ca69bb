import { type ReactNode, useEffect } from 'react';
import { listInvoices } from '#contract/invoices.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { showDate, showMoney, showPeriod, showSum } from '#web/lib/format.ts';
import { defineList, RecordList } from '#web/lib/list/record-list.tsx';
import { partsQuery } from '#web/lib/query/parts-query.ts';
import { StateMark, type StateTone } from '#web/ui/list/state-mark.tsx';
import { MoneyFigure } from '#web/ui/money-figure.tsx';
import styles from './invoice-list.module.css';
import type { InvoiceKey, InvoiceSummary } from './invoice-types.ts';
import { text } from './text.ts';

const tones: Record<InvoiceSummary['state'], StateTone> = {
  paid: 'good',
  partlyPaid: 'wait',
  unpaid: 'wait',
  overdue: 'bad',
};

/** What is to be done with an invoice, in a word with its drawing. */
export function InvoiceState({
  state,
  open,
  gross,
  dueOn,
}: Pick<InvoiceSummary, 'state' | 'open' | 'gross' | 'dueOn'>) {
  const words = state === 'overdue' && open !== gross ? text.states.partlyOverdue : text.states[state];
  return (
    <StateMark tone={tones[state]}>
      {formatText(words, { sum: showSum(open), date: showDate(dueOn) })}
    </StateMark>
  );
}

const noFilter = {};

const invoices = defineList({
  query: (account: string) => partsQuery(listInvoices, account, {}),
  words: text,
  caption: () => text.list,
  empty: () => <p>{text.empty}</p>,
  rows: (pages) => pages.flatMap((page) => page.invoices),
  rowKey: ({ period, payee }) => `${period} ${payee}`,
  listed: ({ totals }) => totals.count,
  head: ({ totals }) => ({
    name: text.open,
    figure: <MoneyFigure sum={showMoney(totals.open)} unit={text.unit} size="m" />,
    note: formatText(text.count, { n: totals.count }),
  }),
  skeletonRows: 6,
});

interface InvoiceListProps {
  account: string;
  /** Wraps a row in the link to its invoice. */
  linkTo: (invoice: InvoiceKey, row: ReactNode) => ReactNode;
  /** Nothing is open: on a desk, where the list leaves room, the newest opens by itself. */
  onNewest: ((invoice: InvoiceKey) => void) | undefined;
}

/** The invoices of an account, newest first: what each asks for and where it stands. */
export function InvoiceList({ account, linkTo, onNewest }: InvoiceListProps) {
  return (
    <RecordList
      list={invoices}
      context={account}
      filter={noFilter}
      gap="2"
      view={{
        className: undefined,
        item: (invoice) => (
          <li className={styles.row}>
            {linkTo(
              invoice,
              <>
                <span className={styles.month}>{showPeriod(invoice.period)}</span>{' '}
                <span className={styles.sum}>{showSum(invoice.gross)}</span>{' '}
                <span className={styles.payee}>{text.payees[invoice.payee]}</span>{' '}
                <span className={styles.state}>
                  <InvoiceState {...invoice} />
                </span>
              </>,
            )}
          </li>
        ),
      }}
    >
      {(_, [newest]) => newest && onNewest && <OpenNewest newest={newest} onNewest={onNewest} />}
    </RecordList>
  );
}

/** The width from which list and invoice stand side by side; the same in `invoice-list.module.css`. */
const DESK = '(min-width: 64rem)';

function OpenNewest({
  newest: { period, payee },
  onNewest,
}: {
  newest: InvoiceKey;
  onNewest: (invoice: InvoiceKey) => void;
}) {
  useEffect(() => {
    if (matchMedia(DESK).matches) onNewest({ period, payee });
  }, [period, payee, onNewest]);
  return null;
}
