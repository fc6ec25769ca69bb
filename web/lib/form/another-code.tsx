import { type ReactNode, useState } from 'react';
import { formatText } from '#contract/messages/format-text.ts';
import { ResendButton, useSecondsLeft } from '#web/ui/form/resend-button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { type ApiFailure, localFailure } from '../api-failure.ts';
import styles from './another-code.module.css';
import { sentCodeText as text } from './form-text.ts';
import { type CodeWait, isCodeWait } from './sent-code.ts';

export interface ResendWords {
  readonly resend: string;
  /** `{seconds}` stands for what is left. */
  readonly resendWait: string;
  readonly resendReady: string;
}

interface SentBeforeProps {
  where: string;
  seconds: number;
}

/** Says of a code that was sent before where it went, and when another may be asked for, counted down. */
export function SentBefore({ where, seconds }: SentBeforeProps) {
  const left = useSecondsLeft(seconds);
  const next =
    left > 120
      ? formatText(text.nextInMinutes, { minutes: Math.ceil(left / 60) })
      : left > 0
        ? formatText(text.nextIn, { seconds: left })
        : text.nextNow;
  return formatText(text.codeActive, { where, next });
}

interface AnotherCodeProps {
  /** How long it is still too early. */
  seconds: number;
  /** Asks for the code; gives how long until the next may be asked for, or why none was sent. */
  ask: () => Promise<CodeWait | ApiFailure>;
  words: ResendWords;
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
