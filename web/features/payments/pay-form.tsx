import { useId, useState } from 'react';
import { billingMessages } from '#contract/messages/billing-messages.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { showSum } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { initialSum, payableSum } from './amount.ts';
import type { Provider } from './api.ts';
import styles from './pay-form.module.css';
import type { PayPurpose } from './pay-purpose.ts';
import { text } from './text.ts';
import { usePay } from './use-pay.ts';

const providers: readonly Provider[] = ['liqpay', 'monobank', 'portmone', 'easypay'];

interface PayFormProps {
  account: string;
  purpose: PayPurpose;
  /** Present where the form was opened by a press: it can be put away again. */
  onCancel?: (() => void) | undefined;
}

/**
 * Sum, way of paying, and the button that leads to the bank's page. A violation act is paid apart, whole or a part of it,
 * and never more than is owed for it.
 */
export function PayForm({ account, purpose, onCancel }: PayFormProps) {
  const id = useId();
  const due = purpose.kind === 'energy' ? purpose.due : purpose.sum;
  const [typed, setTyped] = useState(() => initialSum(due));
  const [provider, setProvider] = useState<Provider>('liqpay');
  const [isRefused, setRefused] = useState(false);
  const { isBusy, failure, pay } = usePay(account, purpose);
  const isAct = purpose.kind === 'violationAct';
  const sum = payableSum(typed, isAct ? due : undefined);
  const isTooMuch = payableSum(typed) !== undefined;
  const problem = isTooMuch
    ? formatText(text.actTooMuch, { sum: showSum(due) })
    : billingMessages['payments.wrongAmount'];

  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setRefused(sum === undefined);
        if (sum === undefined) document.getElementById(`${id}-sum`)?.focus();
        else void pay(sum, provider);
      }}
    >
      <div className={styles.sum}>
        <TextField
          id={`${id}-sum`}
          label={text.sum}
          hint={hintOf(purpose)}
          error={isRefused && sum === undefined ? problem : undefined}
          inputMode="decimal"
          autoComplete="off"
          maxLength={20}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </div>
      <fieldset className={styles.providers}>
        <legend>{text.provider}</legend>
        {providers.map((option) => (
          <label key={option} className={styles.provider}>
            <input
              type="radio"
              name={`${id}-provider`}
              checked={provider === option}
              onChange={() => setProvider(option)}
            />
            <span>
              {text.providers[option].name}
              <span className={styles.note}>{text.providers[option].note}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {failure && (
        <Notice kind="bad" live="alert" title={text.failed}>
          {failure}
        </Notice>
      )}
      <div className={styles.actions}>
        <Button type="submit" kind="lamp" busy={isBusy}>
          {isBusy ? text.going : buttonText(sum)}
        </Button>
        {onCancel && (
          <Button kind="plain" onClick={onCancel}>
            {text.cancel}
          </Button>
        )}
      </div>
    </form>
  );
}

function hintOf(purpose: PayPurpose): string {
  if (purpose.kind === 'violationAct') return formatText(text.actHint, { sum: showSum(purpose.sum) });
  return initialSum(purpose.due) === ''
    ? text.sumHintFree
    : formatText(text.sumHint, { sum: showSum(purpose.due) });
}

function buttonText(sum: string | undefined): string {
  return sum === undefined ? text.payNothing : formatText(text.pay, { sum: showSum(sum) });
}
