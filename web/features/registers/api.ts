import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { InputOf, OutputOf } from '#contract/define-call.ts';
import { listRegisterFormats, listRegisterRows, listRegisters, registerState } from '#contract/registers.ts';
import { queryApi } from '#web/lib/api.ts';

export type Register = OutputOf<typeof registerState>['register'];
export type RegisterRow = OutputOf<typeof listRegisterRows>['rows'][number];
/** Hears what was done of a row, in words, with the register and the row as they stand now. */
export type OnDecided = (words: string, register: Register, row: RegisterRow | undefined) => void;
export type Outcome = InputOf<typeof listRegisterRows>['outcome'];

const POLL_MS = 1000;
/** What goes on by itself, so that it is looked at again. */
const moving: readonly Register['state'][] = ['receiving', 'reading', 'checking', 'booking'];

export const registersKey = ['registers'] as const;

export const formatsQuery = queryOptions({
  queryKey: [...registersKey, 'formats'],
  queryFn: ({ signal }) => queryApi(listRegisterFormats, {}, { signal }),
});

/** Registers by parts, newest first; asked again while one of them goes on. */
export const registersQuery = infiniteQueryOptions({
  queryKey: [...registersKey, 'list'],
  queryFn: ({ signal, pageParam }) =>
    queryApi(listRegisters, pageParam ? { cursor: pageParam } : {}, { signal }),
  initialPageParam: '',
  getNextPageParam: (last) => last.cursor ?? undefined,
  refetchInterval: ({ state: { data } }) =>
    data?.pages.some(({ registers }) => registers.some(({ state }) => moving.includes(state)))
      ? 3 * POLL_MS
      : false,
});

/** One register, asked again each second while it goes on. */
export const registerQuery = (register: number) =>
  queryOptions({
    queryKey: [...registersKey, 'one', register],
    queryFn: ({ signal }) => queryApi(registerState, { register }, { signal }),
    refetchInterval: ({ state: { data } }) =>
      data && moving.includes(data.register.state) ? POLL_MS : false,
  });

export const rowsKey = (register: number) => [...registersKey, 'rows', register] as const;

/** Rows of a register of which the same became, by parts. */
export const rowsQuery = (register: number, outcome: Outcome, query: string) =>
  infiniteQueryOptions({
    queryKey: [...rowsKey(register), outcome, query],
    queryFn: ({ signal, pageParam }) =>
      queryApi(
        listRegisterRows,
        { register, outcome, ...(query && { query }), ...(pageParam && { cursor: pageParam }) },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: (last) => last.cursor ?? undefined,
    placeholderData: keepPreviousData,
  });
