import { type ReactNode, useEffect, useRef } from 'react';
import styles from './auth-card.module.css';
import { PageTitle } from './page-title.tsx';

interface AuthCardProps {
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

// The first window of a visit leaves the focus where the browser has it.
let isFollowing = false;

/**
 * The page of a way in: a lit window, and the evening around it. When another window or title follows, a new step has
 * begun: its heading takes the focus, unless something in the step has taken it already.
 */
export function AuthCard({ title, foot, children, ...head }: AuthCardProps) {
  return (
    <main className={styles.page} id="content">
      <div className={styles.window}>
        <Head key={title} title={title} {...head} />
        {children}
        {foot && <div className={styles.foot}>{foot}</div>}
      </div>
    </main>
  );
}

function Head({ title, suffix, progress, lead }: Omit<AuthCardProps, 'foot' | 'children'>) {
  const head = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isFollowing && document.activeElement === document.body) head.current?.querySelector('h1')?.focus();
    return () => {
      isFollowing = true;
    };
  }, []);
  return (
    <div className={styles.head} ref={head}>
      {progress && <p className={styles.progress}>{progress}</p>}
      <PageTitle title={title} suffix={suffix} />
      {lead && <p className={styles.lead}>{lead}</p>}
    </div>
  );
}
