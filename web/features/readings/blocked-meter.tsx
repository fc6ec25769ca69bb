import type { ReactNode } from 'react';
import { Notice } from '#web/ui/notice.tsx';
import { MessageText } from './message-text.tsx';
import { text } from './text.ts';

const NOTHING_TO_DO = new Set(['readings.takenByOperator', 'readings.substation']);

interface BlockedMeterProps {
  reason: { code: string; message: string };
  /** How to reach the supplier. */
  help: ReactNode;
}

/** Why nothing can be entered, and what to do instead. */
export function BlockedMeter({ reason, help }: BlockedMeterProps) {
  const isFine = NOTHING_TO_DO.has(reason.code);
  return (
    <Notice kind={isFine ? 'info' : 'warn'} title={isFine ? text.blockedTitle : text.blockedTitleStop}>
      <p>
        <MessageText>{reason.message}</MessageText>
      </p>
      <p>{isFine ? text.blockedByOperator : text.blockedHelp}</p>
      {help}
    </Notice>
  );
}
