import { infiniteQueryOptions, keepPreviousData, type QueryKey } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { OutputOf } from '#contract/define-call.ts';
import { exportFeedback, listFeedback, maxFeedbackRows } from '#contract/feedback/given-feedback.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { downloadFile, queryApi } from '#web/lib/api.ts';
import { showMoment } from '#web/lib/format.ts';
import { defineList, RecordList } from '#web/lib/list/record-list.tsx';
import type { Column } from '#web/ui/list/data-table.tsx';
import { StateMark } from '#web/ui/list/state-mark.tsx';
import { type FeedbackFilter, fieldsOf, readFilter, toPayload } from './feedback-filter.ts';
import styles from './stats.module.css';
import { StatsPart } from './stats-part.tsx';
import { text } from './text.ts';

type Item = OutputOf<typeof listFeedback>['items'][number];
type NameOf = (page: string) => string;

const listOf = (nameOf: NameOf) =>
  defineList({
    query: (_: undefined, filter: FeedbackFilter) =>
      infiniteQueryOptions({
        queryKey: ['feedback', toPayload(filter)] as QueryKey,
        queryFn: ({ signal, pageParam }) =>
          queryApi(
            listFeedback,
            { ...toPayload(filter), ...(pageParam && { cursor: pageParam }) },
            { signal },
          ),
        initialPageParam: '',
        getNextPageParam: ({ next }: OutputOf<typeof listFeedback>) => next ?? undefined,
        placeholderData: keepPreviousData,
      }),
    words: text,
    caption: () => text.list,
    empty: text,
    rows: (pages) => pages.flatMap(({ items }) => items),
    rowKey: ({ id }) => id,
    listed: ({ count }) => count,
    filter: {
      label: text.filter,
      foldLabel: text.conditions,
      fields: (filter) => fieldsOf(filter, nameOf),
      read: (values, { by }) => ({ ...readFilter(values), ...(by && { by }) }),
    },
    head: ({ count }) => ({ name: text.texts, figure: formatText(text.found, { n: count }) }),
    file: {
      label: text.files,
      download: (_, filter, format) => downloadFile(exportFeedback, { ...toPayload(filter), format }),
      cut: { maxRows: maxFeedbackRows, words: text.filesCut },
    },
  });

const toneOf = (mark: Item['mark']) => (mark >= 4 ? 'good' : mark === 3 ? 'note' : 'bad');

function About({ item, nameOf }: { item: Item; nameOf: NameOf }) {
  const { page, occasion, topic, operator, isSolved } = item;
  if (page === null)
    return (
      <>
        {formatText(text.ofAnswer, { topic: topic ?? '' })}
        <span className={styles.quiet}>
          {[operator, isSolved ? text.solvedYes : text.solvedNo].filter(Boolean).join(', ')}
        </span>
      </>
    );
  const why = occasion === null ? '' : text.occasions[occasion];
  return (
    <>
      {page === '' ? text.noName.page : nameOf(page)}
      {why && <span className={styles.quiet}>{why}</span>}
    </>
  );
}

const columnsOf = (nameOf: NameOf): readonly Column<Item>[] => [
  { key: 'when', title: text.when, cell: ({ givenAt }) => showMoment(givenAt) },
  {
    key: 'mark',
    title: text.mark,
    cell: ({ mark }) => <StateMark tone={toneOf(mark)}>{text.marks[mark]}</StateMark>,
  },
  { key: 'what', title: text.what, cell: ({ text: words }) => words },
  { key: 'about', title: text.about, cell: (item) => <About item={item} nameOf={nameOf} /> },
];

interface FeedbackStatsProps {
  filter: FeedbackFilter;
  onFilter: (filter: FeedbackFilter) => void;
  nameOf: NameOf;
  linkTo: (filter: FeedbackFilter, words: ReactNode) => ReactNode;
}

/** Statistics of the marks, and what customers wrote beside them. */
export function FeedbackStats({ filter, onFilter, nameOf, linkTo }: FeedbackStatsProps) {
  return (
    <RecordList
      list={listOf(nameOf)}
      context={undefined}
      filter={filter}
      onFilter={onFilter}
      gap="4"
      view={{ className: styles.rows, columns: () => columnsOf(nameOf) }}
    >
      {() => <StatsPart filter={filter} nameOf={nameOf} linkTo={linkTo} onFilter={onFilter} />}
    </RecordList>
  );
}
