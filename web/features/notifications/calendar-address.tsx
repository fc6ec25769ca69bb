import { useState } from 'react';
import { formatText } from '#contract/messages/format-text.ts';
import { showMoment } from '#web/lib/format.ts';
import { useOnline } from '#web/lib/use-online.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';
import styles from './calendar-card.module.css';
import { text } from './text.ts';
import { useRenewal } from './use-renewal.ts';

/** The secret address: to open in a calendar, to copy, to be replaced by another. */
export function CalendarAddress({ path, madeAt }: { path: string; madeAt: string }) {
  const [isAsking, setAsking] = useState(false);
  const { isBusy, trouble, renew } = useRenewal(text.calendarRenewed);
  const isOnline = useOnline();
  const address = window.location.origin + path;
  const replace = async () => {
    if (await renew()) setAsking(false);
  };
  return (
    <div className={styles.address}>
      <div className={styles.fact}>
        <p className={styles.label}>{text.calendarAddress}</p>
        <p className={styles.secret}>{address}</p>
        <p className={styles.quiet}>{formatText(text.calendarSecret, { moment: showMoment(madeAt) })}</p>
      </div>
      <div className={styles.actions}>
        <a className={buttonClass('ink')} href={address.replace(/^https?:/, 'webcal:')}>
          {text.calendarOpen}
        </a>
        <CopyButton value={address} label={text.calendarCopy} copied={text.copied} failed={text.copyFailed} />
        <Button kind="plain" disabled={!isOnline} onClick={() => setAsking(true)}>
          {text.calendarRenew}
        </Button>
      </div>
      <p className={styles.quiet}>{isOnline ? text.calendarHint : text.offline}</p>
      <Dialog
        open={isAsking}
        title={text.calendarRenewTitle}
        closeLabel={text.close}
        onClose={() => setAsking(false)}
        actions={
          <>
            <Button
              kind="danger"
              busy={isBusy}
              onClick={() => {
                replace().catch(() => undefined);
              }}
            >
              {text.calendarRenew}
            </Button>
            <Button kind="plain" onClick={() => setAsking(false)}>
              {text.cancel}
            </Button>
          </>
        }
      >
        <p>{text.calendarRenewText}</p>
        {trouble && (
          <Notice kind="bad" live="alert">
            {trouble}
          </Notice>
        )}
      </Dialog>
    </div>
  );
}
