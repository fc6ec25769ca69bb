import { useNow } from '#web/lib/use-now.ts';
import { Icon } from '#web/ui/icon.tsx';
import { clock } from '#web/ui/icons.ts';
import type { WindowData } from './api.ts';
import styles from './window-notice.module.css';
import { windowWords } from './window-words.ts';

/** When the reading window closes, how long that is, and the day as of which a reading given now counts. */
export function WindowNotice({ window }: { window: WindowData }) {
  const { title, rest } = windowWords(window, useNow());
  return (
    <div className={styles.notice}>
      <Icon drawing={clock} size={24} />
      <div>
        <p className={styles.title}>{title}</p>
        <p>{rest}</p>
      </div>
    </div>
  );
}
