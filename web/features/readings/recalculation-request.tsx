import { type ReactNode, useId, useState } from 'react';
import { buttonClass } from '#web/ui/button.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import styles from './recalculation-request.module.css';
import { text } from './text.ts';

const ROWS = 8;

interface RecalculationRequestProps {
  facts: string;
  /** The e-mail of the supplier; undefined while unknown. */
  email: string | undefined;
  /** Other contacts of the supplier. */
  help: ReactNode;
}

/** The facts of a request, to be completed, copied or sent by e-mail, with the address. */
export function RecalculationRequest({ facts, email, help }: RecalculationRequestProps) {
  const id = useId();
  const [letter, setLetter] = useState(facts);
  return (
    <div className={styles.request}>
      <label htmlFor={id}>{text.factsLabel}</label>
      <textarea
        id={id}
        className={styles.letter}
        rows={ROWS}
        value={letter}
        onChange={(event) => setLetter(event.target.value)}
      />
      <div className={styles.actions}>
        <CopyButton value={letter} label={text.copy} copied={text.copied} failed={text.copyFailed} />
        {email && (
          <a
            className={buttonClass('quiet')}
            href={`mailto:${email}?subject=${encodeURIComponent(text.factsSubject)}&body=${encodeURIComponent(letter)}`}
          >
            {text.sendLetter}
          </a>
        )}
      </div>
      <p>{text.orCall}</p>
      {help}
    </div>
  );
}
