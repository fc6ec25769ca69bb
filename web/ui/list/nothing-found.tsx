import { Button } from '../button.tsx';
import styles from './nothing-found.module.css';

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
