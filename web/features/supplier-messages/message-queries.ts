import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import {
  entitySupplierOrders,
  newSupplierMessages,
  readMessage,
  supplierMessages,
  unreadMessages,
} from '#contract/supplier-messages.ts';
import { callApi, queryApi } from '#web/lib/api.ts';
import { accountCallKey, accountQuery, allAccountsKey } from '#web/lib/query/account-query.ts';
import { messageRead } from '#web/session/messages-state.ts';
import { isViewing, useSessionStore } from '#web/session/session-store.ts';
import { showTip } from '#web/ui/tip-area.tsx';
import { text } from './text.ts';

export type InboxItem = Awaited<ReturnType<typeof loadInbox>>[number];

/** Answers to orders and messages of the supplier, newest first. Source: base specification, section 7. */
async function loadInbox(type: 'person' | 'entity', account: string, signal: AbortSignal) {
  if (type === 'person') return (await queryApi(supplierMessages, { account }, { signal })).data.items;
  const { data } = await queryApi(entitySupplierOrders, { account }, { signal });
  const items = [...data.findNewOrderAnswersResponse.items, ...data.findSupplierOrdersResponse.items];
  return items.toSorted((one, other) => other.sentAt.localeCompare(one.sentAt));
}

const inboxKey = (account: string) => accountCallKey(account, 'inbox');

/** The inbox of an account. */
export const inboxQuery = (type: 'person' | 'entity', account: string) =>
  queryOptions({
    queryKey: inboxKey(account),
    queryFn: ({ signal }) => loadInbox(type, account, signal),
  });

/** What of all accounts of the customer is not read. */
export const unreadQuery = queryOptions({
  queryKey: [...allAccountsKey, 'unreadMessages'],
  queryFn: ({ signal }) => queryApi(unreadMessages, {}, { signal }),
});

/** The new messages to an account of a person. */
export const newMessagesQuery = (account: string) => accountQuery(newSupplierMessages, account);

/** How many messages of the chosen account are new, of an entity without a choice those of all; undefined: not known. */
export function useNewCount(): number | undefined {
  const type = useSessionStore((state) => state.session?.type);
  const ofPerson = useSessionStore((state) => state.person.account);
  const ofEntity = useSessionStore((state) => state.entity.user.account);
  const person = useQuery({
    ...newMessagesQuery(ofPerson),
    enabled: type === 'person' && ofPerson !== '',
  });
  const entity = useQuery({ ...unreadQuery, enabled: type === 'entity' });
  if (type === 'person') return person.data?.data.items.length;
  if (ofEntity === '') return entity.data?.total;
  return entity.data && (entity.data.accounts.find(({ account }) => account === ofEntity)?.unread ?? 0);
}

/** Marks a message read: at once on this screen, then on the server; staff who look on mark nothing. */
export async function markMessageRead(
  client: QueryClient,
  account: string,
  messageId: string,
): Promise<void> {
  if (isViewing()) return;
  client.setQueryData<readonly InboxItem[]>(inboxKey(account), (items) =>
    items?.map((item) => (item.id === messageId ? { ...item, isRead: true } : item)),
  );
  messageRead(messageId);
  const marked = await callApi(readMessage, { account, messageId });
  if (!marked.ok) showTip('bad', `${text.markFailed} ${marked.failure.message}`);
  await Promise.all([
    client.invalidateQueries({ queryKey: unreadQuery.queryKey }),
    client.invalidateQueries({ queryKey: newMessagesQuery(account).queryKey }),
    ...(marked.ok ? [] : [client.invalidateQueries({ queryKey: inboxKey(account) })]),
  ]);
}
