import { Skeleton } from '#web/ui/skeleton.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import styles from './book-skeleton.module.css';
import { text } from './text.ts';

const months = Array.from({ length: 12 }, (_, index) => index);

/** Holds the place of a year: its head and twelve months. */
export function BookSkeleton() {
  return (
    <div className={styles.book} aria-busy="true">
      <VisuallyHidden>{text.loading}</VisuallyHidden>
      <Skeleton shape="title" />
      <Skeleton shape="line" />
      {months.map((month) => (
        <div key={month} className={styles.month}>
          <Skeleton shape="short" />
          <Skeleton shape="line" />
        </div>
      ))}
    </div>
  );
}
