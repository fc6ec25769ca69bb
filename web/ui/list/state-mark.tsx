import type { ReactNode } from 'react';
import { Icon } from '../icon.tsx';
import { alert, check, clock, close, info } from '../icons.ts';
import styles from './state-mark.module.css';

/** 'good': done; 'wait': under way; 'bad': failed; 'void': counts no more; 'note': beside the others. */
export type StateTone = 'good' | 'wait' | 'bad' | 'void' | 'note';

const drawings = { good: check, wait: clock, bad: alert, void: close, note: info };

interface StateMarkProps {
  tone: StateTone;
  /** Another drawing than that of the tone. */
  drawing?: string;
  children: ReactNode;
}

/** The state of a thing in a word, with a drawing, so that it is told by more than colour. */
export function StateMark({ tone, drawing = drawings[tone], children }: StateMarkProps) {
  return (
    <span className={styles.mark} data-tone={tone}>
      <Icon drawing={drawing} size={16} />
      <span>{children}</span>
    </span>
  );
}
