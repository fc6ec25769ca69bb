import { infiniteQueryOptions } from '@tanstack/react-query';
import { listCustomerHistory } from '#contract/customers.ts';
import type { OutputOf } from '#contract/define-call.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { queryApi } from '#web/lib/api.ts';
import { showMoment } from '#web/lib/format.ts';
import { defineList, RecordList } from '#web/lib/list/record-list.tsx';
import { Stack, Text } from '#web/ui/layout/stack.tsx';
import { ChangeRows } from '#web/ui/list/change-rows.tsx';
import type { Column } from '#web/ui/list/data-table.tsx';
import { StateMark } from '#web/ui/list/state-mark.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { text } from './text.ts';

type Page = OutputOf<typeof listCustomerHistory>;
type Action = Page['actions'][number];
/** A customer with the accounts, or one account. */
type Of = { readonly id: string } | { readonly account: string };

const historyList = defineList({
  query: (of: Of) =>
    infiniteQueryOptions({
      queryKey: ['customerHistory', of] as readonly unknown[],
      queryFn: ({ signal, pageParam }) =>
        queryApi(listCustomerHistory, { ...of, ...(pageParam && { cursor: pageParam }) }, { signal }),
      initialPageParam: '',
      getNextPageParam: ({ next }: Page) => next ?? undefined,
    }),
  words: text.history,
  caption: () => text.part.history,
  empty: () => <Notice kind="info">{text.history.empty}</Notice>,
  rows: (pages) => pages.flatMap(({ actions }) => actions),
  rowKey: ({ id }) => id,
  skeletonRows: 3,
});

const tones = { done: 'good', refused: 'bad', unknown: 'wait' } as const;

/** What an action changed, before and after. */
function Changes({ action: { changes, changeCount } }: { action: Action }) {
  if (changeCount === 0) return null;
  const more = changeCount - changes.length;
  return (
    <ChangeRows
      summary={formatText(text.history.changes, { n: changeCount })}
      changes={changes}
      nothing={text.nothing}
    >
      {more > 0 && <p>{formatText(text.history.moreChanges, { n: more })}</p>}
    </ChangeRows>
  );
}

const columns: readonly Column<Action>[] = [
  { key: 'when', title: text.history.when, cell: ({ at }) => showMoment(at) },
  { key: 'who', title: text.history.who, cell: ({ who }) => who },
  {
    key: 'what',
    title: text.history.what,
    cell: (action) => (
      <Stack as="span" gap="05">
        <span>{[action.what, ...action.accounts].join(' · ')}</span>
        {action.why !== '' && (
          <Text as="span" size="s">
            {formatText(text.history.why, { why: action.why })}
          </Text>
        )}
        <Changes action={action} />
      </Stack>
    ),
  },
  {
    key: 'outcome',
    title: text.history.outcome,
    cell: ({ outcome, refusal }) => (
      <Stack as="span" gap="05">
        <StateMark tone={tones[outcome]}>{text.history.outcomes[outcome]}</StateMark>
        {refusal !== null && (
          <Text as="span" size="s" tone="quiet">
            {refusal}
          </Text>
        )}
      </Stack>
    ),
  },
];

/** What the staff did with a customer or an account: who, when, why, before and after. */
export function HistoryList({ of }: { of: Of }) {
  return (
    <RecordList
      list={historyList}
      context={of}
      filter={{}}
      gap="2"
      view={{ className: '', columns: () => columns }}
    >
      {(last) => last?.isBillingAway && <Notice kind="warn" title={text.history.billingAway} />}
    </RecordList>
  );
}
