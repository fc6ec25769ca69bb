import { infiniteQueryOptions, keepPreviousData, type QueryKey, queryOptions } from '@tanstack/react-query';
import {
  listStatementFormats,
  listStatementRows,
  listStatements,
  statementState,
} from '#contract/bank-statements.ts';
import type { InputOf, OutputOf } from '#contract/define-call.ts';
import { queryApi } from '#web/lib/api.ts';

export type Statement = OutputOf<typeof statementState>['statement'];
export type StatementRow = OutputOf<typeof listStatementRows>['rows'][number];
/** Receives the message of a decision, with the updated statement and row. */
export type OnDecided = (words: string, statement: Statement, row: StatementRow | undefined) => void;
export type Outcome = InputOf<typeof listStatementRows>['outcome'];

const POLL_MS = 1000;
/** States that change without the operator, so that the page polls. */
const inProgressStates: readonly Statement['state'][] = ['receiving', 'reading', 'checking', 'booking'];

export const statementsKey = ['statements'] as const;

export const formatsQuery = queryOptions({
  queryKey: [...statementsKey, 'formats'],
  queryFn: ({ signal }) => queryApi(listStatementFormats, {}, { signal }),
});

const listKey: QueryKey = [...statementsKey, 'list'];

/** Statements by pages, newest first; polled while one of them is in progress. */
export const statementsQuery = infiniteQueryOptions({
  queryKey: listKey,
  queryFn: ({ signal, pageParam }) =>
    queryApi(listStatements, pageParam ? { cursor: pageParam } : {}, { signal }),
  initialPageParam: '',
  getNextPageParam: (last) => last.cursor ?? undefined,
  refetchInterval: ({ state: { data } }) =>
    data?.pages.some(({ statements }) => statements.some(({ state }) => inProgressStates.includes(state)))
      ? 3 * POLL_MS
      : false,
});

/** One statement, polled each second while it is in progress. */
export const statementQuery = (statement: number) =>
  queryOptions({
    queryKey: [...statementsKey, 'one', statement],
    queryFn: ({ signal }) => queryApi(statementState, { statement }, { signal }),
    refetchInterval: ({ state: { data } }) =>
      data && inProgressStates.includes(data.statement.state) ? POLL_MS : false,
  });

/** Rows of a statement with one outcome, by pages. */
export const rowsQuery = (statement: number, outcome: Outcome, query: string) => {
  const queryKey: QueryKey = [...statementsKey, 'rows', statement, outcome, query];
  return infiniteQueryOptions({
    queryKey,
    queryFn: ({ signal, pageParam }) =>
      queryApi(
        listStatementRows,
        { statement, outcome, ...(query && { query }), ...(pageParam && { cursor: pageParam }) },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: (last) => last.cursor ?? undefined,
    placeholderData: keepPreviousData,
  });
};
