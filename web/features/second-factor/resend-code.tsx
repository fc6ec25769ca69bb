import { useState } from 'react';
import { type ApiFailure, localFailure } from '#web/lib/api-failure.ts';
import type { Challenge } from '#web/session/come-in.ts';
import { Notice } from '#web/ui/notice.tsx';
import { ResendButton } from '#web/ui/resend-button.tsx';
import { askForSecondCode } from './api.ts';
import { text } from './text.ts';

/** Has the code of the second step sent again, and says why it was not. */
export function ResendCode({ challenge }: { challenge: Challenge }) {
  const [sending, setSending] = useState({ seconds: challenge.resendAfterSeconds, count: 0 });
  const [failure, setFailure] = useState<ApiFailure>();
  const resend = async () => {
    const answer = await askForSecondCode(challenge.challenge);
    setFailure(typeof answer === 'number' ? undefined : answer);
    if (typeof answer === 'number') setSending(({ count }) => ({ seconds: answer, count: count + 1 }));
  };
  return (
    <>
      {failure && (
        <Notice kind="bad" live="alert">
          {failure.message}
        </Notice>
      )}
      <ResendButton
        key={sending.count}
        seconds={sending.seconds}
        label={text.resend}
        waitLabel={text.resendWait}
        readyLabel={text.resendReady}
        onResend={() => {
          resend().catch(() => setFailure(localFailure('common.network')));
        }}
      />
    </>
  );
}
