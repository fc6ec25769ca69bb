import type { MessagesState } from './areas-of-accounts.ts';
import { useSessionStore } from './session-store.ts';

/** A message marked read; the count of new ones falls by one if it is positive. Source: base specification, section 4. */
export function withRead(messages: MessagesState, id: string): MessagesState {
  const item = messages.inbox.find((one) => one.id === id);
  if (item?.isRead) return messages;
  return {
    ...messages,
    inbox: messages.inbox.map((one) => (one.id === id ? { ...one, isRead: true } : one)),
    suppliers: Math.max(0, messages.suppliers - 1),
  };
}

/** The inbox of the chosen account was read from the server. */
export function inboxListed(inbox: MessagesState['inbox']): void {
  const { messages } = useSessionStore.getState();
  useSessionStore.setState({ messages: { ...messages, inbox } });
}

/** The customer opened a message. */
export function messageRead(id: string): void {
  useSessionStore.setState({ messages: withRead(useSessionStore.getState().messages, id) });
}

/** How many messages of the supplier are new was read from the server. */
export function newMessagesCounted(suppliers: number): void {
  const { messages } = useSessionStore.getState();
  useSessionStore.setState({ messages: { ...messages, suppliers } });
}
