import { useState } from 'react';
import type { ApiResult } from '#web/lib/api.ts';
import { Notice } from '#web/ui/notice.tsx';
import { ResendButton } from '#web/ui/resend-button.tsx';
import { text } from './text.ts';

interface ResendProps {
  /** How long it is still too early. */
  seconds: number;
  /** What the button says where no code was sent yet. */
  label?: string;
  /** Asks for the code again. */
  ask: () => Promise<ApiResult<{ resendAfterSeconds?: number | undefined }>>;
}

/** Has a code sent again, and says why it was not. */
export function Resend({ seconds, label = text.resend, ask }: ResendProps) {
  const [wait, setWait] = useState({ seconds, count: 0 });
  const [failure, setFailure] = useState('');
  const resend = async () => {
    const result = await ask();
    setFailure(result.ok ? '' : result.failure.message);
    if (!result.ok) return;
    const { resendAfterSeconds = 0 } = result.data;
    setWait(({ count }) => ({ seconds: resendAfterSeconds, count: count + 1 }));
  };
  return (
    <>
      {failure && (
        <Notice kind="bad" live="alert">
          {failure}
        </Notice>
      )}
      <ResendButton
        key={wait.count}
        seconds={wait.seconds}
        label={wait.count > 0 ? text.resend : label}
        waitLabel={text.resendWait}
        readyLabel={text.resendReady}
        onResend={() => {
          resend().catch(() => undefined);
        }}
      />
    </>
  );
}
