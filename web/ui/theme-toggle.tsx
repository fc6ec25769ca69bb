import { Icon } from './icon.tsx';
import { moon, sun } from './icons.ts';
import styles from './theme-toggle.module.css';

interface ThemeToggleProps {
  /** What a press does when it is light, and when it is dark: both stand in the page, the theme shows one. */
  toDarkLabel: string;
  toLightLabel: string;
  onToggle: () => void;
}

/** From light to evening and back. Which of the two faces is seen is decided by the theme itself, without a script. */
export function ThemeToggle({ toDarkLabel, toLightLabel, onToggle }: ThemeToggleProps) {
  return (
    <span className={styles.toggle}>
      <button
        type="button"
        className={styles.toDark}
        aria-label={toDarkLabel}
        title={toDarkLabel}
        onClick={onToggle}
      >
        <Icon drawing={moon} />
      </button>
      <button
        type="button"
        className={styles.toLight}
        aria-label={toLightLabel}
        title={toLightLabel}
        onClick={onToggle}
      >
        <Icon drawing={sun} />
      </button>
    </span>
  );
}
