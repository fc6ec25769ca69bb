import { Card } from '#web/ui/layout/card.tsx';
import { Text } from '#web/ui/layout/stack.tsx';
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import styles from './consumption-placeholder.module.css';
import { queuedText } from './waiting-text.ts';

/** The chart while loading: each part has its final height, to avoid a layout shift. */
export function ConsumptionSkeleton() {
  return (
    <div className={styles.skeleton}>
      <div className={styles.readout}>
        <Skeleton shape="title" />
        <Skeleton />
      </div>
      <span className={styles.plot} aria-hidden="true" />
      <Skeleton shape="line" />
      <div className={styles.table}>
        <Skeleton shape="short" />
      </div>
      <VisuallyHidden>{queuedText.loading}</VisuallyHidden>
    </div>
  );
}

/** The panel while its code is loading. */
export function ConsumptionPlaceholder() {
  return (
    <Card busy>
      <div className={styles.panel}>
        <Text as="h2" size="l">
          {queuedText.title}
        </Text>
        <ConsumptionSkeleton />
      </div>
    </Card>
  );
}
