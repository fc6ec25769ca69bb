import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { listFeedIn } from '#contract/feed-in.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { showDate, showKwh, showMonthName, showSum } from '#web/lib/format.ts';
import { accountQuery } from '#web/lib/query/account-query.ts';
import { QueryPart } from '#web/lib/query/query-part.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Text } from '#web/ui/layout/stack.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import styles from './feed-in-card.module.css';
import { type FeedInMonth, payStateOf } from './feed-in-months.ts';
import { text } from './text.ts';

interface FeedInCardProps {
  account: string;
  /** The link to all acts. */
  link: ReactNode;
}

/** What a household with solar panels exported, imported and earned in the last month with an act. */
export function FeedInCard({ account, link }: FeedInCardProps) {
  const title = useId();
  const query = useQuery(accountQuery(listFeedIn, account));
  const last = query.data?.months[0];
  return (
    <Card labelledBy={title} busy={query.isFetching}>
      <div className={styles.panel}>
        <Text as="h2" id={title} size="l">
          {last ? formatText(text.cardTitle, { month: showMonthName(last.period) }) : text.cardName}
        </Text>
        <QueryPart query={query} failed={text.failed} skeleton={<FeedInCardSkeleton />}>
          {({ totals, year }) => (
            <>
              {last ? <Figures last={last} paidOut={totals.paidOut} year={year} /> : <p>{text.empty}</p>}
              {link}
            </>
          )}
        </QueryPart>
      </div>
    </Card>
  );
}

function Figures({ last, paidOut, year }: { last: FeedInMonth; paidOut: string; year: number | null }) {
  const state = formatText(text.states[payStateOf(last)], { date: last.paidOn ? showDate(last.paidOn) : '' });
  return (
    <>
      <dl className={styles.figures}>
        <div>
          <dt>{text.exported}</dt>
          <dd>{showKwh(last.exportedKwh)}</dd>
        </div>
        <div>
          <dt>{text.fromGrid}</dt>
          <dd>{showKwh(last.consumedKwh)}</dd>
        </div>
        <div>
          <dt>{text.got}</dt>
          <dd>
            {showSum(last.paid)}
            <span className={styles.state}>{state}</span>
          </dd>
        </div>
      </dl>
      {year !== null && (
        <p className={styles.year}>{formatText(text.gotInYear, { year, sum: showSum(paidOut) })}</p>
      )}
    </>
  );
}

function FeedInCardSkeleton() {
  return (
    <div className={styles.waiting}>
      <Skeleton />
      <Skeleton shape="title" />
    </div>
  );
}
