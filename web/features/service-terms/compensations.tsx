import { infiniteQueryOptions, keepPreviousData, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import type { OutputOf } from '#contract/define-call.ts';
import { formatText } from '#contract/messages/format-text.ts';
import {
  type CompensationData,
  decideCompensation,
  listCompensations,
} from '#contract/service-terms/compensations.ts';
import { compensationExclusions } from '#domain/service-terms/compensation.ts';
import { callApi, queryApi } from '#web/lib/api.ts';
import { showDate, showMoment, showSum } from '#web/lib/format.ts';
import { defineList, RecordList } from '#web/lib/list/record-list.tsx';
import { Button } from '#web/ui/button.tsx';
import { AreaField } from '#web/ui/form/area-field.tsx';
import { SelectField } from '#web/ui/form/field.tsx';
import { Dialog } from '#web/ui/layout/dialog.tsx';
import { Row, Stack, Text } from '#web/ui/layout/stack.tsx';
import type { Column } from '#web/ui/list/data-table.tsx';
import { StateMark } from '#web/ui/list/state-mark.tsx';
import { Notice } from '#web/ui/notice.tsx';
import styles from './compensations.module.css';
import { text } from './compensations-text.ts';

const compensationsKey = ['compensations'] as const;

type CompensationPart = 'proposed' | 'decided';
type Page = OutputOf<typeof listCompensations>;
interface Filter {
  readonly state: CompensationPart;
}

const compensationList = defineList({
  query: (_: undefined, { state }: Filter) =>
    infiniteQueryOptions({
      queryKey: [...compensationsKey, state] as readonly unknown[],
      queryFn: ({ signal, pageParam }) =>
        queryApi(listCompensations, { state, ...(pageParam && { cursor: pageParam }) }, { signal }),
      initialPageParam: '',
      getNextPageParam: (last: Page) => last.next ?? undefined,
      placeholderData: keepPreviousData,
    }),
  words: { loading: text.loading, failed: text.failed },
  caption: () => text.caption,
  empty: ({ state }) => (
    <Notice kind="info" title={state === 'proposed' ? text.emptyTitle : text.emptyDecidedTitle}>
      {state === 'proposed' ? text.empty : text.emptyDecided}
    </Notice>
  ),
  rows: (pages, { state }) =>
    pages
      .flatMap(({ compensations }) => compensations)
      // What another part has shown stands until this one has come.
      .filter((row) => (row.state === 'proposed') === (state === 'proposed')),
  rowKey: ({ compensationId }) => compensationId,
  skeletonRows: 6,
});

/** Under each other, the second line quiet. */
function Lines({ second, children }: { second: ReactNode; children: ReactNode }) {
  return (
    <span className={styles.lines}>
      {children}
      <Text as="span" size="s" tone="quiet" isNumeric>
        {second}
      </Text>
    </span>
  );
}

function leftInWords(daysLeft: number): string {
  if (daysLeft === 0) return text.today;
  return formatText(daysLeft < 0 ? text.late : text.left, { n: Math.abs(daysLeft) });
}

const tones = {
  proposed: 'wait',
  approved: 'wait',
  booked: 'good',
  excluded: 'void',
  reversed: 'void',
} as const;

const ticketColumn: Column<CompensationData> = {
  key: 'ticket',
  title: text.ticket,
  cell: ({ ticket, account, customerClass }) => (
    <Lines
      second={`${formatText(text.account, { account })} · ${text.classes[customerClass]} · ${formatText(
        text.number,
        { number: ticket.number, topic: ticket.topic },
      )}`}
    >
      {ticket.title}
    </Lines>
  ),
};
const sumColumn: Column<CompensationData> = {
  key: 'sum',
  title: text.amount,
  numeric: true,
  cell: ({ sum }) => showSum(sum),
};

type OnAsk = (row: CompensationData, kind: 'approve' | 'exclude') => void;

const proposedColumns = (onAsk: OnAsk): readonly Column<CompensationData>[] => [
  ticketColumn,
  {
    key: 'breached',
    title: text.breached,
    cell: ({ breachedOn, answeredOn }) => (
      <Lines
        second={
          answeredOn === null ? text.notAnswered : formatText(text.answered, { date: showDate(answeredOn) })
        }
      >
        <span>{showDate(breachedOn)}</span>
      </Lines>
    ),
  },
  {
    key: 'due',
    title: text.dueBy,
    cell: ({ dueBy, daysLeft }) => (
      <Lines second={showDate(dueBy)}>
        <StateMark tone={daysLeft < 0 ? 'bad' : 'wait'}>{leftInWords(daysLeft)}</StateMark>
      </Lines>
    ),
  },
  sumColumn,
  {
    key: 'act',
    title: text.act,
    cell: (row) => (
      <Row gap="1">
        <Button kind="ink" onClick={() => onAsk(row, 'approve')}>
          {text.approve}
        </Button>
        <Button kind="quiet" onClick={() => onAsk(row, 'exclude')}>
          {text.exclude}
        </Button>
      </Row>
    ),
  },
];

const decidedColumns: readonly Column<CompensationData>[] = [
  ticketColumn,
  {
    key: 'state',
    title: text.act,
    cell: ({ state, exclusion, note, decided }) => (
      <Lines
        second={[
          decided && formatText(text.by, { by: decided.by, date: showMoment(decided.at) }),
          exclusion && text.reasons[exclusion],
          note,
        ]
          .filter(Boolean)
          .join(' · ')}
      >
        <StateMark tone={tones[state]}>{text.states[state]}</StateMark>
      </Lines>
    ),
  },
  sumColumn,
];

interface CompensationsProps {
  state: CompensationPart;
  /** Links to the parts. */
  tabs: (waiting: number | undefined) => ReactNode;
}

/** Compensations of breached terms: what is to be decided by its last day, with the days left, and what was decided. */
export function Compensations({ state, tabs }: CompensationsProps) {
  const [asked, setAsked] = useState<{ row: CompensationData; kind: 'approve' | 'exclude' }>();
  const [done, setDone] = useState<string>();
  const columns =
    state === 'decided' ? decidedColumns : proposedColumns((row, kind) => setAsked({ row, kind }));
  return (
    <Stack gap="2">
      {done && (
        <Notice kind="good" live="status">
          {done}
        </Notice>
      )}
      <RecordList
        list={compensationList}
        context={undefined}
        filter={{ state }}
        gap="2"
        view={{ className: styles.rows, columns: () => columns }}
      >
        {(last) => (
          <Row gap="2" align="center">
            {tabs(last?.waiting)}
            {last && last.waiting > 0 && (
              <>
                <StateMark tone={last.overdue > 0 ? 'bad' : 'good'}>
                  {last.overdue > 0 ? formatText(text.overdue, { n: last.overdue }) : text.onTime}
                </StateMark>
                <Text as="span" tone="quiet" isNumeric>
                  {formatText(text.sum, { sum: showSum(last.waitingSum) })}
                </Text>
              </>
            )}
          </Row>
        )}
      </RecordList>
      {asked && (
        <DecisionDialog
          {...asked}
          onClose={() => setAsked(undefined)}
          onDone={(words) => {
            setAsked(undefined);
            setDone(words);
          }}
        />
      )}
    </Stack>
  );
}

interface DecisionDialogProps {
  row: CompensationData;
  kind: 'approve' | 'exclude';
  onClose: () => void;
  /** Receives what to say. */
  onDone: (words: string) => void;
}

/** Asks once more with the sum, or for the reason, and says when somebody was faster. */
function DecisionDialog({ row, kind, onClose, onDone }: DecisionDialogProps) {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [missing, setMissing] = useState(false);
  const { account, compensationId } = row;
  const params = { sum: showSum(row.sum), account, number: row.ticket.number };
  const isApproving = kind === 'approve';
  const decide = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const form = new FormData(event.currentTarget);
    const exclusion = compensationExclusions.find((one) => one === form.get('exclusion'));
    if (!isApproving && exclusion === undefined) return setMissing(true);
    const note = String(form.get('note') ?? '').trim();
    const decision = exclusion
      ? ({ kind: 'exclude', exclusion, note } as const)
      : ({ kind: 'approve' } as const);
    setBusy(true);
    setFailure(undefined);
    const result = await callApi(decideCompensation, { account, compensationId, decision });
    setBusy(false);
    await client.invalidateQueries({ queryKey: compensationsKey });
    if (!result.ok) return setFailure(result.failure.message);
    const { state } = result.data.compensation;
    onDone(state === 'proposed' ? '' : formatText(text.doneBy[state], params));
  };
  return (
    <Dialog
      open
      title={isApproving ? text.approveTitle : text.excludeTitle}
      closeLabel={text.close}
      onClose={onClose}
      actions={
        <>
          <Button type="submit" form="compensation" kind="ink" busy={busy}>
            {isApproving ? formatText(text.approveSum, params) : text.exclude}
          </Button>
          <Button kind="plain" onClick={onClose}>
            {text.cancel}
          </Button>
        </>
      }
    >
      <form id="compensation" noValidate onSubmit={(event) => void decide(event)}>
        <Stack gap="2">
          <p>{formatText(isApproving ? text.approveText : text.excludeText, params)}</p>
          {isApproving ? (
            <Text size="s" tone="quiet">
              {text.approveUndo}
            </Text>
          ) : (
            <>
              <SelectField
                name="exclusion"
                label={text.reason}
                defaultValue=""
                error={missing ? text.chooseFirst : undefined}
                onChange={() => setMissing(false)}
              >
                <option value="" disabled>
                  {text.choose}
                </option>
                {compensationExclusions.map((one) => (
                  <option key={one} value={one}>
                    {text.reasons[one]}
                  </option>
                ))}
              </SelectField>
              <AreaField name="note" label={text.note} maxLength={500} rows={3} />
            </>
          )}
          {failure && (
            <Notice kind="bad" live="alert">
              {failure}
            </Notice>
          )}
        </Stack>
      </form>
    </Dialog>
  );
}
