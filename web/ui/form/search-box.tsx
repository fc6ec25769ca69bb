import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '../button.tsx';
import { Icon } from '../icon.tsx';
import { search } from '../icons.ts';
import { TextField } from './field.tsx';
import styles from './search-box.module.css';

interface SearchBoxProps {
  label: string;
  hint: string;
  clearLabel: string;
  /** What stands in the address. */
  term: string;
  /** Puts what is typed into the address, from where it comes back as `term`. */
  onTerm: (term: string) => void;
  /** What was found, in words; said to screen readers when it changes. */
  outcome: ReactNode;
}

/** From the last key to the address. */
const PAUSE_MS = 200;
const LONGEST_TERM = 80;

/** Finds as one types. The address keeps the term: a reload, a link and the way back lead to the same list. */
export function SearchBox({ label, hint, clearLabel, term, onTerm, outcome }: SearchBoxProps) {
  const [typed, setTyped] = useState(term);
  const sent = useRef(term);
  const field = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (term === sent.current) return;
    sent.current = term;
    setTyped(term);
  }, [term]);
  useEffect(() => {
    const timer = setTimeout(() => {
      const next = typed.trim();
      if (next === sent.current) return;
      sent.current = next;
      onTerm(next);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, onTerm]);
  const clear = () => {
    setTyped('');
    field.current?.querySelector('input')?.focus();
  };
  return (
    <search className={styles.box} ref={field}>
      <div className={styles.field}>
        <TextField
          type="search"
          label={label}
          hint={hint}
          value={typed}
          maxLength={LONGEST_TERM}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="search"
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <span className={styles.icon}>
          <Icon drawing={search} />
        </span>
      </div>
      <div className={styles.outcome}>
        <p role="status">{outcome}</p>
        {typed !== '' && (
          <Button kind="plain" onClick={clear}>
            {clearLabel}
          </Button>
        )}
      </div>
    </search>
  );
}
