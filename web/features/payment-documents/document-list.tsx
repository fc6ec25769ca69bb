import type { ReactNode } from 'react';
import type { OutputOf } from '#contract/define-call.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { readSearch } from '#contract/page-search.ts';
import { paymentDocumentSearch } from '#contract/pages.ts';
import {
  exportPaymentDocuments,
  listPaymentDocuments,
  type PaymentDocument,
} from '#contract/payment-documents.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { downloadFile } from '#web/lib/api.ts';
import { deviceNow } from '#web/lib/clock.ts';
import { showMoney, showPeriod, showSum } from '#web/lib/format.ts';
import { defineList, RecordList } from '#web/lib/list/record-list.tsx';
import { accountQuery } from '#web/lib/query/account-query.ts';
import type { FilterField } from '#web/ui/form/filter-bar.tsx';
import { selectWithAny } from '#web/ui/form/select-with-any.ts';
import { StateMark } from '#web/ui/list/state-mark.tsx';
import { MoneyFigure } from '#web/ui/money-figure.tsx';
import styles from './document-list.module.css';
import { type DocumentFilter, nameOf, stateOf } from './document-types.ts';
import { text } from './text.ts';

type Answer = OutputOf<typeof listPaymentDocuments>;

const yearsBack = 5;

const filterFields = ({
  period,
  year,
  kind,
  state,
}: DocumentFilter): readonly FilterField<keyof DocumentFilter>[] => {
  const today = kyivDateOf(deviceNow());
  const thisYear = Number(today.slice(0, 4));
  const years = Array.from({ length: yearsBack }, (_, back) => String(thisYear - back));
  return [
    { kind: 'month', name: 'period', label: text.period, value: period, max: today.slice(0, 7) },
    selectWithAny({
      name: 'year',
      label: text.year,
      value: year === undefined ? undefined : String(year),
      anyLabel: text.yearAny,
      choices: years,
    }),
    selectWithAny({
      name: 'kind',
      label: text.kind,
      value: kind,
      anyLabel: text.kindAny,
      choices: paymentDocumentSearch.kind,
      labels: text.kindChoices,
    }),
    selectWithAny({
      name: 'state',
      label: text.state,
      value: state,
      anyLabel: text.stateAny,
      choices: paymentDocumentSearch.state,
      labels: text.stateChoices,
    }),
  ];
};

/** The kind whose sum stands over the list: the chosen one, else that of what was found. */
function leadingKind({ totals }: Answer, { kind }: DocumentFilter): PaymentDocument['kind'] {
  const kinds = ['invoice', 'act', 'taxInvoice'] as const;
  return kind ?? kinds.find((one) => totals[one].count > 0) ?? 'invoice';
}

function countsText({ totals }: Answer): string {
  return (['invoice', 'act', 'taxInvoice'] as const)
    .filter((kind) => totals[kind].count > 0)
    .map((kind) => formatText(text.counts[kind], { n: totals[kind].count }))
    .join(', ');
}

/** The query that the list and the open document share. */
export const documentsQuery = (account: string, filter: DocumentFilter) =>
  accountQuery(listPaymentDocuments, account, filter);

const documents = defineList({
  whole: documentsQuery,
  words: text,
  caption: () => text.list,
  empty: text,
  rows: (pages) => pages.flatMap((page) => page.documents),
  rowKey: ({ key }) => key,
  filter: {
    label: text.filter,
    foldLabel: text.conditions,
    fields: filterFields,
    read: ({ period, year, ...values }) => {
      const { doc: _, ...read } = readSearch(paymentDocumentSearch, {
        ...values,
        ...(period ? { period } : { year }),
      });
      return read;
    },
  },
  head: (page, filter) => {
    const kind = leadingKind(page, filter);
    return {
      name: text.total[kind],
      figure: <MoneyFigure sum={showMoney(page.totals[kind].gross)} unit={text.unit} size="m" />,
      note: countsText(page),
    };
  },
  file: {
    label: text.files,
    download: (account, filter, format) =>
      downloadFile(exportPaymentDocuments, { account, ...filter, format }),
  },
  skeletonRows: 8,
});

interface DocumentListProps {
  account: string;
  filter: DocumentFilter;
  onFilter: (filter: DocumentFilter) => void;
  /** Wraps a row in the link to its document. */
  linkTo: (document: PaymentDocument, row: ReactNode) => ReactNode;
}

/** Payment documents of an account, newest month first: what each is, its sum and where it stands. */
export function DocumentList({ account, filter, onFilter, linkTo }: DocumentListProps) {
  return (
    <RecordList
      list={documents}
      context={account}
      filter={filter}
      onFilter={onFilter}
      gap="2"
      view={{
        className: undefined,
        item: (document) => {
          const { words, tone } = stateOf(document);
          return (
            <li className={styles.row}>
              {linkTo(
                document,
                <>
                  <span className={styles.name}>{nameOf(document)}</span>{' '}
                  <span className={styles.sum}>{showSum(document.gross)}</span>{' '}
                  <span className={styles.quiet}>
                    {showPeriod(document.period)} · № {document.number}
                  </span>{' '}
                  <span className={styles.state}>
                    <StateMark tone={tone}>{words}</StateMark>
                  </span>
                </>,
              )}
            </li>
          );
        },
      }}
    />
  );
}
