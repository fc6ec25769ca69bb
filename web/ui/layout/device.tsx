import type { ReactNode } from 'react';
import styles from './device.module.css';

/** Shown where the page is in the hand: a narrow screen or a finger as the pointer. */
export function OnPhone({ children }: { children: ReactNode }) {
  return <div className={styles.phone}>{children}</div>;
}

/** Shown on desks and on paper, where a phone can point at it. */
export function OffPhone({ children }: { children: ReactNode }) {
  return <div className={styles.other}>{children}</div>;
}
