import { Card } from '#web/ui/card.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import styles from './consumption-waiting.module.css';
import { waitingText } from './waiting-text.ts';

/** The chart while its months are read: every part of it with its height, so that nothing below moves. */
export function ConsumptionBones() {
  return (
    <div className={styles.bones}>
      <div className={styles.readout}>
        <Skeleton shape="title" />
        <Skeleton />
      </div>
      <span className={styles.plot} aria-hidden="true" />
      <Skeleton shape="line" />
      <div className={styles.table}>
        <Skeleton shape="short" />
      </div>
      <VisuallyHidden>{waitingText.loading}</VisuallyHidden>
    </div>
  );
}

/** The panel while its code is fetched. */
export function ConsumptionWaiting() {
  return (
    <Card busy>
      <div className={styles.panel}>
        <h2 className={styles.title}>{waitingText.title}</h2>
        <ConsumptionBones />
      </div>
    </Card>
  );
}
