import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { InputOf, OutputOf } from '#contract/define-call.ts';
import { formatMessage } from '#contract/messages/format-message.ts';
import { formatText } from '#contract/messages/format-text.ts';
import {
  decideVolumeRequest,
  waitingVolumeRequest,
  waitingVolumeRequests,
} from '#contract/volumes/waiting-volumes.ts';
import { callApi, queryApi } from '#web/lib/api.ts';
import { showKwh, showMoment, showPeriod } from '#web/lib/format.ts';
import { defineList, RecordList } from '#web/lib/list/record-list.tsx';
import { QueryPart } from '#web/lib/query/query-part.tsx';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/form/field.tsx';
import { Row, Stack, Text } from '#web/ui/layout/stack.tsx';
import type { Column } from '#web/ui/list/data-table.tsx';
import { StateMark } from '#web/ui/list/state-mark.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { RowsSkeleton } from '#web/ui/skeleton.tsx';
import { numberColumn, showVolume } from './figures.tsx';
import { RequestRows, RequestWords } from './request-list.tsx';
import { text } from './text.ts';
import { stateTones } from './volume-year.tsx';
import styles from './volumes.module.css';

type Waiting = OutputOf<typeof waitingVolumeRequests>['requests'][number];
type Action = InputOf<typeof decideVolumeRequest>['action'];

const waitingKey = ['volume-requests'] as const;
const waitingQuery = () => ({
  queryKey: [...waitingKey, 'waiting'],
  queryFn: ({ signal }: { signal: AbortSignal }) => queryApi(waitingVolumeRequests, {}, { signal }),
});
const requestQuery = (account: string, requestId: string) =>
  queryOptions({
    queryKey: [...waitingKey, account, requestId],
    queryFn: ({ signal }) => queryApi(waitingVolumeRequest, { account, correctionId: requestId }, { signal }),
  });

const noFilter = {};

const waitingList = defineList({
  whole: waitingQuery,
  words: { loading: text.waitingLoading, failed: text.waitingFailed },
  caption: () => text.waitingTitle,
  empty: () => (
    <Notice kind="info" title={text.waitingEmptyTitle}>
      {text.waitingEmpty}
    </Notice>
  ),
  rows: (pages) => pages.flatMap(({ requests }) => requests),
  rowKey: ({ requestId }) => requestId,
  skeletonRows: 4,
});

type LinkTo = (account: string, requestId: string, words: ReactNode) => ReactNode;

const columnsOf = (linkTo: LinkTo): readonly Column<Waiting>[] => [
  {
    key: 'customer',
    title: text.customer,
    cell: ({ account, requestId, customerName, contractNumber }) => (
      <span className={styles.point}>
        {linkTo(account, requestId, customerName)}
        <Text as="span" size="s" tone="quiet" isNumeric>
          {[account, contractNumber].filter(Boolean).join(' · ')}
        </Text>
      </span>
    ),
  },
  { key: 'month', title: text.month, cell: ({ period }) => showPeriod(period) },
  numberColumn('points', text.rowsOf, ({ points }) => String(points)),
  numberColumn(
    'change',
    `${text.changeKwh}, ${text.unit}`,
    ({ beforeKwh, afterKwh }) => `${showVolume(beforeKwh)} → ${showVolume(afterKwh)}`,
  ),
  { key: 'sentAt', title: text.sentAt, cell: ({ sentAt }) => (sentAt === null ? '' : showMoment(sentAt)) },
  {
    key: 'attention',
    title: text.state,
    cell: ({ state }) => <StateMark tone={stateTones[state]}>{text.states[state]}</StateMark>,
  },
];

/** The corrections that customers have sent, the oldest first. */
export function WaitingRequests({ linkTo }: { linkTo: LinkTo }) {
  return (
    <RecordList
      list={waitingList}
      context={undefined}
      filter={noFilter}
      gap="3"
      view={{ className: styles.rows, columns: () => columnsOf(linkTo) }}
    />
  );
}

interface WaitingRequestProps {
  account: string;
  requestId: string;
  listLink: ReactNode;
}

/** A correction with its points, and what is decided about it. */
export function WaitingRequest({ account, requestId, listLink }: WaitingRequestProps) {
  const query = useQuery(requestQuery(account, requestId));
  return (
    <Stack gap="3">
      <p>{listLink}</p>
      <QueryPart
        query={query}
        failed={text.requestsFailed}
        skeleton={<RowsSkeleton label={text.requestsLoading} rows={4} />}
      >
        {({ request, rows }) => (
          <Stack as="section" gap="3" aria-labelledby="volume-request">
            <Row gap="2" align="center">
              <Text as="h2" id="volume-request" size="l">
                {formatText(text.requestOf, {
                  month: showPeriod(request.period),
                  n: request.points,
                  before: showKwh(request.beforeKwh),
                  after: showKwh(request.afterKwh),
                })}
              </Text>
              <StateMark tone={stateTones[request.state]}>{text.states[request.state]}</StateMark>
            </Row>
            <RequestWords request={request} customer={text.customerSide} />
            <RequestRows rows={rows} />
            <Decision account={account} request={request} />
          </Stack>
        )}
      </QueryPart>
    </Stack>
  );
}

interface DecisionProps {
  account: string;
  request: OutputOf<typeof waitingVolumeRequest>['request'];
}

/** The steps that the state of a request lets staff do; the reason is asked for where it is needed. */
function Decision({ account, request: { requestId, revision, state } }: DecisionProps) {
  const client = useQueryClient();
  const [busy, setBusy] = useState<Action>();
  const [error, setError] = useState<string>();
  const [reasonError, setReasonError] = useState<string>();
  const [done, setDone] = useState<string>();
  const [reason, setReason] = useState('');
  const decide = async (action: Action) => {
    if (action === 'decline' && reason.trim() === '') {
      setReasonError(formatMessage('limits.reasonMissing'));
      return;
    }
    setBusy(action);
    setError(undefined);
    setReasonError(undefined);
    const result = await callApi(decideVolumeRequest, {
      account,
      correctionId: requestId,
      revision,
      action,
      reason,
    });
    if (result.ok) setDone(text.decided[action]);
    else setError(result.failure.message);
    await client.invalidateQueries({ queryKey: waitingKey });
    setBusy(undefined);
  };
  const mayDecline = state === 'sent' || state === 'approved';
  return (
    <Stack gap="2">
      {done && (
        <Notice kind="good" live="status">
          {done}
        </Notice>
      )}
      {error && (
        <Notice kind="bad" live="alert" title={text.moveFailed}>
          {error}
        </Notice>
      )}
      {mayDecline && (
        <TextField
          label={text.reason}
          hint={text.reasonHint}
          error={reasonError}
          value={reason}
          maxLength={500}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
      )}
      <Row gap="1">
        {state === 'sent' && (
          <Button data-changes kind="lamp" busy={busy === 'approve'} onClick={() => void decide('approve')}>
            {text.approve}
          </Button>
        )}
        {state === 'approved' && (
          <Button data-changes kind="lamp" busy={busy === 'apply'} onClick={() => void decide('apply')}>
            {text.apply}
          </Button>
        )}
        {mayDecline && (
          <Button kind="danger" busy={busy === 'decline'} onClick={() => void decide('decline')}>
            {text.decline}
          </Button>
        )}
      </Row>
    </Stack>
  );
}
