import { useEffect, useRef } from 'react';
import { Button } from '#web/ui/button.tsx';
import styles from './confirm-panel.module.css';
import { text } from './text.ts';

interface ConfirmPanelProps {
  message: string;
  /** The figures behind the question: kWh now and last year. */
  advice: string | undefined;
  onAgree: () => void;
  onEdit: () => void;
}

/** A question of the rules in the place of the submit button: confirm, or edit the digits. Takes the focus. */
export function ConfirmPanel({ message, advice, onAgree, onEdit }: ConfirmPanelProps) {
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
      {advice && <p>{advice}</p>}
      <div className={styles.actions}>
        <Button kind="lamp" onClick={onAgree}>
          {text.agree}
        </Button>
        <Button onClick={onEdit}>{text.edit}</Button>
      </div>
    </div>
  );
}
