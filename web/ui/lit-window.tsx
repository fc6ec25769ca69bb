import { type ReactNode, useEffect, useRef } from 'react';
import styles from './lit-window.module.css';
import { PageTitle } from './page-title.tsx';

interface LitWindowProps {
  title: string;
  /** The name of the product, for the title of the browser window. */
  suffix: string;
  /** Where one is in a way of several steps. */
  progress?: string;
  lead?: ReactNode;
  /** Below a line: other ways, help. */
  foot?: ReactNode;
  children: ReactNode;
}

/**
 * The page of a way in: a lit window, and the evening around it. When its title changes a new step has begun: the heading
 * takes the focus, unless something in the step has taken it already.
 */
export function LitWindow({ title, suffix, progress, lead, foot, children }: LitWindowProps) {
  const main = useRef<HTMLElement>(null);
  const shown = useRef(title);
  useEffect(() => {
    if (shown.current === title) return;
    shown.current = title;
    if (document.activeElement === document.body) main.current?.querySelector('h1')?.focus();
  }, [title]);
  return (
    <main className={styles.page} id="content" ref={main}>
      <div className={styles.window}>
        <div className={styles.head}>
          {progress && <p className={styles.progress}>{progress}</p>}
          <PageTitle title={title} suffix={suffix} />
          {lead && <p className={styles.lead}>{lead}</p>}
        </div>
        {children}
        {foot && <div className={styles.foot}>{foot}</div>}
      </div>
    </main>
  );
}
