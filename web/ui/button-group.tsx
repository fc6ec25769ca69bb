import type { ReactNode } from 'react';
import styles from './button-group.module.css';
import { classes } from './classes.ts';

interface ButtonGroupProps {
  /** The name of the group, for screen readers. */
  label: string;
  children: ReactNode;
  className?: string | undefined;
}

/** Buttons beside each other that belong together. */
export function ButtonGroup({ label, children, className }: ButtonGroupProps) {
  return (
    <fieldset className={classes(styles.group, className)}>
      <legend className={styles.legend}>{label}</legend>
      {children}
    </fieldset>
  );
}
