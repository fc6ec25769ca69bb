import { infiniteQueryOptions } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import {
  listCustomerAccounts,
  listCustomerConversations,
  listCustomerMessages,
} from '#contract/customers.ts';
import type { OutputOf } from '#contract/define-call.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { queryApi } from '#web/lib/api.ts';
import { isSomeMoney, showMoment, showMoney } from '#web/lib/format.ts';
import { defineList, RecordList } from '#web/lib/list/record-list.tsx';
import { Stack, Text } from '#web/ui/layout/stack.tsx';
import type { Column } from '#web/ui/list/data-table.tsx';
import { StateMark, type StateTone } from '#web/ui/list/state-mark.tsx';
import { Notice } from '#web/ui/notice.tsx';
import styles from './customers.module.css';
import { text } from './text.ts';

export const noFilter = {};
export const emptyNote = (words: string) => () => <Notice kind="info">{words}</Notice>;

interface ListWords {
  readonly loading: string;
  readonly failed: string;
  readonly empty: string;
}

/** Asks for a part; '' is the first. */
type AskPart<Page> = (of: string, part: { cursor?: string }, signal: AbortSignal) => Promise<Page>;

/** The parts of a list of one customer or account. */
export const partsOf =
  <Page extends { readonly next: string | null }>(name: string, ask: AskPart<Page>) =>
  (of: string) =>
    infiniteQueryOptions({
      queryKey: [name, of] as readonly unknown[],
      queryFn: ({ signal, pageParam }) => ask(of, pageParam ? { cursor: pageParam } : {}, signal),
      initialPageParam: '',
      getNextPageParam: ({ next }: Page) => next ?? undefined,
    });

type Accounts = OutputOf<typeof listCustomerAccounts>;
type Account = Accounts['accounts'][number];

const accountList = defineList({
  query: partsOf<Accounts>('customerAccounts', (id, part, signal) =>
    queryApi(listCustomerAccounts, { id, ...part }, { signal }),
  ),
  words: text.accounts,
  caption: () => text.part.accounts,
  empty: emptyNote(text.accounts.empty),
  rows: (pages) => pages.flatMap(({ accounts }) => accounts),
  rowKey: ({ account }) => account,
  skeletonRows: 3,
});

const sumOr = (sum: string) => (isSomeMoney(sum) ? showMoney(sum) : text.nothing);

/** A sum that on a phone, where no head names it, has its word. */
const named = (word: string, sum: string) => (
  <>
    <span className={styles.phoneWord}>{word} </span>
    {sumOr(sum)}
  </>
);

const accountColumns: readonly Column<Account>[] = [
  {
    key: 'account',
    title: text.accounts.account,
    cell: ({ account }) => (
      <Link to="/cabinet/admin/management/accounts/$account" params={{ account }}>
        {account}
      </Link>
    ),
  },
  {
    key: 'address',
    title: text.accounts.address,
    cell: ({ address, hasContract }) => (
      <Stack as="span" gap="05">
        <span>{address || text.nothing}</span>
        {!hasContract && (
          <Text as="span" size="s" tone="quiet">
            {text.accounts.noContract}
          </Text>
        )}
      </Stack>
    ),
  },
  { key: 'due', title: text.accounts.due, numeric: true, isMain: true, cell: ({ due }) => sumOr(due) },
  {
    key: 'acts',
    title: text.accounts.dueActs,
    numeric: true,
    cell: ({ dueActs }) => named(text.accounts.dueActs, dueActs),
    isBlank: ({ dueActs }) => !isSomeMoney(dueActs),
  },
  {
    key: 'overpaid',
    title: text.accounts.overpaid,
    numeric: true,
    cell: ({ overpaid }) => named(text.accounts.overpaid, overpaid),
    isBlank: ({ overpaid }) => !isSomeMoney(overpaid),
  },
];

/** The accounts of a customer, with what is due. */
export function CustomerAccounts({ id }: { id: string }) {
  return (
    <RecordList
      list={accountList}
      context={id}
      filter={noFilter}
      view={{ className: styles.accounts, columns: () => accountColumns }}
    />
  );
}

type Conversations = OutputOf<typeof listCustomerConversations>;

/** Conversations of a customer, or about an account. */
export const conversationList = (name: string, words: ListWords, ask: AskPart<Conversations>) =>
  defineList({
    query: partsOf<Conversations>(name, ask),
    words,
    caption: () => text.part.conversations,
    empty: emptyNote(words.empty),
    rows: (pages) => pages.flatMap(({ conversations }) => conversations),
    rowKey: ({ id }: Conversations['conversations'][number]) => id,
    skeletonRows: 3,
  });

export const conversationColumns: readonly Column<Conversations['conversations'][number]>[] = [
  {
    key: 'title',
    title: text.conversations.number,
    cell: ({ account, id, number, title }) => (
      <Link to="/cabinet/admin/management/desk" search={{ account, id }}>
        {formatText(text.conversations.title, { number, title })}
      </Link>
    ),
  },
  { key: 'state', title: text.conversations.state, cell: ({ state }) => text.conversations.states[state] },
  { key: 'account', title: text.accounts.account, cell: ({ account }) => account },
  { key: 'opened', title: text.conversations.opened, cell: ({ openedAt }) => showMoment(openedAt) },
];

const ofCustomer = conversationList('customerConversations', text.conversations, (id, part, signal) =>
  queryApi(listCustomerConversations, { id, ...part }, { signal }),
);

/** The conversations of a customer, newest first. */
export function CustomerConversations({ id }: { id: string }) {
  return (
    <RecordList
      list={ofCustomer}
      context={id}
      filter={noFilter}
      view={{ className: '', columns: () => conversationColumns }}
    />
  );
}

type Messages = OutputOf<typeof listCustomerMessages>;
type Message = Messages['messages'][number];

/** Messages to a customer, or about an account. */
export const messageList = (name: string, words: ListWords, ask: AskPart<Messages>) =>
  defineList({
    query: partsOf<Messages>(name, ask),
    words,
    caption: () => text.part.messages,
    empty: emptyNote(words.empty),
    rows: (pages) => pages.flatMap(({ messages }) => messages),
    rowKey: ({ id }: Message) => id,
    skeletonRows: 3,
  });

const messageTones: Readonly<Record<Message['state'], StateTone>> = {
  queued: 'wait',
  sent: 'good',
  failed: 'bad',
  withheld: 'void',
  expired: 'void',
};

export const messageColumns: readonly Column<Message>[] = [
  { key: 'about', title: text.messages.about, cell: ({ kind }) => text.messages.kinds[kind] ?? kind },
  {
    key: 'to',
    title: text.messages.to,
    cell: ({ channel, recipient }) =>
      `${text.messages.channels[channel]}, ${recipient || text.messages.device}`,
  },
  {
    key: 'state',
    title: text.messages.state,
    cell: ({ state }) => <StateMark tone={messageTones[state]}>{text.messages.states[state]}</StateMark>,
  },
  {
    key: 'at',
    title: text.messages.at,
    cell: ({ createdAt, sentAt }) => showMoment(sentAt ?? createdAt),
  },
];

const toCustomer = messageList('customerMessages', text.messages, (id, part, signal) =>
  queryApi(listCustomerMessages, { id, ...part }, { signal }),
);

/** What was sent to a customer, newest first. */
export function CustomerMessages({ id }: { id: string }) {
  return (
    <RecordList
      list={toCustomer}
      context={id}
      filter={noFilter}
      view={{ className: '', columns: () => messageColumns }}
    />
  );
}
