import { queryOptions } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { listContent } from '#contract/content.ts';
import type { OutputOf } from '#contract/define-call.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { queryApi } from '#web/lib/api.ts';
import { showDate, showMoment } from '#web/lib/format.ts';
import { defineList, RecordList } from '#web/lib/list/record-list.tsx';
import { Text } from '#web/ui/layout/stack.tsx';
import { StateMark } from '#web/ui/list/state-mark.tsx';
import styles from './content.module.css';
import { contentKey, type OpenContent } from './content-editor.tsx';
import { text } from './text.ts';

type Item = OutputOf<typeof listContent>['items'][number];

const contentQuery = queryOptions({
  queryKey: contentKey,
  queryFn: ({ signal }) => queryApi(listContent, {}, { signal }),
});

const kinds = ['landing', 'legal', 'article', 'law'] as const;
const noFilter = {};

const texts = defineList({
  whole: () => contentQuery,
  words: { loading: text.loading, failed: text.failed },
  caption: () => text.list,
  // The texts that come with the product are always there.
  empty: () => null,
  rows: (pages) =>
    kinds.flatMap((kind) => pages.flatMap(({ items }) => items.filter((item) => item.kind === kind))),
  rowKey: ({ kind, key }) => `${kind} ${key}`,
  shown: () => '',
  skeletonRows: 8,
});

/** Opens a text by a link of the page. */
export type LinkToContent = (open: OpenContent, row: ReactNode) => ReactNode;

/** The texts by kind, in the order of the guide and of the laws, with what is changed and what has a draft. */
export function ContentList({ linkTo }: { linkTo: LinkToContent }) {
  return (
    <RecordList
      list={texts}
      context={undefined}
      filter={noFilter}
      view={{ className: styles.list, item: (item) => <ContentRow item={item} linkTo={linkTo} /> }}
    />
  );
}

function ContentRow({ item, linkTo }: { item: Item; linkTo: LinkToContent }) {
  const { kind, key, title, state, hasDraft, hidden, plannedFrom, changed } = item;
  return (
    <li className={styles.row}>
      {linkTo({ kind, key }, title)}
      <Text as="span" size="s" tone="quiet">
        {[
          text.kinds[kind],
          changed && formatText(text.changed, { by: changed.by, moment: showMoment(changed.at) }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </Text>
      <span className={styles.states}>
        {hasDraft && <StateMark tone="wait">{text.hasDraft}</StateMark>}
        {plannedFrom && (
          <StateMark tone="wait">{formatText(text.isPlanned, { date: showDate(plannedFrom) })}</StateMark>
        )}
        {hidden && <StateMark tone="void">{text.isHidden}</StateMark>}
        {state === 'published' && <StateMark tone="good">{text.states.published}</StateMark>}
        {state === 'new' && <StateMark tone="void">{text.states.new}</StateMark>}
      </span>
    </li>
  );
}
