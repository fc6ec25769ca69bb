import { Card } from '#web/ui/card.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import styles from './acts-panel.module.css';
import { text } from './text.ts';

/** Holds the place of the first act while the acts are loaded. */
export function ActsWaiting() {
  return (
    <div className={styles.panel} aria-busy="true">
      <VisuallyHidden>{text.loading}</VisuallyHidden>
      <Skeleton shape="tile" />
      <Card>
        <div className={styles.waiting}>
          <Skeleton shape="title" />
          <Skeleton shape="short" />
          <Skeleton shape="figure" />
          <Skeleton />
          <Skeleton shape="tile" />
          <Skeleton />
          <Skeleton />
        </div>
      </Card>
    </div>
  );
}
