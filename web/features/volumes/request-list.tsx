import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { OutputOf } from '#contract/define-call.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { getVolumeRequest, listVolumeRequests } from '#contract/volumes.ts';
import { staffActions } from '#domain/volumes/request-states.ts';
import { showKwh, showMoment, showPeriod } from '#web/lib/format.ts';
import { defineList, RecordList } from '#web/lib/list/record-list.tsx';
import { accountQuery } from '#web/lib/query/account-query.ts';
import { QueryPart } from '#web/lib/query/query-part.tsx';
import { Disclosure } from '#web/ui/layout/disclosure.tsx';
import { Stack, Text } from '#web/ui/layout/stack.tsx';
import { DataTable } from '#web/ui/list/data-table.tsx';
import { StateMark } from '#web/ui/list/state-mark.tsx';
import { RowsSkeleton } from '#web/ui/skeleton.tsx';
import { numberColumn, showDelta, showVolume } from './figures.tsx';
import { text } from './text.ts';
import { stateTones } from './volume-year.tsx';
import styles from './volumes.module.css';

export type Request = OutputOf<typeof listVolumeRequests>['requests'][number];
type RequestRow = OutputOf<typeof getVolumeRequest>['rows'][number];

const noFilter = {};

const requestList = defineList({
  whole: (account: string) => accountQuery(listVolumeRequests, account),
  words: { loading: text.requestsLoading, failed: text.requestsFailed },
  caption: () => text.requests,
  empty: () => <Text tone="quiet">{text.requestsEmpty}</Text>,
  rows: (pages) => pages.flatMap(({ requests }) => requests),
  rowKey: ({ requestId }) => requestId,
  skeletonRows: 3,
});

/** The corrections that an account asked for, the newest first, with the answers of the supplier. */
export function RequestList({ account }: { account: string }) {
  return (
    <Stack as="section" gap="3" aria-labelledby="volume-requests">
      <Text as="h2" id="volume-requests" size="l">
        {text.requests}
      </Text>
      <RecordList
        list={requestList}
        context={account}
        filter={noFilter}
        gap="3"
        view={{
          className: styles.requests,
          item: (request) => <RequestItem account={account} request={request} />,
        }}
      />
    </Stack>
  );
}

function RequestItem({ account, request }: { account: string; request: Request }) {
  const [isOpen, setOpen] = useState(false);
  const { requestId, period, state, points, beforeKwh, afterKwh } = request;
  const query = useQuery({
    ...accountQuery(getVolumeRequest, account, { correctionId: requestId }),
    enabled: isOpen,
  });
  return (
    <li>
      <StateMark tone={stateTones[state]}>{text.states[state]}</StateMark>
      <Text as="span" isStrong isNumeric>
        {formatText(text.requestOf, {
          month: showPeriod(period),
          n: points,
          before: showKwh(beforeKwh),
          after: showKwh(afterKwh),
        })}
      </Text>
      <RequestWords request={request} customer={text.byContract} />
      <Disclosure summary={text.rowsOf} onOpen={() => setOpen(true)}>
        {isOpen && (
          <QueryPart
            query={query}
            failed={text.requestsFailed}
            skeleton={<RowsSkeleton label={text.requestsLoading} rows={2} />}
          >
            {({ rows }) => <RequestRows rows={rows} />}
          </QueryPart>
        )}
      </Disclosure>
    </li>
  );
}

const isOfStaff = (action: string) => (staffActions as readonly string[]).includes(action);

/** What was said about a request, and who did what when. */
export function RequestWords({ request, customer }: { request: Request; customer: string }) {
  const { note, reason, events } = request;
  return (
    <Stack gap="05">
      {note && <Text size="s">{formatText(text.noteOf, { note })}</Text>}
      {reason && <Text size="s">{formatText(text.answer, { reason })}</Text>}
      <Text as="ul" tone="quiet" size="s">
        {events.map(({ action, happenedAt, actorName }) => (
          <li key={happenedAt + action}>
            {showMoment(happenedAt)} · {text.actions[action]} ·{' '}
            {actorName || (isOfStaff(action) ? text.bySupplier : customer)}
          </li>
        ))}
      </Text>
    </Stack>
  );
}

/** The points of a request: kWh before and after. */
export function RequestRows({ rows }: { rows: readonly RequestRow[] }) {
  const sum = (of: (row: RequestRow) => number) => rows.reduce((total, row) => total + of(row), 0);
  const [before, after] = [sum(({ beforeKwh }) => beforeKwh ?? 0), sum(({ kwh }) => kwh)];
  return (
    <DataTable
      caption={`${text.rowsOf}, ${text.unit}`}
      captionHidden
      phoneLayout={styles.rows}
      rows={rows}
      rowKey={({ eic }) => eic}
      columns={[
        {
          key: 'point',
          title: text.point,
          cell: ({ objectName, address, eic }) => (
            <span className={styles.point}>
              <span className={styles.name}>{objectName || address || eic}</span>
              <Text as="span" size="s" tone="quiet" isNumeric>
                {eic}
              </Text>
            </span>
          ),
        },
        numberColumn<RequestRow>('before', text.before, ({ beforeKwh }) => showVolume(beforeKwh)),
        numberColumn<RequestRow>('after', text.after, ({ kwh }) => <strong>{showVolume(kwh)}</strong>),
        numberColumn<RequestRow>('change', text.change, ({ beforeKwh, kwh }) =>
          showDelta(kwh - (beforeKwh ?? 0)),
        ),
      ]}
      total={{
        point: text.total,
        before: showVolume(before),
        after: showVolume(after),
        change: showDelta(after - before),
      }}
    />
  );
}
