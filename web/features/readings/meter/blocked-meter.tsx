import { lazy, type ReactNode, Suspense } from 'react';
import { formatText } from '#contract/messages/format-text.ts';
import { blockedAdvice, blockedMessage } from '#web/lib/form/blocked-advice.ts';
import { showDate } from '#web/lib/format.ts';
import { MessageText } from '#web/lib/message-text.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { text } from '../text.ts';

const TicketLink = lazy(() =>
  import('../ticket-link.tsx').then((module) => ({ default: module.LinkOfReason })),
);

interface BlockedMeterProps {
  reason: { code: string; message: string; opensOn?: string | null };
  /** Serial number of the meter; absent: none is known. */
  serial?: string;
  /** The contacts of the supplier. */
  help: ReactNode;
}

/** Why no reading can be entered, and what to do instead. */
export function BlockedMeter({ reason, serial, help }: BlockedMeterProps) {
  if (reason.opensOn) {
    return (
      <Notice kind="info" title={formatText(text.blockedTill, { day: showDate(reason.opensOn) })}>
        {/* A closed window asks a person for a photo, which belongs to another block. */}
        {reason.code === 'readings.entityPeriodClosed' && <p>{reason.message}</p>}
        <p>{text.blockedTillBody}</p>
      </Notice>
    );
  }
  // Who may give them is a matter of the company, not of the supplier.
  if (reason.code === 'readings.roleReadsOnly')
    return (
      <Notice kind="info" title={text.roleReadsOnly}>
        {reason.message}
      </Notice>
    );
  const advice = blockedAdvice(reason.code);
  const namesForm = blockedMessage(reason) !== reason.message;
  const isFine = advice === 'nothingToDo';
  const title = advice === 'settledStates' ? text.blockedTitlePhoto : text.blockedTitleStop;
  return (
    <Notice
      kind={isFine ? 'info' : 'warn'}
      title={isFine ? text.blockedTitle : title}
      actions={
        namesForm && (
          <Suspense>
            <TicketLink code={reason.code} meter={serial} />
          </Suspense>
        )
      }
    >
      <p>
        <MessageText>{reason.message}</MessageText>
      </p>
      {advice !== 'settledStates' && (
        <>
          <p>{text.blockedAdvice[advice]}</p>
          {help}
        </>
      )}
    </Notice>
  );
}
