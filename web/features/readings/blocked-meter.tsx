import type { ReactNode } from 'react';
import { formatText } from '#contract/messages/format-text.ts';
import { showDate } from '#web/lib/format.ts';
import { Notice } from '#web/ui/notice.tsx';
import { blockedAdvice } from './blocked-advice.ts';
import { MessageText } from './message-text.tsx';
import { text } from './text.ts';

interface BlockedMeterProps {
  reason: { code: string; message: string; opensOn?: string | null };
  /** How to reach the supplier. */
  help: ReactNode;
}

/** Why nothing can be entered, and the one thing to do instead. */
export function BlockedMeter({ reason, help }: BlockedMeterProps) {
  const advice = blockedAdvice(reason.code);
  const isFine = advice === 'nothingToDo';
  return (
    <Notice kind={isFine ? 'info' : 'warn'} title={isFine ? text.blockedTitle : text.blockedTitleStop}>
      <p>
        <MessageText>{reason.message}</MessageText>
      </p>
      {reason.opensOn && <p>{formatText(text.blockedTill, { day: showDate(reason.opensOn) })}</p>}
      {advice !== 'saidAlready' && (
        <>
          <p>{text.blockedAdvice[advice]}</p>
          {help}
        </>
      )}
    </Notice>
  );
}
