import { queryOptions } from '@tanstack/react-query';
import type { InputOf } from '#contract/define-call.ts';
import { deskCard, deskOptions, listDesk, openDesk, queueStates } from '#contract/desk.ts';
import { queryApi } from '#web/lib/api.ts';

/** The parameters of the desk in its address; all are texts. */
export interface DeskSearch {
  readonly state?: string | undefined;
  readonly topic?: string | undefined;
  /** 'mine', 'nobody', or the id of an administrator. */
  readonly who?: string | undefined;
  readonly customer?: string | undefined;
  readonly by?: string | undefined;
  readonly overdue?: string | undefined;
  readonly q?: string | undefined;
  /** The open conversation: its account and id. */
  readonly account?: string | undefined;
  readonly id?: string | undefined;
}

/** The parameters that narrow the queue, in the order of their fields. */
export const filterNames = ['state', 'topic', 'who', 'customer', 'by', 'overdue'] as const;

type Filter = Omit<InputOf<typeof listDesk>, 'token' | 'cursor'>;

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const oneOf = <const Value extends string>(values: readonly Value[], text: string | undefined) =>
  values.find((value) => value === text);

/** What the address narrows the queue to; what is no value of a parameter counts as absent. */
export function filterOf({ state, topic, who, customer, by, overdue, q }: DeskSearch): Filter {
  const assignee = oneOf(['mine', 'nobody'], who) ?? (who !== undefined && uuid.test(who) ? who : undefined);
  const given = {
    state: oneOf(queueStates, state),
    topicId: topic !== undefined && /^[a-z][A-Za-z]{2,39}$/.test(topic) ? topic : undefined,
    customerType: oneOf(['person', 'entity'], customer),
    responsible: oneOf(['supplier', 'operator'], by),
    assignee,
    isOverdue: overdue === 'yes' ? true : undefined,
    q: q?.trim() || undefined,
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

export const deskKey = ['desk'] as const;
const queueKey = [...deskKey, 'queue'] as const;

/** A part of the queue; '': the first. */
export const queueQuery = (filter: Filter, cursor: string) =>
  queryOptions({
    queryKey: [...queueKey, filter, cursor],
    queryFn: ({ signal }) => queryApi(listDesk, cursor === '' ? filter : { ...filter, cursor }, { signal }),
  });

export const optionsQuery = () =>
  queryOptions({
    queryKey: [...deskKey, 'options'],
    queryFn: ({ signal }) => queryApi(deskOptions, {}, { signal }),
    staleTime: 60_000,
  });

/** A conversation by its key. */
export interface DeskKey {
  readonly account: string;
  readonly id: string;
}

export const openedQuery = ({ account, id }: DeskKey) =>
  queryOptions({
    queryKey: [...deskKey, 'opened', account, id],
    queryFn: ({ signal }) => queryApi(openDesk, { account, id }, { signal }),
  });

export const cardQuery = ({ account, id }: DeskKey) =>
  queryOptions({
    queryKey: [...deskKey, 'card', account, id],
    queryFn: ({ signal }) => queryApi(deskCard, { account, id }, { signal }),
    staleTime: 60_000,
  });
