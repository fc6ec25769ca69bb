import type { ReactNode } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { type ApiFailure, failureOf } from '../api-failure.ts';
import { CopyReference } from '../reference/reference-line.tsx';
import { text } from '../text.ts';

/** The state of a load, as useQuery and useInfiniteQuery return it. */
export interface QueryState<Data> {
  readonly data: Data | undefined;
  readonly error: Error | null;
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
}

interface QueryFailureProps {
  query: Omit<QueryState<unknown>, 'data'>;
  /** What could not be shown. */
  title: string;
}

/** What failed and why, with a button that loads again; nothing without an error. */
export function QueryFailure({ query: { error, isFetching, refetch }, title }: QueryFailureProps) {
  if (!error) return null;
  const { message, reference } = failureOf(error);
  return (
    <Notice
      kind="bad"
      title={title}
      live="status"
      actions={
        <>
          <Button busy={isFetching} onClick={() => void refetch()}>
            {text.retry}
          </Button>
          {reference !== '' && message.includes(reference) && <CopyReference reference={reference} />}
        </>
      }
    >
      {message}
    </Notice>
  );
}

interface QueryPartProps<Data> {
  query: QueryState<Data>;
  /** Keeps the place of the data while they are loaded for the first time. */
  skeleton: ReactNode;
  /** What could not be shown, in one sentence. */
  failed: string;
  /** Shows a failure that is an answer, such as a month without a bill; falsy: an ordinary failure. */
  refused?: (failure: ApiFailure) => ReactNode;
  children: (data: Data) => ReactNode;
}

/**
 * A part of a page that shows loaded data: data that are there stay while they are loaded again, also when that fails.
 * A failure affects this part only.
 */
export function QueryPart<Data>({ query, skeleton, failed, refused, children }: QueryPartProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  if (!query.error) return skeleton;
  return refused?.(failureOf(query.error)) || <QueryFailure query={query} title={failed} />;
}

type DataOf<Queries> = {
  [Name in keyof Queries]: Queries[Name] extends QueryState<infer Data> ? Data : never;
};

/** Several loads as one: has data when all have, and loads again only what is missing. */
export function joinQueries<Queries extends Record<string, QueryState<unknown>>>(
  queries: Queries,
): QueryState<DataOf<Queries>> {
  const all = Object.entries(queries);
  const missing = all.map(([, query]) => query).filter(({ data }) => data === undefined);
  const joined = Object.fromEntries(all.map(([name, { data }]) => [name, data])) as DataOf<Queries>;
  return {
    data: missing.length > 0 ? undefined : joined,
    error: missing.find(({ error }) => error)?.error ?? null,
    isFetching: all.some(([, { isFetching }]) => isFetching),
    refetch: () => missing.map(({ refetch }) => refetch()),
  };
}
