import { useState } from 'react';
import { Button } from './button.tsx';
import { classes } from './classes.ts';
import styles from './copy-button.module.css';
import { VisuallyHidden } from './layout/visually-hidden.tsx';

interface CopyButtonProps {
  value: string;
  label: string;
  /** Shown when it is done, and when the browser refused. */
  copied: string;
  failed: string;
  /** One of many in rows: it is small, says what became of it in its own place, and has a name of its own. */
  inRow?: { spokenLabel: string };
}

/** Copies a value, and says whether it did. */
export function CopyButton({ value, label, copied, failed, inRow }: CopyButtonProps) {
  const [message, setMessage] = useState('');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      setMessage(copied);
    } catch {
      setMessage(failed);
    }
  };
  const status = <span role="status">{message}</span>;
  return (
    <span className={classes(styles.copy, inRow && styles.inRow)}>
      <Button
        kind={inRow ? 'plain' : 'quiet'}
        // What is written on it must be a part of its name: once it says what became of it, that is its name.
        aria-label={message ? undefined : inRow?.spokenLabel}
        onClick={() => {
          copy().catch(() => undefined);
        }}
        onBlur={() => inRow && setMessage('')}
      >
        {(inRow && message) || label}
      </Button>
      {inRow ? <VisuallyHidden>{status}</VisuallyHidden> : <span className={styles.status}>{status}</span>}
    </span>
  );
}
