import { useEffect, useRef } from 'react';
import { Button } from '#web/ui/button.tsx';
import styles from './confirm-panel.module.css';
import { text } from './text.ts';

interface ConfirmPanelProps {
  message: string;
  onAgree: () => void;
  onEdit: () => void;
}

/** A question of the rules in the place of the submit button: agree, or go back to the digits. Takes the focus. */
export function ConfirmPanel({ message, onAgree, onEdit }: ConfirmPanelProps) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    title.current?.focus();
  }, []);
  return (
    <div className={styles.panel}>
      <h3 ref={title} tabIndex={-1}>
        {text.confirmTitle}
      </h3>
      <p>{message}</p>
      <div className={styles.actions}>
        <Button kind="lamp" onClick={onAgree}>
          {text.agree}
        </Button>
        <Button onClick={onEdit}>{text.edit}</Button>
      </div>
    </div>
  );
}
