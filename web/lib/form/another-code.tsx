import { type ReactNode, useState } from 'react';
import { ResendButton } from '#web/ui/form/resend-button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { type ApiFailure, localFailure } from '../api-failure.ts';
import styles from './another-code.module.css';
import { type CodeWait, isCodeWait } from './sent-code.ts';

interface AnotherCodeProps {
  /** How long it is still too early. */
  seconds: number;
  /** Asks for the code; gives how long until the next may be asked for, or why none was sent. */
  ask: () => Promise<CodeWait | ApiFailure>;
  words: {
    resend: string;
    /** `{seconds}` stands for what is left. */
    resendWait: string;
    resendReady: string;
  };
  /** What the button says where no code was sent yet. */
  firstLabel?: string;
  /** Told when another code was sent, or is still the one from before. */
  onSent?: (wait: CodeWait) => void;
  /** Another way to go on, at the other end of the line. */
  aside?: ReactNode;
}

/** Has a code sent again, not before its time, and says why it was not. */
export function AnotherCode({
  seconds,
  ask,
  words,
  firstLabel = words.resend,
  onSent,
  aside,
}: AnotherCodeProps) {
  const [wait, setWait] = useState({ seconds, count: 0 });
  const [failure, setFailure] = useState<ApiFailure>();
  const resend = async () => {
    const answer = await ask();
    const isSent = isCodeWait(answer);
    setFailure(isSent ? undefined : answer);
    if (!isSent) return;
    setWait(({ count }) => ({ seconds: answer.seconds, count: count + 1 }));
    onSent?.(answer);
  };
  const button = (
    <ResendButton
      key={wait.count}
      seconds={wait.seconds}
      label={wait.count > 0 ? words.resend : firstLabel}
      waitLabel={words.resendWait}
      readyLabel={words.resendReady}
      onResend={() => {
        resend().catch(() => setFailure(localFailure('common.network')));
      }}
    />
  );
  return (
    <>
      {failure && (
        <Notice kind="bad" live="alert">
          {failure.message}
        </Notice>
      )}
      {aside ? (
        <div className={styles.aside}>
          {button}
          {aside}
        </div>
      ) : (
        button
      )}
    </>
  );
}
