import { infiniteQueryOptions, type QueryKey } from '@tanstack/react-query';
import type { OutputOf } from '#contract/define-call.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { listSentMessages } from '#contract/supplier-messages.ts';
import { queryApi } from '#web/lib/api.ts';
import { showMoment, showNumber } from '#web/lib/format.ts';
import { defineList, RecordList } from '#web/lib/list/record-list.tsx';
import type { Column } from '#web/ui/list/data-table.tsx';
import { Notice } from '#web/ui/notice.tsx';
import styles from './manager.module.css';
import { text } from './text.ts';

type Sent = OutputOf<typeof listSentMessages>['messages'][number];

export const sentKey: QueryKey = ['sentMessages'];

const sentMessages = defineList({
  query: () =>
    infiniteQueryOptions({
      queryKey: sentKey,
      queryFn: ({ signal, pageParam }) =>
        queryApi(listSentMessages, pageParam === '' ? {} : { cursor: pageParam }, { signal }),
      initialPageParam: '',
      getNextPageParam: ({ next }) => next ?? undefined,
    }),
  words: text,
  caption: () => text.list,
  empty: () => (
    <Notice kind="info" title={text.emptyTitle}>
      {text.empty}
    </Notice>
  ),
  rows: (pages) => pages.flatMap(({ messages }) => messages),
  rowKey: ({ id }) => id,
  shown: (n) => formatText(text.shown, { n }),
  skeletonRows: 4,
});

/** "3 з 6". */
const readOf = ({ readAccounts, accounts }: Sent) => `${showNumber(readAccounts)} / ${showNumber(accounts)}`;

const columns: readonly Column<Sent>[] = [
  { key: 'sentAt', title: text.sentAt, cell: ({ sentAt }) => showMoment(sentAt) },
  {
    key: 'what',
    title: text.what,
    cell: ({ title, text: body }) => (
      <details className={styles.sent}>
        <summary>{title}</summary>
        <p>{body}</p>
      </details>
    ),
  },
  { key: 'sentBy', title: text.sentBy, cell: ({ sentBy }) => sentBy || text.supplier },
  {
    key: 'to',
    title: text.to,
    numeric: true,
    cell: ({ accounts, account }) => account ?? showNumber(accounts),
  },
  { key: 'read', title: text.read, numeric: true, cell: readOf },
];

const noFilter = {};

/** Messages that were sent, with how many accounts they came to and where somebody read them. */
export function SentList() {
  return (
    <RecordList
      list={sentMessages}
      context={undefined}
      filter={noFilter}
      gap="2"
      view={{ className: styles.table, columns: () => columns }}
    />
  );
}
