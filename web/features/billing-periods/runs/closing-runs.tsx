import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { hasRole } from '#contract/identity/admin-roles.ts';
import { showMoment, showMoney, showNumber, showPeriod } from '#web/lib/format.ts';
import { useLiveTopic } from '#web/lib/query/live.ts';
import { QueryPart } from '#web/lib/query/query-part.tsx';
import { useSessionStore } from '#web/session/session-store.ts';
import { Stack, Text } from '#web/ui/layout/stack.tsx';
import { DataTable } from '#web/ui/list/data-table.tsx';
import { StateMark } from '#web/ui/list/state-mark.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { RowsSkeleton } from '#web/ui/skeleton.tsx';
import { type MonthStates, monthsKey, monthsQuery } from './api.ts';
import { type ExceptionFilter, ExceptionList } from './exception-list.tsx';
import { NextMonth } from './next-month.tsx';
import styles from './runs.module.css';
import { text } from './text.ts';

interface ClosingRunsProps {
  filter: ExceptionFilter;
  onFilter: (filter: ExceptionFilter) => void;
  /** To where an account is put right. */
  linkTo: (account: string) => ReactNode;
  /** To where readings under review are decided. */
  reviewLink: ReactNode;
}

/** Loads again when a run begins, ends, or is paused, whoever did it. */
function useFollowedRuns(): void {
  const client = useQueryClient();
  const live = useLiveTopic('billing-progress')?.runs;
  const states = live
    ?.filter(({ kind }) => kind === 'closing' || kind === 'dryRun')
    .map(({ kind, subject, state }) => `${kind} ${subject} ${state}`)
    .join(';');
  useEffect(() => {
    if (states !== undefined) void client.invalidateQueries({ queryKey: monthsKey });
  }, [client, states]);
}

/** The months of billing: the next one with its dry run and closing, what to check before it, and those that are closed. */
export function ClosingRuns({ filter, onFilter, linkTo, reviewLink }: ClosingRunsProps) {
  useFollowedRuns();
  const query = useQuery(monthsQuery);
  const roles = useSessionStore((state) => state.admin.roles);
  const mayRun = hasRole(roles, ['billing']);
  return (
    <Stack gap="4">
      <Text tone="quiet">{text.lead}</Text>
      <QueryPart query={query} failed={text.failed} skeleton={<RowsSkeleton label={text.loading} rows={8} />}>
        {({ plan, runs, periods }) => {
          const ofMonth = runs.filter(({ period }) => period === plan?.period);
          const dryRun = ofMonth.find(({ kind }) => kind === 'dryRun');
          const closing = ofMonth.find(({ kind }) => kind === 'closing');
          const listed =
            closing?.code === 'notCharged' && (dryRun?.runNumber ?? 0) < closing.runNumber ? closing : dryRun;
          return (
            <>
              {plan ? (
                <NextMonth
                  key={plan.period}
                  plan={plan}
                  dryRun={dryRun}
                  closing={closing}
                  mayRun={mayRun}
                  reviewLink={reviewLink}
                />
              ) : (
                <Notice kind="info" title={text.nothingTitle}>
                  {text.nothing}
                </Notice>
              )}
              {listed && (listed.state === 'done' || listed.state === 'failed') && (
                <ExceptionList run={listed.runNumber} filter={filter} onFilter={onFilter} linkTo={linkTo} />
              )}
              <Months periods={periods} runs={runs} />
            </>
          );
        }}
      </QueryPart>
    </Stack>
  );
}

const tones = { open: 'note', closing: 'wait', closed: 'good' } as const;

/** The latest months, the newest first. */
function Months({ periods, runs }: Pick<MonthStates, 'periods' | 'runs'>) {
  const closingOf = (period: string) => runs.find((run) => run.kind === 'closing' && run.period === period);
  return (
    <DataTable
      caption={text.monthsCaption}
      phoneLayout={styles.months}
      rows={periods}
      rowKey={({ period }) => period}
      columns={[
        { key: 'month', title: text.month, cell: ({ period }) => showPeriod(period) },
        {
          key: 'state',
          title: text.state,
          cell: ({ state }) => <StateMark tone={tones[state]}>{text.states[state]}</StateMark>,
        },
        {
          key: 'accounts',
          title: text.closedAccounts,
          numeric: true,
          cell: ({ done }) => (done === null ? text.unknown : showNumber(done)),
          isBlank: ({ done }) => done === null,
        },
        {
          key: 'charged',
          title: text.sum,
          numeric: true,
          cell: ({ period }) => {
            const charged = closingOf(period)?.totals?.charged;
            return charged === undefined ? text.unknown : showMoney(charged);
          },
          isBlank: ({ period }) => !closingOf(period)?.totals,
        },
        {
          key: 'closedAt',
          title: text.closedAt,
          cell: ({ closedAt }) => (closedAt === null ? text.unknown : showMoment(closedAt)),
          isBlank: ({ closedAt }) => closedAt === null,
        },
        {
          key: 'who',
          title: text.who,
          cell: ({ period }) => closingOf(period)?.askedBy ?? text.unknown,
          isBlank: ({ period }) => closingOf(period) === undefined,
        },
      ]}
    />
  );
}
