import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import styles from './nothing-found.module.css';
import { Notice } from './notice.tsx';

interface NothingFoundProps {
  /** Says what was looked for. */
  title: string;
  help: string;
  showAllLabel: string;
  onShowAll: () => void;
}

/** In the place of what a search did not find: what else to try, and the way back to everything. */
export function NothingFound({ title, help, showAllLabel, onShowAll }: NothingFoundProps) {
  return (
    <div className={styles.nothing}>
      <h2>{title}</h2>
      <p>{help}</p>
      <Button onClick={onShowAll}>{showAllLabel}</Button>
    </div>
  );
}

interface NoRecordsProps {
  /** Something was asked for that no row answers; otherwise there is none yet. */
  isFiltered: boolean;
  words: {
    readonly noneTitle: string;
    readonly none: string;
    readonly showAll: string;
    readonly emptyTitle: string;
    readonly empty: string;
  };
  onShowAll: () => void;
  /** How the first one comes to be. */
  next: ReactNode;
}

/** In the place of a list without rows: why, and what to do. */
export function NoRecords({ isFiltered, words, onShowAll, next }: NoRecordsProps) {
  return isFiltered ? (
    <Notice
      kind="info"
      live="status"
      title={words.noneTitle}
      actions={<Button onClick={onShowAll}>{words.showAll}</Button>}
    >
      {words.none}
    </Notice>
  ) : (
    <Notice kind="info" title={words.emptyTitle} actions={next}>
      {words.empty}
    </Notice>
  );
}
