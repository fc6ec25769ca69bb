import { useId } from 'react';
import { classes } from '#web/ui/classes.ts';
import type { PaymentOptions } from './api.ts';
import { isProvider, type PaymentMethod, paymentMethods } from './payment-method.ts';
import styles from './payment-methods.module.css';
import { text } from './text.ts';

interface PaymentMethodsProps {
  providers: PaymentOptions['providers'];
  chosen: PaymentMethod;
  onChoose: (method: PaymentMethod) => void;
}

/** The payment methods as radio cards; an unavailable one is disabled and says why. */
export function PaymentMethods({ providers, chosen, onChoose }: PaymentMethodsProps) {
  const name = useId();
  const known = new Map(providers.map((option) => [option.provider, option]));
  return (
    <fieldset className={styles.ways}>
      <legend>{text.way}</legend>
      {paymentMethods.map((method) => {
        const option = isProvider(method) ? known.get(method) : undefined;
        if (isProvider(method) && !option) return null;
        const isOff = option?.mode === 'off';
        const note = noteOf(method, option);
        return (
          <label key={method} className={classes(styles.way, isOff && styles.off)}>
            <input
              type="radio"
              name={name}
              value={method}
              checked={chosen === method}
              disabled={isOff}
              aria-describedby={isOff ? `${name}-${method}` : undefined}
              onChange={() => onChoose(method)}
            />
            <span>
              <span className={styles.name}>{text.ways[method]}</span>
              {note && <span className={styles.note}>{note}</span>}
            </span>
          </label>
        );
      })}
      <div className={styles.notes}>
        {isProvider(chosen) && known.get(chosen)?.mode === 'sandbox' && <p>{text.testBankNote}</p>}
        <p>{isProvider(chosen) ? text.noFeeNote : text.bankFee}</p>
        {providers.map(
          ({ provider, mode, message }) =>
            mode === 'off' && (
              <p key={provider} id={`${name}-${provider}`}>
                {message}
              </p>
            ),
        )}
      </div>
    </fieldset>
  );
}

function noteOf(
  method: PaymentMethod,
  option: PaymentOptions['providers'][number] | undefined,
): string | undefined {
  if (!isProvider(method)) return text.wayNotes[method];
  if (option?.mode === 'off') return text.off;
  return option?.mode === 'sandbox' ? text.testBank : text.noFee;
}
