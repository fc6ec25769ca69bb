import type { ReactNode } from 'react';
import { Icon } from '../icon.tsx';
import { chevronDown } from '../icons.ts';
import styles from './disclosure.module.css';

interface DisclosureProps {
  summary: ReactNode;
  open?: boolean;
  /** It is open now, by press, key or page search. */
  onOpen?: () => void;
  onClose?: () => void;
  children: ReactNode;
}

/** The native details element: opens by press or key, and the browser's page search finds what is inside. */
export function Disclosure({ summary, open, onOpen, onClose, children }: DisclosureProps) {
  return (
    <details
      className={styles.details}
      open={open}
      onToggle={(event) => {
        if (event.currentTarget.open) onOpen?.();
        else onClose?.();
      }}
    >
      <summary className={styles.summary}>
        {summary}
        <Icon drawing={chevronDown} />
      </summary>
      <div className={styles.body}>{children}</div>
    </details>
  );
}
