import { useId, useRef, useState } from 'react';
import { correctLedger } from '#contract/ledger.ts';
import { moneyToWire, negateMoney, parseMoney, zeroMoney } from '#domain/money.ts';
import { callApi } from '#web/lib/api.ts';
import { type Attempt, attemptFor } from '#web/lib/attempt.ts';
import { deviceNow } from '#web/lib/clock.ts';
import { type Refusal, refusalOfFailure } from '#web/lib/form-problems.ts';
import { showSum } from '#web/lib/format.ts';
import { type TypedValues, useForm } from '#web/lib/use-form.ts';
import { useOnline } from '#web/lib/use-online.ts';
import { Button } from '#web/ui/button.tsx';
import { ChoiceButtons } from '#web/ui/choice-buttons.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import styles from './admin-payments.module.css';
import { text } from './text.ts';

type Direction = 'less' | 'more';

interface CorrectionDialogProps {
  onClose: () => void;
  /** Receives the success message. */
  onCorrected: (message: string) => void;
}

/** Corrects the energy debt of an account; above the limit of the role another administrator has to confirm it. */
export function CorrectionDialog({ onClose, onCorrected }: CorrectionDialogProps) {
  const id = useId();
  const isOnline = useOnline();
  const [direction, setDirection] = useState<Direction>('less');
  const attempt = useRef<Attempt>(undefined);
  const idOf = (name: string) => `${id}-${name}`;
  const { formProps, refusal, errorOf, busy } = useForm(async (typed) => {
    const draft = draftCorrection(typed, direction);
    if ('problems' in draft) return refusalOf(draft.problems, idOf);
    attempt.current = attemptFor(attempt.current, draft, deviceNow());
    const result = await callApi(correctLedger, { ...draft, requestId: attempt.current.requestId });
    if (!result.ok) {
      return refusalOfFailure(result.failure, {
        paths: { account: idOf('account'), 'what.sum': idOf('sum'), reason: idOf('reason') },
        codes: { 'common.notFound': idOf('account'), 'ledger.outOfRange': idOf('sum') },
      });
    }
    const { outcome, balance } = result.data;
    onCorrected(outcome === 'booked' ? text.confirmed(showSum(balance)) : text.correctionWaits);
    return undefined;
  });
  const field = (name: string) => ({ id: idOf(name), name, error: errorOf(idOf(name)), autoComplete: 'off' });
  return (
    <Dialog
      open
      title={text.correctTitle}
      closeLabel={text.close}
      onClose={onClose}
      actions={
        <>
          <Button type="submit" form={id} kind="danger" busy={busy} disabled={!isOnline}>
            {text.correct}
          </Button>
          <Button kind="plain" onClick={onClose}>
            {text.no}
          </Button>
        </>
      }
    >
      <form id={id} className={styles.search} {...formProps}>
        <TextField {...field('account')} label={text.account} inputMode="numeric" maxLength={10} />
        <ChoiceButtons
          label={text.direction}
          choices={[
            { value: 'less', label: text.lessDebt },
            { value: 'more', label: text.moreDebt },
          ]}
          chosen={direction}
          onChoose={setDirection}
        />
        <TextField {...field('sum')} label={text.sum} inputMode="decimal" maxLength={20} />
        <TextField {...field('reason')} label={text.reason} hint={text.correctionHint} maxLength={300} />
        {refusal.message && (
          <Notice kind="bad" live="alert">
            {refusal.message}
          </Notice>
        )}
        {!isOnline && <Notice kind="info">{text.offline}</Notice>}
      </form>
    </Dialog>
  );
}

/** The correction to send, or the problems of the fields. */
export function draftCorrection(typed: TypedValues, direction: Direction) {
  const account = typed('account').trim();
  const reason = typed('reason').trim();
  const sum = parseMoney(typed('sum'));
  const problems = {
    ...(!/^\d{10}$/.test(account) && { account: text.badAccount }),
    ...((sum === undefined || sum <= zeroMoney) && { sum: text.badSum }),
    ...(reason.length < 3 && { reason: text.noReason }),
  };
  if (sum === undefined || Object.keys(problems).length > 0) return { problems };
  const change = moneyToWire(direction === 'less' ? negateMoney(sum) : sum);
  return { account, what: { kind: 'add' as const, sum: change }, reason };
}

function refusalOf(problems: Readonly<Record<string, string>>, idOf: (name: string) => string): Refusal {
  const fields = Object.entries(problems).map(([name, words]) => [idOf(name), { code: '', text: words }]);
  return { fields: Object.fromEntries(fields) };
}
