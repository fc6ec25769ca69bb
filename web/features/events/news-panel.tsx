import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { listEvents } from '#contract/events.ts';
import { accountQuery } from '#web/lib/account-query.ts';
import { failureOf } from '#web/lib/api-failure.ts';
import { showMoment } from '#web/lib/format.ts';
import { Card } from '#web/ui/card.tsx';
import { classes } from '#web/ui/classes.ts';
import { FailedPart } from '#web/ui/failed-part.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import { newsOf } from './news-of.ts';
import styles from './news-panel.module.css';
import { text } from './text.ts';

const MAX_NEWS = 3;

/** The latest events of an account: bills, readings, payments. */
export function NewsPanel({ account }: { account: string }) {
  const title = useId();
  const { data, error, isFetching, refetch } = useQuery(accountQuery(listEvents, account));
  const news = newsOf(data?.events ?? [], MAX_NEWS);
  return (
    <Card labelledBy={title} busy={isFetching}>
      <div className={styles.panel}>
        <h2 id={title} className={styles.title}>
          {text.title}
        </h2>
        {news.length > 0 && (
          <ul className={styles.news}>
            {news.map(({ id, happenedAt, title: what, details, drawing, isBad }) => (
              <li key={id} className={classes(styles.item, isBad && styles.bad)}>
                <span className={styles.mark}>
                  <Icon drawing={drawing} />
                </span>
                <div className={styles.words}>
                  <p className={styles.what}>{what}</p>
                  <p className={styles.quiet}>{details}</p>
                  <time dateTime={happenedAt} className={styles.quiet}>
                    {showMoment(happenedAt)}
                  </time>
                </div>
              </li>
            ))}
          </ul>
        )}
        {data && news.length === 0 && <p className={styles.quiet}>{text.empty}</p>}
        {!data && !error && (
          <div>
            <Skeleton />
            <Skeleton />
            <VisuallyHidden>{text.loading}</VisuallyHidden>
          </div>
        )}
        {error && !data && (
          <FailedPart
            title={text.failed}
            message={failureOf(error).message}
            retryLabel={text.retry}
            retrying={isFetching}
            onRetry={() => refetch()}
          />
        )}
      </div>
    </Card>
  );
}
