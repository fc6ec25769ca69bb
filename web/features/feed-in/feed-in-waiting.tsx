import { Card } from '#web/ui/card.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import styles from './feed-in.module.css';
import { text } from './text.ts';

const acts = [1, 2, 3];

/** Holds the place of the page while it is loaded: years, sum, chart, acts. */
export function FeedInWaiting() {
  return (
    <div className={styles.panel} aria-busy="true">
      <VisuallyHidden>{text.loading}</VisuallyHidden>
      <div className={styles.yearsWaiting}>
        <Skeleton shape="title" />
      </div>
      <div className={styles.totals}>
        <Skeleton shape="short" />
        <Skeleton shape="title" />
        <Skeleton />
        <Skeleton />
      </div>
      <Card>
        <div className={styles.chart}>
          <Skeleton shape="title" />
          <div className={styles.readoutWaiting}>
            <Skeleton shape="title" />
            <Skeleton />
          </div>
          <Skeleton shape="chart" />
          <Skeleton />
          <Skeleton shape="short" />
        </div>
      </Card>
      <div className={styles.actsWaiting}>
        {acts.map((act) => (
          <Skeleton key={act} shape="tile" />
        ))}
      </div>
    </div>
  );
}
