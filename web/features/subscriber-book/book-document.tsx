import { type ReactNode, useId } from 'react';
import { formatText } from '#contract/messages/format-text.ts';
import { Paper } from '#web/ui/paper.tsx';
import styles from './book-document.module.css';
import { BookHead } from './book-head.tsx';
import { BookTable } from './book-table.tsx';
import type { BookData } from './book-types.ts';
import { text } from './text.ts';

interface BookDocumentProps {
  account: string;
  book: BookData;
  linkToBill: (period: string, name: ReactNode) => ReactNode;
}

/** A year of the book as a document: whose it is, its months, what the marks mean. */
export function BookDocument({ account, book, linkToBill }: BookDocumentProps) {
  const id = useId();
  const isEstimated = book.rows.some((row) => row.isEstimated);
  return (
    <Paper labelledBy={id}>
      <div className={styles.book}>
        <header className={styles.title}>
          <h2 id={id}>
            <span className={styles.paperOnly}>{text.bookOf} </span>
            {formatText(text.year, { year: String(book.year) })}
          </h2>
          <p className={styles.supplier}>{book.head.supplierName}</p>
        </header>
        <BookHead account={account} head={book.head} />
        <BookTable book={book} linkToBill={linkToBill} />
        <footer className={styles.notes}>
          <p>{text.sumsNote}</p>
          {isEstimated && <p>{text.estimatedNote}</p>}
        </footer>
      </div>
    </Paper>
  );
}
