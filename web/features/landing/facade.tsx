import { Link } from '@tanstack/react-router';
import { Icon } from '#web/ui/icon.tsx';
import { arrowRight } from '#web/ui/icons.ts';
import styles from './facade.module.css';
import { text } from './text.ts';

const WINDOWS = Array.from({ length: 41 }, (_, index) => index);

/** A house front at dusk. One window is lit: it is the way in. */
export function Facade() {
  return (
    <div className={styles.house}>
      <div className={styles.wall}>
        {WINDOWS.map((index) => (
          <span key={index} className={styles.window} aria-hidden="true" />
        ))}
        <Link to="/sign-in/person" className={styles.lit}>
          <svg className={styles.sill} viewBox="0 0 112 76" aria-hidden="true" focusable="false">
            <path d="M62 76c-3-14-2-22 2-27 3-4 4-8 3-13l6 7c4-2 9-2 13 0l6-7c1 6 1 10-1 14 5 6 7 16 5 26zM96 76c8-1 12-7 10-15-1-4-5-5-6-2 4 0 3 8-4 11z" />
            <path d="M10 76l-4-24h30l-4 24zM21 50c-9-8-14-20-13-33 8 5 12 13 13 22 0-14 3-26 11-36 5 14 1 30-9 42 4-7 10-12 18-14-2 10-9 17-20 19z" />
          </svg>
          <span className={styles.label}>{text.litLabel}</span>
          <span className={styles.enter}>
            {text.litTitle}
            <Icon drawing={arrowRight} size={32} />
          </span>
          <span className={styles.hint}>{text.litHint}</span>
        </Link>
      </div>
    </div>
  );
}
