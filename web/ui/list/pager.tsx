import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '../button.tsx';
import { Icon } from '../icon.tsx';
import { alert } from '../icons.ts';
import styles from './pager.module.css';

interface PagerProps {
  /** How many of how many are shown, in words; announced to screen readers when it changes. */
  count: ReactNode;
  moreLabel: string;
  /** Stands on the button while the next part is fetched. */
  busyLabel: string;
  hasMore: boolean;
  busy: boolean;
  /** Why the next part did not come; the button stays to try again. */
  failure?: string | undefined;
  onMore: () => void;
}

/** The end of a list that comes in parts: how much is shown, and the next part on a press. */
export function Pager({ count, moreLabel, busyLabel, hasMore, busy, failure, onMore }: PagerProps) {
  const words = useRef<HTMLParagraphElement>(null);
  const wasPressed = useRef(false);
  // The button leaves with the last part: the focus it had goes to the count instead of nowhere.
  useEffect(() => {
    if (hasMore || !wasPressed.current) return;
    wasPressed.current = false;
    words.current?.focus();
  }, [hasMore]);
  return (
    <div className={styles.pager}>
      <p className={styles.count} role="status" tabIndex={-1} ref={words}>
        {count}
      </p>
      {failure && (
        <p className={styles.failure} role="alert">
          <Icon drawing={alert} size={16} />
          {failure}
        </p>
      )}
      {hasMore && (
        <Button
          busy={busy}
          onClick={() => {
            wasPressed.current = true;
            onMore();
          }}
        >
          {busy ? busyLabel : moreLabel}
        </Button>
      )}
    </div>
  );
}
