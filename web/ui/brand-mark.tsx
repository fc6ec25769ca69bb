import styles from './brand-mark.module.css';
import { classes } from './classes.ts';

interface BrandMarkProps {
  name: string;
  /** On a phone the mark alone is seen, where the room is wanted for something else. */
  compact?: boolean;
}

/** The mark: a window of four panes, and the name. */
export function BrandMark({ name, compact = false }: BrandMarkProps) {
  return (
    <span className={styles.mark} data-brand="">
      <svg viewBox="0 0 24 24" width="1.4em" height="1.4em" aria-hidden="true" focusable="false">
        <rect className={styles.frame} x="2" y="1.5" width="20" height="21" rx="4" />
        <path
          className={styles.pane}
          d="M5 4.5h6.25v7H5zM5 13h6.25v6.5H5zM12.75 13H19v6.5h-6.25zM12.75 4.5H19v7h-6.25z"
        />
      </svg>
      <span className={classes(styles.name, compact && styles.compact)}>{name}</span>
    </span>
  );
}
