import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { formatText } from '#contract/messages/format-text.ts';
import { showMoment } from '#web/lib/format.ts';
import { QueryPart } from '#web/lib/query/query-part.tsx';
import { useOnline } from '#web/lib/use-online.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { Dialog } from '#web/ui/layout/dialog.tsx';
import { Row, Stack } from '#web/ui/layout/stack.tsx';
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { showTip } from '#web/ui/tip-area.tsx';
import { calendarQuery, sendCalendarRenewal } from './api.ts';
import styles from './calendar-card.module.css';
import { SettingsPart } from './settings-part.tsx';
import { text } from './text.ts';

/** Creates or replaces the calendar address; `doneMessage` is shown when done. */
function useRenewal(doneMessage: string) {
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  /** Answers whether it succeeded. */
  const renew = async (): Promise<boolean> => {
    setProblem('');
    setBusy(true);
    const result = await sendCalendarRenewal();
    setBusy(false);
    if (!result.ok) {
      setProblem(result.failure.message);
      return false;
    }
    client.setQueryData(calendarQuery.queryKey, result.data);
    showTip('good', doneMessage);
    return true;
  };
  return { isBusy, problem, renew };
}

/** The secret address, to open in a calendar, to copy or to replace. */
function CalendarAddress({ path, madeAt }: { path: string; madeAt: string }) {
  const [isDialogOpen, setDialogOpen] = useState(false);
  const { isBusy, problem, renew } = useRenewal(text.calendarRenewed);
  const isOnline = useOnline();
  const address = window.location.origin + path;
  const replace = async () => {
    if (await renew()) setDialogOpen(false);
  };
  return (
    <Stack gap="2">
      <div className={styles.fact}>
        <p className={styles.label}>{text.calendarAddress}</p>
        <p className={styles.secret}>{address}</p>
        <p className={styles.quiet}>{formatText(text.calendarSecret, { moment: showMoment(madeAt) })}</p>
      </div>
      <Row gap="1" align="center">
        <a className={buttonClass('ink')} href={address.replace(/^https?:/, 'webcal:')}>
          {text.calendarOpen}
        </a>
        <CopyButton value={address} label={text.calendarCopy} copied={text.copied} failed={text.copyFailed} />
        <Button kind="plain" disabled={!isOnline} onClick={() => setDialogOpen(true)}>
          {text.calendarRenew}
        </Button>
      </Row>
      <p className={styles.quiet}>{isOnline ? text.calendarHint : text.offline}</p>
      <Dialog
        open={isDialogOpen}
        title={text.calendarRenewTitle}
        closeLabel={text.close}
        onClose={() => setDialogOpen(false)}
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
            <Button kind="plain" onClick={() => setDialogOpen(false)}>
              {text.cancel}
            </Button>
          </>
        }
      >
        <p>{text.calendarRenewText}</p>
        {problem && (
          <Notice kind="bad" live="alert">
            {problem}
          </Notice>
        )}
      </Dialog>
    </Stack>
  );
}

/** Creates the calendar on request. */
function MakeCalendar() {
  const { isBusy, problem, renew } = useRenewal(text.calendarMade);
  const isOnline = useOnline();
  return (
    <>
      <div className={styles.row}>
        <p className={styles.none}>{isOnline ? text.calendarNone : text.offline}</p>
        <Button
          data-changes
          busy={isBusy}
          disabled={!isOnline}
          onClick={() => {
            renew().catch(() => undefined);
          }}
        >
          {text.calendarMake}
        </Button>
      </div>
      {problem && (
        <Notice kind="bad" live="alert">
          {problem}
        </Notice>
      )}
    </>
  );
}

/** The calendar of reading windows and due dates, by a secret link. */
export function CalendarCard() {
  const query = useQuery(calendarQuery);
  return (
    <SettingsPart title={text.calendar} lead={text.calendarLead} busy={query.isFetching && !query.data}>
      <QueryPart
        query={query}
        failed={text.calendarFailed}
        skeleton={
          <div className={styles.waiting}>
            <Skeleton />
            <VisuallyHidden>{text.loading}</VisuallyHidden>
          </div>
        }
      >
        {({ path, madeAt }) =>
          path && madeAt ? <CalendarAddress path={path} madeAt={madeAt} /> : <MakeCalendar />
        }
      </QueryPart>
    </SettingsPart>
  );
}
