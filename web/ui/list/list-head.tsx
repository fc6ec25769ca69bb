import type { ReactNode } from 'react';
import styles from './list-head.module.css';

export interface ListHeadProps {
  /** What the figure is. */
  name?: ReactNode;
  figure: ReactNode;
  /** Beside the figure, quiet. */
  note?: ReactNode;
  /** Under the buttons, quiet. */
  hint?: string | undefined;
  /** What can be done with the whole list. */
  children?: ReactNode;
}

/** Over a list: what it comes to as a large figure, and what can be done with it. */
export function ListHead({ name, figure, note, hint, children }: ListHeadProps) {
  return (
    <div className={styles.head}>
      <div>
        {name && <p className={styles.quiet}>{name}</p>}
        <p className={styles.figure}>
          {figure} {note && <span className={styles.quiet}>{note}</span>}
        </p>
      </div>
      {(children || hint) && (
        <div className={styles.actions}>
          {children}
          {hint && <p className={styles.quiet}>{hint}</p>}
        </div>
      )}
    </div>
  );
}
