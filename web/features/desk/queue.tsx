import { useQueries, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { DeskRow } from '#contract/desk.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { isDone } from '#domain/conversations/conversation-state.ts';
import { instantFromIso } from '#domain/time/instant.ts';
import { deviceNow } from '#web/lib/clock.ts';
import { showDate, showMoment } from '#web/lib/format.ts';
import { QueryPart } from '#web/lib/query/query-part.tsx';
import { Button } from '#web/ui/button.tsx';
import { pause } from '#web/ui/cabinet-icons.ts';
import { StateMark, type StateTone } from '#web/ui/list/state-mark.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { RowsSkeleton } from '#web/ui/skeleton.tsx';
import styles from './desk.module.css';
import { type DeskKey, type DeskSearch, filterOf, queueQuery } from './desk-queries.ts';
import { text } from './text.ts';

const stateTones: Readonly<Record<DeskRow['state'], StateTone>> = {
  new: 'note',
  inWork: 'wait',
  waitingCustomer: 'void',
  waitingOperator: 'void',
  answered: 'good',
  closed: 'void',
};

/** The state in words; while others have the word it rests. */
export function StateOf({ state }: Pick<DeskRow, 'state'>) {
  const isWaiting = state === 'waitingCustomer' || state === 'waitingOperator';
  return (
    <StateMark tone={stateTones[state]} {...(isWaiting && { drawing: pause })}>
      {text.states[state]}
    </StateMark>
  );
}

/**
 * How much of the term is left, in words; red once it is over, brown on the last day. Of a chat in which the customer waits: by
 * when it is to be answered. What is done with has none.
 */
export function TermLeft({ term, answerBy, state: of }: Pick<DeskRow, 'term' | 'answerBy' | 'state'>) {
  if (answerBy !== null) {
    const isLate = instantFromIso(answerBy) < deviceNow();
    return (
      <time className={styles.term} data-state={isLate ? 'breached' : 'dueToday'} dateTime={answerBy}>
        {formatText(isLate ? text.lateSince : text.answerBy, { time: showMoment(answerBy).slice(-5) })}
      </time>
    );
  }
  if (term === null) return isDone(of) ? null : <span className={styles.quiet}>{text.noTerm}</span>;
  const { state, daysLeft, dueOn } = term;
  const words = {
    breached: () => formatText(text.breached, { n: -daysLeft }),
    dueToday: () => text.dueToday,
    inTime: () => formatText(text.daysLeft, { n: daysLeft }),
  }[state]();
  return (
    <time
      className={styles.term}
      data-state={state}
      dateTime={dueOn}
      title={formatText(text.until, { date: showDate(dueOn) })}
    >
      {words}
    </time>
  );
}

interface QueueProps {
  search: DeskSearch;
  selected: ReadonlySet<string>;
  onOpen: (key: DeskKey) => void;
  onSelect: (row: DeskKey) => void;
  onClear: () => void;
}

/** The queue page by page, each row a button that opens its conversation. */
export function Queue({ search, selected, onOpen, onSelect, onClear }: QueueProps) {
  const filter = filterOf(search);
  const filterKey = JSON.stringify(filter);
  const [asked, setAsked] = useState<{ readonly of: string; readonly cursors: readonly string[] }>();
  const cursors = asked?.of === filterKey ? asked.cursors : [];
  const first = useQuery(queueQuery(filter, ''));
  const others = useQueries({ queries: cursors.map((cursor) => queueQuery(filter, cursor)) });
  const last = others.at(-1) ?? first;
  const pages = [first, ...others].flatMap(({ data }) => data ?? []);
  const rows = [...new Map(pages.flatMap((page) => page.rows).map((row) => [row.id, row])).values()];
  if (first.data?.rows.length === 0) {
    const isNarrowed = Object.keys(filter).length > 0;
    return (
      <Notice
        kind="info"
        title={isNarrowed ? text.nothingTitle : text.emptyTitle}
        {...(isNarrowed && {
          actions: (
            <Button kind="plain" onClick={onClear}>
              {text.clear}
            </Button>
          ),
        })}
      >
        {isNarrowed ? text.nothing : text.empty}
      </Notice>
    );
  }
  return (
    <>
      {rows.length > 0 && (
        <ul className={styles.rows} aria-label={text.queue}>
          {rows.map((row) => (
            <li key={row.id} className={styles.row} aria-current={row.id === search.id ? 'true' : undefined}>
              <input
                type="checkbox"
                aria-label={formatText(text.selectRow, { number: row.number })}
                checked={selected.has(row.id)}
                onChange={() => onSelect(row)}
              />
              <button type="button" data-row={row.id} data-account={row.account} onClick={() => onOpen(row)}>
                <span className={styles.rowTitle} data-unread={row.isUnread || undefined}>
                  {row.isUnread && <span className={styles.dot} role="img" aria-label={text.isNew} />}
                  {row.title}
                </span>
                <TermLeft {...row} />
                <span className={styles.rowFacts}>
                  {formatText(text.number, { number: row.number })} · {row.topic || text.chat}
                </span>
                <span className={styles.rowState}>
                  <StateOf state={row.state} />
                  <span className={styles.quiet}>{row.assignee?.name ?? text.noAssignee}</span>
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <QueryPart
        query={last}
        failed={text.failed}
        skeleton={<RowsSkeleton label={text.loading} rows={rows.length === 0 ? 8 : 2} />}
      >
        {({ next }) => (
          <>
            {pages.some(({ isCut }) => isCut) && <p className={styles.quiet}>{text.isCut}</p>}
            {next !== null && (
              <Button onClick={() => setAsked({ of: filterKey, cursors: [...cursors, next] })}>
                {text.more}
              </Button>
            )}
          </>
        )}
      </QueryPart>
    </>
  );
}
