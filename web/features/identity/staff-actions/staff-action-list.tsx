import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { OutputOf } from '#contract/define-call.ts';
import { fieldLimits } from '#contract/field-limits.ts';
import {
  exportStaffActions,
  listStaffActions,
  type StaffActionData,
  staffActionSearch,
} from '#contract/identity/staff-actions.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { readSearch, type SearchOf } from '#contract/page-search.ts';
import { downloadFile, queryApi } from '#web/lib/api.ts';
import { showMoment, showNumber } from '#web/lib/format.ts';
import { defineList, RecordList } from '#web/lib/list/record-list.tsx';
import { Stack, Text } from '#web/ui/layout/stack.tsx';
import { ChangeRows } from '#web/ui/list/change-rows.tsx';
import type { Column } from '#web/ui/list/data-table.tsx';
import { StateMark } from '#web/ui/list/state-mark.tsx';
import { MoneyFigure } from '#web/ui/money-figure.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { text } from './text.ts';

type ActionFilter = SearchOf<typeof staffActionSearch>;
type Page = OutputOf<typeof listStaffActions>;
type LinkTo = (place: NonNullable<StaffActionData['place']>) => ReactNode;

const outcomeTones = { done: 'good', refused: 'bad', unknown: 'wait' } as const;

/** The filter as the calls take it; what is no account narrows nothing. */
function asked({ who, of, kind, ref, q, ...days }: ActionFilter) {
  const digits = of?.replace(/\D/g, '');
  const account = digits?.length === fieldLimits.account ? digits : undefined;
  return {
    ...days,
    ...(who !== undefined && { login: who.slice(0, 60) }),
    ...(account !== undefined && { account }),
    ...(kind !== undefined && { kind: kind.slice(0, 100) }),
    ...(ref !== undefined && { reference: ref.trim().slice(0, 60) }),
    ...(q !== undefined && { words: q }),
  };
}

/** Accounts, and how many things when they are several. */
function subjectWords({ accounts, subjects, rowCount }: StaffActionData): string {
  const ofAccounts =
    accounts.length > 2 ? formatText(text.accounts, { n: accounts.length }) : accounts.join(', ');
  return [
    ofAccounts,
    subjects > 1 && formatText(text.subjects, { n: subjects }),
    rowCount !== null && formatText(text.rows, { n: rowCount }),
  ]
    .filter(Boolean)
    .join(' · ');
}

/** Why an action was done, what it changed, before and after, and from where; folded, so that the list stays a list. */
function Details({ action }: { action: StaffActionData }) {
  const { why, changes, changeCount, address, reference } = action;
  const more = changeCount - changes.length;
  return (
    <>
      {why !== '' && (
        <Text as="span" size="s">
          {formatText(text.why, { why })}
        </Text>
      )}
      <ChangeRows
        summary={changeCount > 0 ? formatText(text.changes, { n: changeCount }) : text.details}
        changes={changes}
        nothing={text.nothing}
      >
        {more > 0 && <p>{formatText(text.moreChanges, { n: more })}</p>}
        <Text size="s" tone="quiet" isNumeric>
          {formatText(address === '' ? text.ofRequest : text.fromWhere, { address, reference })}
        </Text>
      </ChangeRows>
    </>
  );
}

const columnsOf = (linkTo: LinkTo): readonly Column<StaffActionData>[] => [
  { key: 'when', title: text.when, cell: ({ happenedAt }) => showMoment(happenedAt) },
  { key: 'who', title: text.who, cell: ({ who }) => who },
  {
    key: 'what',
    title: text.what,
    cell: (action) => (
      <Stack as="span" gap="05">
        <span>{action.what}</span>
        {action.place && linkTo(action.place)}
        <Details action={action} />
      </Stack>
    ),
  },
  { key: 'account', title: text.account, cell: (action) => subjectWords(action) },
  {
    key: 'outcome',
    title: text.outcome,
    cell: ({ outcome, reason }) => (
      <Stack as="span" gap="05">
        <StateMark tone={outcomeTones[outcome]}>{text.outcomes[outcome]}</StateMark>
        {reason !== null && (
          <Text as="span" size="s" tone="quiet">
            {reason}
          </Text>
        )}
      </Stack>
    ),
  },
];

const actionList = defineList({
  query: (_: undefined, filter: ActionFilter) =>
    infiniteQueryOptions({
      queryKey: ['staffActions', filter] as readonly unknown[],
      queryFn: ({ signal, pageParam }) =>
        queryApi(listStaffActions, { ...asked(filter), ...(pageParam && { cursor: pageParam }) }, { signal }),
      initialPageParam: '',
      getNextPageParam: ({ next }: Page) => next ?? undefined,
      placeholderData: keepPreviousData,
    }),
  words: { loading: text.loading, failed: text.failed },
  caption: () => text.caption,
  empty: text,
  rows: (pages) => pages.flatMap(({ actions }) => actions),
  rowKey: ({ actionId }) => actionId,
  listed: ({ count }) => count,
  filter: {
    label: text.filter,
    foldLabel: text.filter,
    fields: ({ who, of, kind, ref, q, from, to }: ActionFilter, last) => [
      {
        kind: 'select',
        name: 'who',
        label: text.who,
        value: who,
        options: [
          { value: '', label: text.anybody },
          ...(last?.staff ?? []).map(({ login, name }) => ({ value: login, label: name })),
        ],
      },
      { kind: 'text', name: 'of', label: text.account, value: of, maxLength: 10, inputMode: 'numeric' },
      {
        kind: 'select',
        name: 'kind',
        label: text.what,
        value: kind,
        options: [
          { value: '', label: text.anything },
          ...(last?.kinds ?? []).map(({ call, what }) => ({ value: call, label: what })),
        ],
      },
      { kind: 'text', name: 'q', label: text.words, value: q, maxLength: 100 },
      { kind: 'text', name: 'ref', label: text.reference, value: ref, maxLength: 60 },
      { kind: 'date', name: 'from', label: text.from, value: from },
      { kind: 'date', name: 'to', label: text.to, value: to },
    ],
    read: (values) => readSearch(staffActionSearch, values),
  },
  head: ({ count }) => ({
    name: text.found,
    figure: <MoneyFigure sum={showNumber(count)} unit={formatText(text.count, { n: count })} size="l" />,
  }),
  file: {
    label: text.files,
    download: (_, filter, format) => downloadFile(exportStaffActions, { ...asked(filter), format }),
  },
});

interface StaffActionListProps {
  filter: ActionFilter;
  onFilter: (filter: ActionFilter) => void;
  /** To where the one thing that an action was about is shown. */
  linkTo: LinkTo;
}

/** What the staff changed or tried to: who, what, when, of which account, how it ended. */
export function StaffActionList({ filter, onFilter, linkTo }: StaffActionListProps) {
  return (
    <Stack gap="3">
      <Text tone="quiet">{text.lead}</Text>
      <RecordList
        list={actionList}
        context={undefined}
        filter={filter}
        onFilter={onFilter}
        gap="3"
        // Rows of lines on a phone, as they are.
        view={{ className: '', columns: () => columnsOf(linkTo) }}
      >
        {(last) =>
          last?.isBillingAway ? (
            <Notice kind="warn" title={text.billingAway} />
          ) : (
            last?.isSearchCut && <Notice kind="info" title={text.searchCut} />
          )
        }
      </RecordList>
    </Stack>
  );
}
