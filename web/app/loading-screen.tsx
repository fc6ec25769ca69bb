import styles from './loading-screen.module.css';
import { text } from './text.ts';

/** The first screen of the cabinet while it starts: an image that turns, and words. */
export function LoadingScreen() {
  return (
    <div className={styles.screen} role="status">
      <img src="/spinner.svg" width="72" height="72" alt="" />
      <p>{text.loading}</p>
    </div>
  );
}
