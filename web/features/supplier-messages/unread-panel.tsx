import { type ReactNode, useId } from 'react';
import { formatText } from '#contract/messages/format-text.ts';
import { showMoment } from '#web/lib/format.ts';
import { QueryPart, type QueryState } from '#web/lib/query/query-part.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Row, Stack, Text } from '#web/ui/layout/stack.tsx';
import { RowsSkeleton } from '#web/ui/skeleton.tsx';
import { text } from './text.ts';
import styles from './unread-panel.module.css';

/** A new message with where it is to be read. */
interface NewMessage {
  readonly id: string;
  readonly title: string;
  readonly sentAt: string;
  /** The account whose inbox it opens in. */
  readonly place: string;
  /** Whom it was sent to, where there is something to tell. */
  readonly note?: string;
}

interface UnreadPanelProps<Data> {
  query: QueryState<Data>;
  /** Count of all new messages and the newest of them. */
  read: (data: Data) => { readonly count: number; readonly latest: readonly NewMessage[] };
  linkTo: (message: NewMessage, words: ReactNode) => ReactNode;
  linkToAll: ReactNode;
}

/** How many messages of the supplier are new, and the newest of them. */
export function UnreadPanel<Data>({ query, read, linkTo, linkToAll }: UnreadPanelProps<Data>) {
  const id = useId();
  return (
    <Card labelledBy={id} busy={query.isFetching}>
      <Stack gap="2">
        <Row gap="1" align="center">
          <Text as="h2" id={id} size="l">
            {text.panel}
          </Text>
          {query.data !== undefined && read(query.data).count > 0 && (
            <span className={styles.count}>{formatText(text.unread, { n: read(query.data).count })}</span>
          )}
        </Row>
        <QueryPart
          query={query}
          failed={text.panelFailed}
          skeleton={<RowsSkeleton label={text.loading} rows={2} />}
        >
          {(data) => {
            const { latest } = read(data);
            return latest.length === 0 ? (
              <Text tone="quiet">{text.nothingNew}</Text>
            ) : (
              <ul className={styles.list}>
                {latest.map((message) => (
                  <li key={message.id}>
                    {linkTo(message, message.title)}
                    <Text as="span" tone="quiet" size="s" isNumeric>
                      <time dateTime={message.sentAt}>{showMoment(message.sentAt)}</time>
                      {message.note && ` · ${message.note}`}
                    </Text>
                  </li>
                ))}
              </ul>
            );
          }}
        </QueryPart>
        {linkToAll && <p>{linkToAll}</p>}
      </Stack>
    </Card>
  );
}
