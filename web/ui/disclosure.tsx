import type { ReactNode } from 'react';
import styles from './disclosure.module.css';
import { Icon } from './icon.tsx';
import { chevronDown } from './icons.ts';

interface DisclosureProps {
  summary: ReactNode;
  open?: boolean;
  children: ReactNode;
}

/** The native details element: opens by press or key, and the browser's page search finds what is inside. */
export function Disclosure({ summary, open, children }: DisclosureProps) {
  return (
    <details className={styles.details} open={open}>
      <summary className={styles.summary}>
        {summary}
        <Icon drawing={chevronDown} />
      </summary>
      <div className={styles.body}>{children}</div>
    </details>
  );
}
