import { useId } from 'react';
import { formatText } from '#contract/messages/format-text.ts';
import type { DayNightCost } from '#domain/charges/day-night.ts';
import { showPeriod } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import styles from './basis.module.css';
import type { NightMonth } from './night-months.ts';
import { NightShare } from './night-share.tsx';
import { plural } from './plural.ts';
import { text } from './text.ts';

interface BasisProps {
  months: readonly NightMonth[];
  month: string | undefined;
  onMonth: (month: string | undefined) => void;
  typedKwh: string;
  onTypeKwh: (kwh: string) => void;
  isKwhWrong: boolean;
  costs: readonly DayNightCost[];
  percent: number;
  /** What the meter counted; undefined: it has no zones. */
  own: number | undefined;
  isOwn: boolean;
  onPercent: (percent: number | undefined) => void;
}

/** Which months are reckoned, and how much of them is night. */
export function Basis(props: BasisProps) {
  const { months, month, onMonth, typedKwh, onTypeKwh, isKwhWrong, costs, own, isOwn, onPercent } = props;
  const title = useId();
  const night = costs.reduce((sum, { nightKwh }) => sum + nightKwh, 0);
  const day = costs.reduce((sum, { dayKwh }) => sum + dayKwh, 0);
  return (
    <section className={styles.basis} aria-labelledby={title}>
      <h2 id={title} className={styles.title}>
        {text.basis}
      </h2>
      {months.length === 0 ? (
        <TextField
          label={text.kwh}
          hint={text.kwhHint}
          error={isKwhWrong ? text.kwhWrong : undefined}
          inputMode="numeric"
          autoComplete="off"
          maxLength={5}
          value={typedKwh}
          onChange={(event) => onTypeKwh(event.target.value)}
        />
      ) : (
        <Field label={text.month}>
          {(control) => (
            <select
              {...control}
              className={styles.select}
              value={month ?? ''}
              onChange={(event) => onMonth(event.target.value || undefined)}
            >
              {months.length > 1 && (
                <option value="">
                  {formatText(text.allMonths, { count: plural(text.months, months.length) })}
                </option>
              )}
              {[...months].reverse().map(({ period }) => (
                <option key={period} value={period}>
                  {showPeriod(period)}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
      <NightShare percent={props.percent} day={day} night={night} onPercent={onPercent} />
      {own === undefined ? (
        <p className={styles.quiet}>{text.guess}</p>
      ) : (
        <div className={styles.own}>
          <p>{formatText(text.ownShare, { percent: String(own) })}</p>
          {!isOwn && (
            <Button kind="plain" onClick={() => onPercent(undefined)}>
              {text.toOwn}
            </Button>
          )}
        </div>
      )}
    </section>
  );
}
