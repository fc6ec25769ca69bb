import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import {
  closingExceptionSearch,
  exportClosingExceptions,
  listClosingExceptions,
} from '#contract/billing-periods.ts';
import type { OutputOf } from '#contract/define-call.ts';
import { fieldLimits } from '#contract/field-limits.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { readSearch, type SearchOf } from '#contract/page-search.ts';
import type { ClosingExceptionData } from '#contract/values/billing-period.ts';
import { closingExceptionKinds } from '#domain/charges/closing-exceptions.ts';
import { downloadFile, queryApi } from '#web/lib/api.ts';
import { showDate, showKwh, showMoney } from '#web/lib/format.ts';
import { defineList, RecordList } from '#web/lib/list/record-list.tsx';
import { Stack, Text } from '#web/ui/layout/stack.tsx';
import type { Column } from '#web/ui/list/data-table.tsx';
import { StateMark } from '#web/ui/list/state-mark.tsx';
import { monthsKey } from './api.ts';
import styles from './runs.module.css';
import { text } from './text.ts';

/** From the address. */
export type ExceptionFilter = SearchOf<typeof closingExceptionSearch>;
type LowerStep = ClosingExceptionData['steps'][number];
type Page = OutputOf<typeof listClosingExceptions>;

/** The filter as the calls take it; what is no account narrows nothing. */
function asked(run: number, { kind, of }: ExceptionFilter) {
  const digits = of?.replace(/\D/g, '');
  return { run, ...(kind && { kind }), ...(digits?.length === fieldLimits.account && { account: digits }) };
}

const exceptionList = defineList({
  query: (run: number, filter: ExceptionFilter) =>
    infiniteQueryOptions({
      queryKey: [...monthsKey, 'exceptions', run, filter] as readonly unknown[],
      queryFn: ({ signal, pageParam }) =>
        queryApi(
          listClosingExceptions,
          { ...asked(run, filter), ...(pageParam && { cursor: pageParam }) },
          { signal },
        ),
      initialPageParam: '',
      getNextPageParam: ({ next }: Page) => next ?? undefined,
      placeholderData: keepPreviousData,
    }),
  words: { loading: text.exceptionsLoading, failed: text.exceptionsFailed },
  caption: () => text.exceptionsCaption,
  empty: text,
  rows: (pages) => pages.flatMap(({ exceptions }) => exceptions),
  rowKey: ({ account, kind }) => `${account} ${kind}`,
  listed: ({ count }) => count,
  head: ({ count }) => ({ figure: formatText(text.exceptionsFound, { n: count }) }),
  filter: {
    label: text.filter,
    foldLabel: text.filter,
    fields: ({ kind, of }: ExceptionFilter) => [
      {
        kind: 'select',
        name: 'kind',
        label: text.kind,
        value: kind,
        options: [
          { value: '', label: text.anyKind },
          ...closingExceptionKinds.map((one) => ({ value: one, label: text.exceptionKinds[one] })),
        ],
      },
      { kind: 'text', name: 'of', label: text.account, value: of, maxLength: 10, inputMode: 'numeric' },
    ],
    read: (values) => readSearch(closingExceptionSearch, values),
  },
  file: {
    label: text.files,
    download: (run, filter, format) =>
      downloadFile(exportClosingExceptions, { ...asked(run, filter), format }),
  },
});

/** Most accounts have one; a file lists all. */
const shownSteps = 3;

function stepText({ serialNumber, zone, previousValue, previousDate, value, date }: LowerStep): string {
  return formatText(text.lowerStep, {
    serial: serialNumber,
    zone: text.zones[zone],
    previous: String(previousValue),
    previousDate: showDate(previousDate),
    value: String(value),
    date: showDate(date),
  });
}

function reasonOf({ kind, subject, kwh, expectedKwh, steps }: ClosingExceptionData): string {
  const listed = steps.slice(0, shownSteps).map(stepText).join('; ');
  return formatText(text.exceptionReasons[kind], {
    subject,
    kwh: kwh === null ? text.unknown : showKwh(kwh),
    expected: expectedKwh === null ? text.unknown : showKwh(expectedKwh),
    steps: steps.length > shownSteps ? `${listed}…` : listed,
  });
}

const columnsOf = (linkTo: (account: string) => ReactNode): readonly Column<ClosingExceptionData>[] => [
  { key: 'account', title: text.account, cell: ({ account }) => linkTo(account) },
  { key: 'customer', title: text.customer, cell: ({ customer }) => customer || text.unknown },
  {
    key: 'kind',
    title: text.kind,
    cell: ({ kind, stopsClosing }) => (
      <StateMark tone={stopsClosing ? 'bad' : 'note'}>{text.exceptionKinds[kind]}</StateMark>
    ),
  },
  {
    key: 'why',
    title: text.why,
    cell: (row) => <span className={styles.why}>{reasonOf(row)}</span>,
  },
  {
    key: 'sum',
    title: text.sum,
    numeric: true,
    cell: ({ sum }) => (sum === null ? text.unknown : showMoney(sum)),
    isBlank: ({ sum }) => sum === null,
  },
];

interface ExceptionListProps {
  run: number;
  filter: ExceptionFilter;
  onFilter: (filter: ExceptionFilter) => void;
  /** To where the account is put right. */
  linkTo: (account: string) => ReactNode;
}

/** The accounts to look at before a closing, each with its reason; what stops the closing stands first. */
export function ExceptionList({ run, filter, onFilter, linkTo }: ExceptionListProps) {
  return (
    <Stack as="section" gap="2" aria-labelledby="exceptions">
      <Text as="h2" id="exceptions" size="l">
        {text.exceptionsTitle}
      </Text>
      <RecordList
        list={exceptionList}
        context={run}
        filter={filter}
        onFilter={onFilter}
        gap="2"
        view={{ className: styles.exceptions, columns: () => columnsOf(linkTo) }}
      />
    </Stack>
  );
}
