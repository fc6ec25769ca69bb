import styles from './rows-skeleton.module.css';
import { Skeleton } from './skeleton.tsx';
import { VisuallyHidden } from './visually-hidden.tsx';

/** Holds the place of a list that is being loaded: its figure and as many rows. */
export function RowsSkeleton({ label, rows = 8 }: { label: string; rows?: number }) {
  const places = Array.from({ length: rows }, (_, place) => place);
  return (
    <div className={styles.waiting} aria-busy="true">
      <VisuallyHidden>{label}</VisuallyHidden>
      <div className={styles.figure}>
        <Skeleton shape="title" />
      </div>
      {places.map((place) => (
        <div key={place} className={styles.row}>
          <Skeleton />
          <Skeleton shape="short" />
        </div>
      ))}
    </div>
  );
}
