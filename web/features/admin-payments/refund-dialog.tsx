import { type FormEvent, useId, useRef, useState } from 'react';
import { refundPayment } from '#contract/admin-payments.ts';
import { callApi } from '#web/lib/api.ts';
import type { ApiFailure } from '#web/lib/api-failure.ts';
import { type Attempt, attemptFor } from '#web/lib/attempt.ts';
import { deviceNow } from '#web/lib/clock.ts';
import { showSum } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import styles from './admin-payments.module.css';
import type { FoundPayment } from './api.ts';
import { text } from './text.ts';

interface RefundDialogProps {
  found: FoundPayment;
  onClose: () => void;
  /** What became of it, in the words of the answer. */
  onRefunded: (message: string) => void;
}

/** Asks for the reason, and once more whether the money is to go back. */
export function RefundDialog({ found: { payment }, onClose, onRefunded }: RefundDialogProps) {
  const form = useId();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [failure, setFailure] = useState<ApiFailure>();
  const attempt = useRef<Attempt>(undefined);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const reason = String(new FormData(event.currentTarget).get('reason') ?? '').trim();
    setProblem(reason === '' ? text.noReason : undefined);
    if (reason === '') return;
    setBusy(true);
    setFailure(undefined);
    const { account, paymentId } = payment;
    const contents = { account, paymentId, reason };
    attempt.current = attemptFor(attempt.current, contents, deviceNow());
    const result = await callApi(refundPayment, { ...contents, requestId: attempt.current.requestId });
    setBusy(false);
    // Refused by the provider it may be asked once more, which is another request.
    if (!result.ok && result.failure.code === 'payments.refundRefused') attempt.current = undefined;
    if (result.ok) onRefunded(result.data.message);
    else setFailure(result.failure);
  };
  return (
    <Dialog
      open
      title={text.refundTitle}
      closeLabel={text.close}
      onClose={onClose}
      actions={
        <>
          <Button type="submit" form={form} kind="danger" busy={busy}>
            {text.yes}
          </Button>
          <Button kind="plain" onClick={onClose}>
            {text.no}
          </Button>
        </>
      }
    >
      <form id={form} className={styles.search} onSubmit={(event) => void submit(event)} noValidate>
        <p>{text.refundText(showSum(payment.orderSum))}</p>
        <TextField
          label={text.reason}
          hint={text.reasonHint}
          name="reason"
          maxLength={500}
          autoComplete="off"
          error={problem}
        />
        {failure && (
          <Notice kind="bad" live="alert">
            {failure.message}
          </Notice>
        )}
      </form>
    </Dialog>
  );
}
