import { infiniteQueryOptions, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { OutputOf } from '#contract/define-call.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { listSentMessages, recallMessage, stopMessage } from '#contract/supplier-messages/send-messages.ts';
import { callApi, queryApi } from '#web/lib/api.ts';
import { showMoment, showNumber } from '#web/lib/format.ts';
import { defineList, RecordList } from '#web/lib/list/record-list.tsx';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/form/field.tsx';
import { Dialog } from '#web/ui/layout/dialog.tsx';
import { Row, Stack, Text } from '#web/ui/layout/stack.tsx';
import type { Column } from '#web/ui/list/data-table.tsx';
import { StateMark } from '#web/ui/list/state-mark.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { describeRule } from './audience-fields.tsx';
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

/** "3 / 6". */
const readOf = ({ readAccounts, accounts }: Sent) => `${showNumber(readAccounts)} / ${showNumber(accounts)}`;

const tones = {
  scheduled: 'wait',
  delivering: 'wait',
  delivered: 'good',
  stopped: 'void',
  recalled: 'void',
} as const;

const stateOf = ({ state, recalled }: Sent) => (recalled ? 'recalled' : state);

/** Whom it was for, why, who stopped or recalled it, and what became of its notices. */
function factsOf({ audience, reason, stoppedBy, recalled, notices }: Sent): readonly string[] {
  const of = audience.rule ? describeRule(audience.rule) : text.audiences[audience.kind];
  const list = notices.map(({ channel, state, count }) =>
    formatText(text.notice, {
      channel: text.channels[channel],
      state: text.noticeStates[state],
      count: showNumber(count),
    }),
  );
  return [
    formatText(text.for, { audience: of }),
    ...(reason ? [formatText(text.why, { reason })] : []),
    ...(stoppedBy ? [formatText(text.stoppedBy, { by: stoppedBy })] : []),
    ...(recalled ? [formatText(text.recalledBy, { ...recalled, at: showMoment(recalled.at) })] : []),
    ...(list.length > 0 ? [formatText(text.notices, { list: list.join('; ') })] : []),
  ];
}

/** Whether there is nothing left to recall. */
const isReadByAll = ({ state, accounts, readAccounts }: Sent) =>
  state === 'delivered' && accounts > 0 && readAccounts >= accounts;

type Act = 'stop' | 'recall';

const columnsOf = (onAct: (act: Act, message: Sent) => void): readonly Column<Sent>[] => [
  { key: 'sentAt', title: text.sentAt, cell: ({ sentAt }) => showMoment(sentAt) },
  {
    key: 'what',
    title: text.what,
    cell: (message) => (
      <details className={styles.sent}>
        <summary>{message.title}</summary>
        <p>{message.text}</p>
        <ul className={styles.facts}>
          {factsOf(message).map((fact) => (
            <li key={fact}>{fact}</li>
          ))}
        </ul>
      </details>
    ),
  },
  {
    key: 'state',
    title: text.state,
    cell: (message) => <StateMark tone={tones[stateOf(message)]}>{text.states[stateOf(message)]}</StateMark>,
  },
  { key: 'sentBy', title: text.sentBy, cell: ({ sentBy }) => sentBy || text.supplier },
  {
    key: 'to',
    title: text.to,
    numeric: true,
    cell: ({ accounts, expected, account, state }) =>
      account ??
      (state === 'delivered'
        ? showNumber(accounts)
        : formatText(text.progress, { accounts: showNumber(accounts), expected: showNumber(expected) })),
  },
  { key: 'read', title: text.read, numeric: true, cell: readOf },
  {
    key: 'actions',
    title: text.actions,
    cell: (message) => (
      <Row gap="1">
        {(message.state === 'scheduled' || message.state === 'delivering') && (
          <Button onClick={() => onAct('stop', message)}>{text.stop}</Button>
        )}
        {message.recalled === null && message.state !== 'scheduled' && !isReadByAll(message) && (
          <Button onClick={() => onAct('recall', message)}>{text.recall}</Button>
        )}
      </Row>
    ),
  },
];

const noFilter = {};

/** Messages that were sent or are planned: how far they have come, where they were read, stopping and recalling one. */
export function SentList() {
  const client = useQueryClient();
  const [asked, setAsked] = useState<{ act: Act; message: Sent }>();
  return (
    <>
      <RecordList
        list={sentMessages}
        context={undefined}
        filter={noFilter}
        gap="2"
        view={{
          className: styles.table,
          columns: () => columnsOf((act, message) => setAsked({ act, message })),
        }}
      />
      {asked && (
        <ActDialog
          {...asked}
          onClose={() => setAsked(undefined)}
          onDone={() => client.invalidateQueries({ queryKey: sentKey })}
        />
      )}
    </>
  );
}

interface ActDialogProps {
  act: Act;
  message: Sent;
  onClose: () => void;
  onDone: () => Promise<void>;
}

/** Says what stopping or recalling does, asks why, and does it. */
function ActDialog({ act, message, onClose, onDone }: ActDialogProps) {
  const [reason, setReason] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const { id: messageId, title, accounts, expected, readAccounts } = message;
  const isRecall = act === 'recall';
  const run = async () => {
    const why = reason.trim();
    if (isRecall && why.length < 3) {
      setError(text.recallReasonWanted);
      document.getElementById('recall-reason')?.focus();
      return;
    }
    setBusy(true);
    const result = isRecall
      ? await callApi(recallMessage, { messageId, reason: why })
      : await callApi(stopMessage, { messageId });
    setBusy(false);
    if (!result.ok) return setProblem(result.failure.message);
    await onDone();
    onClose();
  };
  return (
    <Dialog
      open
      title={isRecall ? text.recallTitle : text.stopTitle}
      closeLabel={text.close}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{text.cancel}</Button>
          <Button kind="danger" busy={isBusy} onClick={() => void run()}>
            {isRecall ? text.recall : text.stop}
          </Button>
        </>
      }
    >
      <Stack gap="2">
        <Text>
          {isRecall
            ? formatText(text.recallLead, { title, read: showNumber(readAccounts) })
            : formatText(text.stopLead, {
                title,
                accounts: showNumber(accounts),
                expected: showNumber(expected),
              })}
        </Text>
        {isRecall && (
          <TextField
            id="recall-reason"
            value={reason}
            onChange={({ target }) => setReason(target.value)}
            label={text.recallReason}
            hint={text.recallReasonHint}
            error={error}
            maxLength={300}
          />
        )}
        {problem && (
          <Notice kind="bad" live="alert">
            {problem}
          </Notice>
        )}
      </Stack>
    </Dialog>
  );
}
