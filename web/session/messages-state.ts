/** A message of the supplier. */
interface InboxItem {
  readonly id: string;
  readonly isRead: boolean;
}

/** A request of the customer. */
export interface Ticket {
  readonly id: string;
}

/** The messages state area. Source: base specification, section 3. */
export interface MessagesState {
  readonly tickets: readonly Ticket[];
  readonly inbox: readonly InboxItem[];
  /** How many messages of the supplier are new. */
  readonly suppliers: number;
}

export const noMessages: MessagesState = { tickets: [], inbox: [], suppliers: 0 };

/** Another account is chosen: its tickets and inbox are not those of the one before. */
export function emptied(messages: MessagesState): MessagesState {
  return { ...messages, tickets: [], inbox: [] };
}

/** An inbox item was read: the count of new ones is lowered by one if it is positive. Source: base specification 4. */
export function inboxRead(messages: MessagesState, id: string): MessagesState {
  if (!messages.inbox.some((item) => item.id === id && !item.isRead)) return messages;
  return {
    ...messages,
    inbox: messages.inbox.map((item) => (item.id === id ? { ...item, isRead: true } : item)),
    suppliers: Math.max(messages.suppliers - 1, 0),
  };
}

/** A new ticket stands at the front. */
export function ticketAdded(messages: MessagesState, ticket: Ticket): MessagesState {
  return { ...messages, tickets: [ticket, ...messages.tickets] };
}
