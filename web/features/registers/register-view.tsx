import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { failureOf } from '#web/lib/api-failure.ts';
import { showNumber } from '#web/lib/format.ts';
import { FailedPart } from '#web/ui/failed-part.tsx';
import { RowsWaiting } from '#web/ui/rows-waiting.tsx';
import { type Outcome, type Register, registerQuery } from './api.ts';
import { megabytes } from './megabytes.ts';
import { ProgressBar } from './progress-bar.tsx';
import { daysOf, RegisterState } from './register-list.tsx';
import { RegisterProblems } from './register-problems.tsx';
import { RegisterRows } from './register-rows.tsx';
import styles from './registers.module.css';
import { RestOfFile } from './rest-of-file.tsx';
import { text } from './text.ts';
import { TrialPanel } from './trial-panel.tsx';

interface RegisterViewProps {
  register: number;
  /** Which rows are shown, and the letters that they must have; both stand in the address. */
  outcome: Outcome;
  query: string;
  onShow: (shown: { outcome: Outcome; query: string }) => void;
  /** A register was taken away: there is nothing here any more. */
  onGone: () => void;
  linkToAll: ReactNode;
}

/** One register: how far it is, what a trial says, or its totals and rows. */
export function RegisterView(props: RegisterViewProps) {
  const { data, error, isFetching, refetch } = useQuery(registerQuery(props.register));
  if (!data) {
    return error ? (
      <FailedPart
        title={text.oneFailed}
        message={failureOf(error).message}
        retryLabel={text.retry}
        retrying={isFetching}
        onRetry={() => refetch()}
      />
    ) : (
      <RowsWaiting label={text.loading} rows={5} />
    );
  }
  const { register, problems } = data;
  return (
    <div className={styles.view}>
      <p className={styles.facts}>
        <RegisterState register={register} />
        <span>{register.fileName}</span>
        <span>{register.formatTitle}</span>
        {register.firstDay && <span>{daysOf(register)}</span>}
        {props.linkToAll}
      </p>
      {register.skippedCount > 0 && (
        <p className={styles.quiet}>{text.skipped(showNumber(register.skippedCount))}</p>
      )}
      <Step register={register} onGone={props.onGone} />
      {register.state === 'refused' && (
        <RegisterProblems register={register} problems={problems} onGone={props.onGone} />
      )}
      {register.state === 'checked' && <TrialPanel register={register} onGone={props.onGone} />}
      {register.state === 'done' && (
        <RegisterRows register={register} outcome={props.outcome} query={props.query} onShow={props.onShow} />
      )}
    </div>
  );
}

/** How far the file and the rows have come; what is left to do where a file has not come whole. */
function Step({ register, onGone }: { register: Register; onGone: () => void }) {
  const { state, progress } = register;
  const { done, total } = progress;
  if (state === 'checked' || state === 'refused' || state === 'done') return null;
  return (
    <>
      <ProgressBar done={done} total={total} label={wordsOf(register)} />
      {state === 'receiving' ? (
        <RestOfFile register={register} onGone={onGone} />
      ) : (
        <p role="status" className={styles.quiet}>
          {text.goesOn}
        </p>
      )}
    </>
  );
}

function wordsOf({ state, progress: { done, total } }: Register): string {
  if (state === 'receiving') return text.received(megabytes(done), megabytes(total));
  const words =
    state === 'reading'
      ? text.bytesDone(megabytes(done), megabytes(total))
      : text.rowsDone(showNumber(done), showNumber(total));
  return `${text.states[state]}: ${words}`;
}
