import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { formatText } from '#contract/messages/format-text.ts';
import { getSubscriberBook } from '#contract/subscriber-book.ts';
import { accountQuery } from '#web/lib/account-query.ts';
import { failureOf } from '#web/lib/api-failure.ts';
import { FailedPart } from '#web/ui/failed-part.tsx';
import { LinkTabs } from '#web/ui/link-tabs.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { BookActions } from './book-actions.tsx';
import { BookDocument } from './book-document.tsx';
import { BookSkeleton } from './book-skeleton.tsx';
import styles from './subscriber-book.module.css';
import { text } from './text.ts';

interface SubscriberBookProps {
  account: string;
  /** Absent: the latest year with a closed month. */
  year: number | undefined;
  linkToYear: (year: number, isCurrent: boolean) => ReactNode;
  /** The link from a month to its bill. */
  linkToBill: (period: string, name: ReactNode) => ReactNode;
  /** Where one goes on when there is no book yet. */
  links: ReactNode;
}

/** A year of the subscriber's book: the choice of the year, what can be kept of it, and the book itself. */
export function SubscriberBook({ account, year, linkToYear, linkToBill, links }: SubscriberBookProps) {
  const book = useQuery({
    ...accountQuery(getSubscriberBook, account, year === undefined ? {} : { year }),
    // Another year takes the place of this one, not of nothing.
    placeholderData: (previous) => previous,
  });
  const [known, setKnown] = useState<readonly number[]>([]);
  const { data, error, isFetching, isPlaceholderData, refetch } = book;
  if (data && data.years !== known) setKnown(data.years);
  const failure = error && failureOf(error);

  if (failure?.code === 'billing.noCharges')
    return (
      <Notice kind="info" title={text.none} actions={links}>
        {text.noneWhy}
      </Notice>
    );
  const shownYear = year ?? data?.year;
  return (
    <div className={styles.book}>
      {known.length > 0 && (
        <div className={styles.tools}>
          <LinkTabs label={text.years} className={styles.years}>
            {known.map((each) => (
              <span key={each}>{linkToYear(each, each === shownYear)}</span>
            ))}
          </LinkTabs>
          {data && !isPlaceholderData && data.rows.length > 0 && (
            <BookActions account={account} year={data.year} />
          )}
        </div>
      )}
      {failure && !data && (
        <FailedPart
          title={text.failed}
          message={failure.message}
          retryLabel={text.retry}
          retrying={isFetching}
          onRetry={() => refetch()}
        />
      )}
      {!data && !failure && <BookSkeleton />}
      {data && data.rows.length === 0 && (
        <Notice kind="info" title={formatText(text.noYear, { year: String(data.year) })}>
          {text.noYearWhy}
        </Notice>
      )}
      {data && data.rows.length > 0 && (
        <div className={styles.year} aria-busy={isPlaceholderData || undefined}>
          <BookDocument account={account} book={data} linkToBill={linkToBill} />
        </div>
      )}
    </div>
  );
}
