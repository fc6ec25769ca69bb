import type { ReactNode } from 'react';
import { classes } from '../classes.ts';
import styles from './card.module.css';

interface CardProps {
  /** 'paper' stands on the page, 'sunken' lies in it; cards do not stand in cards. */
  kind?: 'paper' | 'sunken';
  /** The heading that names the part; give one when the card is a part of its own. */
  labelledBy?: string;
  busy?: boolean;
  children: ReactNode;
}

export function Card({ kind = 'paper', labelledBy, busy, children }: CardProps) {
  const className = classes(styles.card, styles[kind]);
  return labelledBy ? (
    <section className={className} aria-labelledby={labelledBy} aria-busy={busy || undefined}>
      {children}
    </section>
  ) : (
    <div className={className} aria-busy={busy || undefined}>
      {children}
    </div>
  );
}
