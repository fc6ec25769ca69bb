import { notificationKinds } from '#contract/notifications.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import styles from './choice-group.module.css';
import { text } from './text.ts';

/** Holds the place of the switches while they are being read. */
export function ChoicesWaiting() {
  return (
    <div>
      <VisuallyHidden>{text.loading}</VisuallyHidden>
      {notificationKinds.map((kind) => (
        <div key={kind} className={styles.waiting}>
          <Skeleton />
        </div>
      ))}
    </div>
  );
}
