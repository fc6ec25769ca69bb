import { classes } from './classes.ts';
import { VisuallyHidden } from './layout/visually-hidden.tsx';
import rowsSkeletonStyles from './list/rows-skeleton.module.css';
import styles from './skeleton.module.css';

/** The size of what comes; the words around it say that it is loading. */
type SkeletonShape = 'line' | 'short' | 'title' | 'figure' | 'chart' | 'tile';

/** Holds the place of what is being loaded, so that nothing jumps when it comes. */
export function Skeleton({ shape = 'line' }: { shape?: SkeletonShape }) {
  return <span className={classes(styles.skeleton, styles[shape])} aria-hidden="true" data-waiting="" />;
}

/** Holds the place of a list that is being loaded: its figure and as many rows. */
export function RowsSkeleton({ label, rows = 8 }: { label: string; rows?: number }) {
  const places = Array.from({ length: rows }, (_, place) => place);
  return (
    <div className={rowsSkeletonStyles.waiting} aria-busy="true">
      <VisuallyHidden>{label}</VisuallyHidden>
      <div className={rowsSkeletonStyles.figure}>
        <Skeleton shape="title" />
      </div>
      {places.map((place) => (
        <div key={place} className={rowsSkeletonStyles.row}>
          <Skeleton />
          <Skeleton shape="short" />
        </div>
      ))}
    </div>
  );
}
