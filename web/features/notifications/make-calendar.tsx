import { useOnline } from '#web/lib/use-online.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import styles from './calendar-card.module.css';
import { text } from './text.ts';
import { useRenewal } from './use-renewal.ts';

/** There is no calendar yet: it is made when it is wanted, not before. */
export function MakeCalendar() {
  const { isBusy, trouble, renew } = useRenewal(text.calendarMade);
  const isOnline = useOnline();
  return (
    <>
      <div className={styles.row}>
        <p className={styles.none}>{isOnline ? text.calendarNone : text.offline}</p>
        <Button
          busy={isBusy}
          disabled={!isOnline}
          onClick={() => {
            renew().catch(() => undefined);
          }}
        >
          {text.calendarMake}
        </Button>
      </div>
      {trouble && (
        <Notice kind="bad" live="alert">
          {trouble}
        </Notice>
      )}
    </>
  );
}
