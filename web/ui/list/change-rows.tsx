import type { ReactNode } from 'react';
import { Disclosure } from '../layout/disclosure.tsx';
import styles from './change-rows.module.css';

/** Something that was changed: its fields, each as it was and as it became; null: there was or is nothing. */
interface Change {
  readonly what: string;
  readonly fields: readonly {
    readonly name: string;
    readonly before: string | null;
    readonly after: string | null;
  }[];
}

interface ChangeRowsProps {
  summary: string;
  changes: readonly Change[];
  /** Instead of a value that is not there. */
  nothing: string;
  /** Under the changes. */
  children?: ReactNode;
}

/** What was changed, before and after; folded, so that a list stays a list. */
export function ChangeRows({ summary, changes, nothing, children }: ChangeRowsProps) {
  return (
    <Disclosure summary={summary}>
      <div className={styles.changes}>
        {changes.map((change) => (
          <div key={JSON.stringify(change)}>
            <p>{change.what}</p>
            <dl>
              {change.fields.map(({ name, before, after }) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>
                    {before !== null && (
                      <>
                        <del>{before}</del> <span aria-hidden="true">→</span>{' '}
                      </>
                    )}
                    <ins>{after ?? nothing}</ins>
                  </dd>
                </div>
              ))}
            </dl>
          </div>
        ))}
        {children}
      </div>
    </Disclosure>
  );
}
