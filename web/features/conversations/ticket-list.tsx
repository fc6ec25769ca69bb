import { type ReactNode, useEffect } from 'react';
import type { TicketData } from '#contract/conversations.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { showMoment } from '#web/lib/format.ts';
import { defineList, RecordList } from '#web/lib/list/record-list.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { text } from './text.ts';
import { ticketsQuery } from './ticket-queries.ts';
import { dueWords, TicketState } from './ticket-state.tsx';
import styles from './tickets.module.css';
import { ticketsListed } from './tickets-state.ts';

const tickets = defineList({
  query: (account: string) => ticketsQuery(account),
  words: text,
  caption: () => text.list,
  empty: () => (
    <Notice kind="info" title={text.emptyTitle}>
      {text.empty}
    </Notice>
  ),
  rows: (pages) => pages.flatMap((page) => page.tickets),
  rowKey: ({ id }: TicketData) => id,
  shown: (n) => formatText(text.shown, { n }),
  skeletonRows: 6,
});

const noFilter = {};

/** Keeps the list in the state of the browser. Source: base specification, section 3. */
function Listed({ rows }: { rows: readonly TicketData[] }) {
  const ids = rows.map(({ id }) => id).join(' ');
  useEffect(() => ticketsListed(ids === '' ? [] : ids.split(' ').map((id) => ({ id }))), [ids]);
  return null;
}

interface TicketListProps {
  account: string;
  /** Wraps a row in the link to its ticket. */
  linkTo: (id: string, row: ReactNode) => ReactNode;
}

/** The tickets of an account, newest first. */
export function TicketList({ account, linkTo }: TicketListProps) {
  return (
    <RecordList
      list={tickets}
      context={account}
      filter={noFilter}
      view={{
        className: undefined,
        item: (ticket) => (
          <li className={styles.row} data-new={ticket.isNew ? '' : undefined}>
            {linkTo(
              ticket.id,
              <>
                <span className={styles.title}>{ticket.title}</span>
                <span className={styles.line}>
                  <TicketState ticket={ticket} />
                  {ticket.isNew && <span className={styles.new}>{text.isNew}</span>}
                </span>
                <span className={styles.line}>
                  <span>{formatText(text.number, { number: ticket.number })}</span>
                  {ticket.dueOn ? (
                    <span>{dueWords(ticket.dueOn)}</span>
                  ) : (
                    <time dateTime={ticket.lastMessageAt}>{showMoment(ticket.lastMessageAt)}</time>
                  )}
                </span>
              </>,
            )}
          </li>
        ),
      }}
    >
      {(last, rows) => last && <Listed rows={rows} />}
    </RecordList>
  );
}
