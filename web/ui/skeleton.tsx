import { classes } from './classes.ts';
import styles from './skeleton.module.css';

/** The size of what comes; the words around it say that it is loading. */
export type SkeletonShape = 'line' | 'short' | 'title' | 'figure' | 'chart' | 'tile';

/** Holds the place of what is being loaded, so that nothing jumps when it comes. */
export function Skeleton({ shape = 'line' }: { shape?: SkeletonShape }) {
  return <span className={classes(styles.skeleton, styles[shape])} aria-hidden="true" data-waiting="" />;
}
