import { useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import styles from './copy-button.module.css';
import { text } from './text.ts';

interface CopyButtonProps {
  value: string;
  label: string;
}

/** Copies a value, and says whether it did. */
export function CopyButton({ value, label }: CopyButtonProps) {
  const [said, setSaid] = useState('');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      setSaid(text.copied);
    } catch {
      setSaid(text.copyFailed);
    }
  };
  return (
    <span className={styles.copy}>
      <Button
        onClick={() => {
          copy().catch(() => undefined);
        }}
      >
        {label}
      </Button>
      <span role="status" className={styles.said}>
        {said}
      </span>
    </span>
  );
}
