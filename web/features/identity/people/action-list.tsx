import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { OutputOf } from '#contract/define-call.ts';
import { exportActions, type listActions } from '#contract/identity/company-people.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { readSearch, type SearchOf } from '#contract/page-search.ts';
import { actionSearch } from '#contract/pages.ts';
import { downloadFile } from '#web/lib/api.ts';
import { showMoment, showNumber } from '#web/lib/format.ts';
import { defineList, RecordList } from '#web/lib/list/record-list.tsx';
import { Text } from '#web/ui/layout/stack.tsx';
import type { Column } from '#web/ui/list/data-table.tsx';
import { StateMark } from '#web/ui/list/state-mark.tsx';
import { MoneyFigure } from '#web/ui/money-figure.tsx';
import { SettingsCard } from '../settings/settings-card.tsx';
import { actionsQuery, type Person, peopleQuery } from './api.ts';
import styles from './people.module.css';
import { text } from './text.ts';

type Action = OutputOf<typeof listActions>['actions'][number];
type ActionFilter = SearchOf<typeof actionSearch>;

const outcomeTones = { done: 'good', refused: 'bad', unknown: 'wait' } as const;

const columns: readonly Column<Action>[] = [
  { key: 'when', title: text.when, cell: ({ happenedAt }) => showMoment(happenedAt) },
  {
    key: 'who',
    title: text.who,
    cell: ({ who, role, isProgram }) => (
      <span className={styles.lines}>
        <span>{who || text.contract}</span>
        <Text as="span" size="s" tone="quiet">
          {isProgram ? text.program : text.roles[role]}
        </Text>
      </span>
    ),
  },
  {
    key: 'what',
    title: text.what,
    cell: ({ what, account, objectCount }) => (
      <span className={styles.lines}>
        <span>{what}</span>
        {(account !== null || objectCount !== null) && (
          <Text as="span" size="s" tone="quiet" isNumeric>
            {[account, objectCount !== null && formatText(text.meters, { n: objectCount })]
              .filter(Boolean)
              .join(' · ')}
          </Text>
        )}
      </span>
    ),
  },
  {
    key: 'outcome',
    title: text.outcome,
    cell: ({ outcome, reason }) => (
      <span className={styles.lines}>
        <StateMark tone={outcomeTones[outcome]}>{text.outcomes[outcome]}</StateMark>
        {reason !== null && (
          <Text as="span" size="s" tone="quiet">
            {reason}
          </Text>
        )}
      </span>
    ),
  },
];

/** The filter as the calls take it; a person of another list counts as none. */
function asked({ person, ...days }: ActionFilter, people: readonly Person[]) {
  const isKnown = people.some(({ personId }) => personId === person);
  return { ...days, ...(isKnown && person !== undefined && { personId: person }) };
}

function listOf(people: readonly Person[]) {
  const labels = people.map(({ personId, name, email }) => ({
    value: personId,
    label: name || email || text.contract,
  }));
  return defineList({
    query: (_: string, filter: ActionFilter) => actionsQuery(asked(filter, people)),
    words: { loading: text.actionsLoading, failed: text.actionsFailed },
    // Card and table are landmarks, whose names must differ.
    caption: () => text.actionRows,
    empty: text,
    rows: (pages) => pages.flatMap(({ actions }) => actions),
    rowKey: ({ actionId }) => actionId,
    listed: ({ count }) => count,
    filter: {
      label: text.filter,
      foldLabel: text.filter,
      fields: ({ person, from, to }: ActionFilter) => [
        {
          kind: 'select',
          name: 'person',
          label: text.person,
          value: person,
          options: [{ value: '', label: text.anyPerson }, ...labels],
        },
        { kind: 'date', name: 'from', label: text.from, value: from },
        { kind: 'date', name: 'to', label: text.to, value: to },
      ],
      read: (values) => readSearch(actionSearch, values),
    },
    head: ({ count }) => ({
      name: text.found,
      figure: <MoneyFigure sum={showNumber(count)} unit={formatText(text.count, { n: count })} size="l" />,
    }),
    file: {
      label: text.files,
      download: (_, filter, format) => downloadFile(exportActions, { ...asked(filter, people), format }),
    },
  });
}

const nobody: readonly Person[] = [];

interface ActionListProps {
  filter: ActionFilter;
  onFilter: (filter: ActionFilter) => void;
}

/** What the people of the company changed or tried to: who, what, when, which account, how it ended. */
export function ActionList(props: ActionListProps) {
  const people = useQuery(peopleQuery).data?.people ?? nobody;
  const list = useMemo(() => listOf(people), [people]);
  return (
    <SettingsCard title={text.actions} lead={text.actionsLead}>
      <RecordList
        {...props}
        list={list}
        context=""
        gap="3"
        view={{ className: styles.rows, columns: () => columns }}
      />
    </SettingsCard>
  );
}
