import { classes } from '#web/ui/classes.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import summary from './calculation-summary.module.css';
import styles from './calculation-view.module.css';
import strip from './month-strip.module.css';
import { text } from './text.ts';

/** Holds the place of the sum, the month and the two tables. */
export function CalculationSkeleton() {
  return (
    <div className={styles.result} aria-busy="true">
      <VisuallyHidden>{text.loading}</VisuallyHidden>
      <div className={summary.summary} data-tone="dusk">
        <div className={summary.figure}>
          <Bone />
          <Skeleton shape="figure" />
          <Bone size="large" />
        </div>
        <div className={summary.how}>
          <Bone size="wrapping" />
          <div className={strip.strip}>
            <div className={strip.days}>
              <span className={strip.ahead} />
            </div>
            <Bone size="wrapping" />
          </div>
        </div>
        <div className={summary.next}>
          <Bone size="three" />
          <span className={styles.button} />
          <Bone size="two" />
        </div>
      </div>
      <div className={styles.details}>
        <Skeleton shape="title" />
        <Skeleton shape="tile" />
        <Skeleton shape="title" />
        <Skeleton shape="tile" />
      </div>
    </div>
  );
}

interface BoneProps {
  /** How many lines of text come; 'wrapping': two on a phone. */
  size?: 'large' | 'two' | 'three' | 'wrapping';
}

/** A line with the height of the words that come. */
function Bone({ size }: BoneProps) {
  return (
    <div className={classes(styles.bone, size && styles[size])}>
      <Skeleton />
    </div>
  );
}
