import type { ReactNode, Ref } from 'react';
import { classes } from './classes.ts';
import styles from './link-tabs.module.css';

interface LinkTabsProps {
  /** What they lead between, for screen readers. */
  label: string;
  /** Links; the one that is open carries `aria-current`. */
  children: ReactNode;
  className?: string | undefined;
  ref?: Ref<HTMLElement>;
}

/** Links beside each other, of which one is open. */
export function LinkTabs({ label, children, className, ref }: LinkTabsProps) {
  return (
    <nav ref={ref} aria-label={label} className={classes(styles.tabs, className)}>
      {children}
    </nav>
  );
}
