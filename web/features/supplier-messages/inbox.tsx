import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { showMoment } from '#web/lib/format.ts';
import { defineList, RecordList } from '#web/lib/list/record-list.tsx';
import { inboxListed } from '#web/session/messages-state.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { Stack, Text } from '#web/ui/layout/stack.tsx';
import { Notice } from '#web/ui/notice.tsx';
import styles from './inbox.module.css';
import { type InboxItem, inboxQuery, markMessageRead } from './message-queries.ts';
import { text } from './text.ts';

/** Whose inbox. */
interface Inbox {
  readonly type: 'person' | 'entity';
  readonly account: string;
}

const messages = defineList({
  whole: ({ type, account }: Inbox) => inboxQuery(type, account),
  words: text,
  caption: () => text.list,
  empty: () => (
    <Notice kind="info" title={text.emptyTitle}>
      {text.empty}
    </Notice>
  ),
  rows: (pages) => pages.flat(),
  rowKey: ({ id }: InboxItem) => id,
  skeletonRows: 6,
});

const noFilter = {};

interface InboxListProps {
  inbox: Inbox;
  /** Wraps a row in the link to its message, or to the ticket that it is an answer to. */
  linkTo: (item: InboxItem, row: ReactNode) => ReactNode;
}

/** The messages of the supplier to an account, newest first, new ones marked. */
export function InboxList({ inbox, linkTo }: InboxListProps) {
  const { data } = useQuery(inboxQuery(inbox.type, inbox.account));
  useEffect(() => {
    if (data) inboxListed(data);
  }, [data]);
  return (
    <RecordList
      list={messages}
      context={inbox}
      filter={noFilter}
      view={{
        className: undefined,
        item: (item) => {
          const { title, sentAt, isRead } = item;
          return (
            <li className={styles.row} data-new={isRead ? undefined : ''}>
              {linkTo(
                item,
                <>
                  <span className={styles.title}>{title}</span>{' '}
                  <span className={styles.line}>
                    <time dateTime={sentAt}>{showMoment(sentAt)}</time>
                    {!isRead && <span className={styles.new}>{text.isNew}</span>}
                  </span>
                </>,
              )}
            </li>
          );
        },
      }}
    />
  );
}

interface MessageViewProps {
  inbox: Inbox;
  messageId: string;
  linkToList: ReactNode;
}

/** One message. Whoever opens it has read it. */
export function MessageView({ inbox, messageId, linkToList }: MessageViewProps) {
  const client = useQueryClient();
  const { account } = inbox;
  const { data } = useQuery(inboxQuery(inbox.type, account));
  const message = data?.find(({ id }) => id === messageId);
  const isNew = message?.isRead === false;
  // Once: a mark that failed is not tried again until the message is opened anew.
  const isMarked = useRef(false);
  useEffect(() => {
    if (!isNew || isMarked.current) return;
    isMarked.current = true;
    void markMessageRead(client, account, messageId);
  }, [isNew, client, account, messageId]);
  // While the list loads or after it failed it says so itself.
  if (data === undefined) return null;
  return (
    <Stack gap="2">
      <div className={styles.back}>{linkToList}</div>
      {message ? <MessageCard {...message} /> : <p>{text.gone}</p>}
    </Stack>
  );
}

/** Lines that no empty line parts. */
const paragraphs = /[^\n]+(?:\n[^\n]+)*/g;

interface MessageCardProps extends Pick<InboxItem, 'title' | 'text'> {
  sentAt?: string;
  /** Of its title. */
  level?: 'h2' | 'h4';
}

/** A message as the customer sees it: plain text, a paragraph for each empty line. */
export function MessageCard({ title, text: body, sentAt, level = 'h2' }: MessageCardProps) {
  return (
    <Card>
      <article className={styles.message}>
        <Text as={level} size="l">
          {title}
        </Text>
        {sentAt !== undefined && (
          <Text tone="quiet" size="s">
            <time dateTime={sentAt}>{showMoment(sentAt)}</time>
          </Text>
        )}
        <div className={styles.text}>
          {[...body.matchAll(paragraphs)].map(({ index, 0: paragraph }) => (
            <p key={index}>{paragraph}</p>
          ))}
        </div>
      </article>
    </Card>
  );
}
