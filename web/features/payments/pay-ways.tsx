import { useId } from 'react';
import { classes } from '#web/ui/classes.ts';
import type { PaymentOptions } from './api.ts';
import styles from './pay-ways.module.css';
import { text } from './text.ts';
import { isProvider, type Way, ways } from './way.ts';

interface PayWaysProps {
  providers: PaymentOptions['providers'];
  chosen: Way;
  onChoose: (way: Way) => void;
}

/** The ways of paying as cards, of which one is chosen; what is off can't be, and says why. */
export function PayWays({ providers, chosen, onChoose }: PayWaysProps) {
  const name = useId();
  const known = new Map(providers.map((option) => [option.provider, option]));
  return (
    <fieldset className={styles.ways}>
      <legend>{text.way}</legend>
      {ways.map((way) => {
        const option = isProvider(way) ? known.get(way) : undefined;
        if (isProvider(way) && !option) return null;
        const isOff = option?.mode === 'off';
        const note = noteOf(way, option);
        return (
          <label key={way} className={classes(styles.way, isOff && styles.off)}>
            <input
              type="radio"
              name={name}
              value={way}
              checked={chosen === way}
              disabled={isOff}
              aria-describedby={isOff ? `${name}-${way}` : undefined}
              onChange={() => onChoose(way)}
            />
            <span>
              <span className={styles.name}>{text.ways[way]}</span>
              {note && <span className={styles.note}>{note}</span>}
            </span>
          </label>
        );
      })}
      <div className={styles.notes}>
        {isProvider(chosen) && known.get(chosen)?.mode === 'sandbox' && <p>{text.testBankNote}</p>}
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

function noteOf(way: Way, option: PaymentOptions['providers'][number] | undefined): string | undefined {
  if (!isProvider(way)) return text.wayNotes[way];
  if (option?.mode === 'off') return text.off;
  return option?.mode === 'sandbox' ? text.testBank : undefined;
}
