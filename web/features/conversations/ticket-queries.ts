import type { QueryClient } from '@tanstack/react-query';
import {
  type ConversationData,
  getTicket,
  listTickets,
  markTicketRead,
  ticketForm,
} from '#contract/conversations.ts';
import { entitySupplierOrders } from '#contract/supplier-messages.ts';
import { callApi } from '#web/lib/api.ts';
import { accountCallKey, accountKey, accountQuery } from '#web/lib/query/account-query.ts';
import { partsQuery } from '#web/lib/query/parts-query.ts';
import { isViewing } from '#web/session/session-store.ts';

/** While a page is looked at, what is new appears by itself. */
const refetchMs = 30_000;
/** Pause between two reads of what is known to have changed. */
const changedMs = 1000;

/** The tickets of an account, in parts. */
export const ticketsQuery = (account: string) => ({
  ...partsQuery(listTickets, account, {}),
  refetchInterval: refetchMs,
});

/**
 * One ticket. What changes in it comes by the live channel; without one the interval finds it.
 * @param isOlder Whether the channel has shown a newer state than this.
 */
export const ticketQuery = (
  account: string,
  id: string,
  isOlder: (ticket: ConversationData | undefined) => boolean = () => false,
) => ({
  ...accountQuery(getTicket, account, { id }),
  refetchInterval: ({ state }: { state: { data: { ticket: ConversationData } | undefined } }) =>
    isOlder(state.data?.ticket) ? changedMs : refetchMs,
  refetchOnWindowFocus: 'always' as const,
  refetchOnReconnect: 'always' as const,
});

/** What a new ticket may be about. */
export const ticketFormQuery = (account: string) => accountQuery(ticketForm, account);

/** Lists and counts that a change of a ticket makes stale. */
async function refreshLists(client: QueryClient, account: string): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: [...accountKey(account), listTickets.path] }),
    client.invalidateQueries({ queryKey: accountCallKey(account, ticketForm.path) }),
    client.invalidateQueries({ queryKey: accountCallKey(account, 'inbox') }),
    client.invalidateQueries({ queryKey: accountCallKey(account, entitySupplierOrders.path) }),
  ]);
}

/** A call answered with the ticket as it is now. */
export function ticketChanged(client: QueryClient, account: string, ticket: ConversationData): void {
  client.setQueryData(ticketQuery(account, ticket.id).queryKey, { status: 'success', ticket });
  void refreshLists(client, account);
}

/** A ticket was registered: it stands in front. */
export function ticketOpened(client: QueryClient, account: string): Promise<void> {
  return refreshLists(client, account);
}

/** The customer has the messages on the screen; a mark that fails is made again when the ticket is opened the next time. Staff who look on mark nothing. */
export async function markRead(
  client: QueryClient,
  account: string,
  ticket: ConversationData,
): Promise<void> {
  if (isViewing()) return;
  const seq = ticket.messages.at(-1)?.seq ?? 1;
  const marked = await callApi(markTicketRead, { account, id: ticket.id, seq });
  if (marked.ok) await refreshLists(client, account);
}
