import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { readSearch } from '#contract/page-search.ts';
import { managedActSearch } from '#contract/pages.ts';
import type { ListedAct, ManagedAct } from '#contract/values/managed-act.ts';
import { text as cabinet } from '#web/lib/cabinet-text.ts';
import { isSomeMoney, showDate, showMoney } from '#web/lib/format.ts';
import { defineList, RecordList } from '#web/lib/list/record-list.tsx';
import { newRequestId } from '#web/lib/request-id.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/layout/dialog.tsx';
import { Row, Stack, Text } from '#web/ui/layout/stack.tsx';
import type { Column } from '#web/ui/list/data-table.tsx';
import { StateMark, type StateTone } from '#web/ui/list/state-mark.tsx';
import { showTip } from '#web/ui/tip-area.tsx';
import { type ActsFilter, type ActsPage, actQuery, actStates, actsKey, actsQuery } from './api.ts';
import { type ActName, DrawForm } from './draw-form.tsx';
import styles from './manage.module.css';
import { text } from './text.ts';

const actList = defineList({
  query: (_: undefined, filter: ActsFilter) => actsQuery(filter),
  words: { loading: text.loading, failed: text.failed },
  caption: () => text.caption,
  empty: text,
  rows: (pages: readonly ActsPage[]) => pages.flatMap(({ acts }) => acts),
  rowKey: ({ account, actNumber }: ListedAct) => `${account} ${actNumber}`,
  shown: () => undefined,
  filter: {
    label: text.filter,
    foldLabel: text.filter,
    fields: ({ account, number, state, waiting, from, to }: ActsFilter) => [
      { kind: 'text', name: 'number', label: text.number, value: number, maxLength: 40 },
      {
        kind: 'text',
        name: 'account',
        label: text.account,
        value: account,
        maxLength: 10,
        inputMode: 'numeric',
      },
      {
        kind: 'select',
        name: 'state',
        label: text.state,
        value: state,
        options: [
          { value: '', label: text.anyState },
          ...actStates.map((one) => ({ value: one, label: text.states[one] })),
        ],
      },
      {
        kind: 'select',
        name: 'waiting',
        label: text.waiting,
        value: waiting,
        options: [
          { value: '', label: text.anyWaiting },
          { value: 'proposed', label: text.onlyWaiting },
        ],
      },
      { kind: 'date', name: 'from', label: text.from, value: from },
      { kind: 'date', name: 'to', label: text.to, value: to },
    ],
    read: (values) => readSearch(managedActSearch, values),
  },
});

function toneOf({ state, owed, isOverdue }: Pick<ListedAct, 'state' | 'owed' | 'isOverdue'>): StateTone {
  if (isOverdue) return 'bad';
  if (isSomeMoney(owed)) return 'wait';
  if (state === 'paid') return 'good';
  return state === 'cancelled' ? 'void' : 'note';
}

/** The state of an act, and whether a step waits for another person. */
export function ActState(act: Pick<ListedAct, 'state' | 'owed' | 'isOverdue' | 'isWaiting'>) {
  return (
    <Stack as="span" gap="05">
      <StateMark tone={toneOf(act)}>{text.states[act.isOverdue ? 'overdue' : act.state]}</StateMark>
      {act.isWaiting && <StateMark tone="wait">{text.waitsMark}</StateMark>}
    </Stack>
  );
}

/** A sum; on a phone, where columns have no heads, with its name. */
const named = (name: string, sum: string) => (
  <>
    <span className={styles.sumName}>{name}</span> {showMoney(sum)}
  </>
);

const columnsOf = (linkTo: (row: ListedAct) => ReactNode): readonly Column<ListedAct>[] => [
  { key: 'number', title: text.number, cell: linkTo },
  { key: 'drawn', title: text.drawnOn, cell: ({ drawnOn }) => showDate(drawnOn) },
  {
    key: 'customer',
    title: text.customer,
    cell: ({ customerName, account, address }) => (
      <Stack as="span" gap="05">
        <span>{customerName}</span>
        <Text as="span" size="s" tone="quiet" isNumeric>
          {[account, address].filter(Boolean).join(' · ')}
        </Text>
      </Stack>
    ),
  },
  { key: 'state', title: text.state, cell: (act) => <ActState {...act} /> },
  {
    key: 'sum',
    title: text.sum,
    numeric: true,
    cell: ({ sum }) => named(cabinet.sum, sum),
    isBlank: ({ sum }) => !isSomeMoney(sum),
  },
  {
    key: 'owed',
    title: text.owed,
    numeric: true,
    cell: ({ owed }) => named(cabinet.toPay, owed),
    isBlank: ({ owed }) => !isSomeMoney(owed),
  },
];

interface ManagedActsProps {
  filter: ActsFilter;
  onFilter: (filter: ActsFilter) => void;
  linkTo: (act: ActName) => ReactNode;
  mayChange: boolean;
  /** Opens an act that was just drawn up. */
  onDrawn: (act: ManagedAct) => void;
}

/** Violation acts of all accounts, newest first. */
export function ManagedActs({ filter, onFilter, linkTo, mayChange, onDrawn }: ManagedActsProps) {
  const client = useQueryClient();
  const [requestId, setRequestId] = useState<string>();
  const close = () => setRequestId(undefined);
  return (
    <Stack gap="3">
      <Text tone="quiet">{text.lead}</Text>
      {mayChange && (
        <Row gap="1">
          <Button kind="ink" onClick={() => setRequestId(newRequestId())}>
            {text.draw}
          </Button>
        </Row>
      )}
      <RecordList
        list={actList}
        context={undefined}
        filter={filter}
        onFilter={onFilter}
        gap="3"
        view={{ className: styles.acts, columns: () => columnsOf(linkTo) }}
      />
      <Dialog open={requestId !== undefined} title={text.draw} closeLabel={text.close} onClose={close}>
        {requestId !== undefined && (
          <DrawForm
            account={filter.account ?? ''}
            requestId={requestId}
            linkTo={linkTo}
            onCancel={close}
            onDrawn={(act) => {
              client.setQueryData(actQuery(act.account, act.actNumber).queryKey, { status: 'success', act });
              void client.invalidateQueries({ queryKey: [...actsKey, 'list'] });
              close();
              showTip('good', text.drawForm.done);
              onDrawn(act);
            }}
          />
        )}
      </Dialog>
    </Stack>
  );
}
