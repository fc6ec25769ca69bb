import { useEffect, useRef } from 'react';
import styles from './error-summary.module.css';

interface ErrorSummaryItem {
  /** The id of the field the problem belongs to; a problem of the whole form has none. */
  field?: string;
  text: string;
}

interface ErrorSummaryProps {
  title: string;
  items: readonly ErrorSummaryItem[];
  /** Changes with every refused attempt: the summary then takes the focus again. */
  attempt: number;
}

/** All problems of a form in one place, each a link to its field. Takes the focus when it appears. */
export function ErrorSummary({ title, items, attempt }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (attempt > 0) box.current?.focus();
  }, [attempt]);
  if (items.length === 0) return null;
  return (
    <div className={styles.summary} role="alert" tabIndex={-1} ref={box}>
      <p className={styles.title}>{title}</p>
      <ul className={styles.list}>
        {items.map((item) => (
          <li key={`${item.field} ${item.text}`}>
            {item.field === undefined ? (
              item.text
            ) : (
              <a
                href={`#${item.field}`}
                onClick={(event) => {
                  event.preventDefault();
                  document.getElementById(item.field ?? '')?.focus();
                }}
              >
                {item.text}
              </a>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
