import { useHydrated } from '#web/lib/use-hydrated.ts';
import { text } from '../text.ts';
import styles from './preloader.module.css';

/** Says that the app is on its way, beside the page that can already be read. Source: base specification, section 2. */
export function Preloader() {
  const hydrated = useHydrated();
  return hydrated ? null : (
    <p className={styles.line} role="status" data-tone="dusk">
      <span className={styles.glow} aria-hidden="true" />
      {text.joining}
    </p>
  );
}
