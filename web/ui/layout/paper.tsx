import type { ReactNode } from 'react';
import styles from './paper.module.css';

interface PaperProps {
  /** The heading that names the document. */
  labelledBy: string;
  children: ReactNode;
}

/** A document: bill, receipt. When the page is printed, only the papers on it are, without the cabinet around them. */
export function Paper({ labelledBy, children }: PaperProps) {
  return (
    <article className={styles.paper} aria-labelledby={labelledBy} data-paper="">
      {children}
    </article>
  );
}

/** Something of a document that is for the screen only, such as its buttons. */
export function ScreenOnly({ children }: { children: ReactNode }) {
  return <div className={styles.screenOnly}>{children}</div>;
}
