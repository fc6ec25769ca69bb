import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { newMessagesQuery } from './message-queries.ts';
import { text } from './text.ts';
import { UnreadPanel } from './unread-panel.tsx';

/** New messages that the panel shows. */
const maxLatest = 3;

interface PersonUnreadProps {
  account: string;
  linkTo: (messageId: string, words: ReactNode) => ReactNode;
  linkToAll: (words: ReactNode) => ReactNode;
}

/** The new messages to an account of a person. */
export function PersonUnread({ account, linkTo, linkToAll }: PersonUnreadProps) {
  const query = useQuery(newMessagesQuery(account));
  return (
    <UnreadPanel
      query={query}
      read={({ data: { items } }) => ({
        count: items.length,
        latest: items.slice(0, maxLatest).map((item) => ({ ...item, place: account })),
      })}
      linkTo={({ id }, words) => linkTo(id, words)}
      linkToAll={linkToAll(text.openAll)}
    />
  );
}
