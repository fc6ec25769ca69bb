import type { MessagesState } from '#web/session/areas-of-accounts.ts';
import { useSessionStore } from '#web/session/session-store.ts';

/** The tickets of the chosen account were read from the server. */
export function ticketsListed(tickets: MessagesState['tickets']): void {
  const { messages } = useSessionStore.getState();
  useSessionStore.setState({ messages: { ...messages, tickets: tickets.map(({ id }) => ({ id })) } });
}

/** The customer opened a ticket: it stands in front. Source: base specification, section 4. */
function withTicket(messages: MessagesState, { id }: { readonly id: string }): MessagesState {
  return { ...messages, tickets: [{ id }, ...messages.tickets.filter((one) => one.id !== id)] };
}

/** The server has registered a ticket of the customer. */
export function ticketAdded(ticket: { readonly id: string }): void {
  useSessionStore.setState({ messages: withTicket(useSessionStore.getState().messages, ticket) });
}
