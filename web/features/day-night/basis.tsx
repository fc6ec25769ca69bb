import { type CSSProperties, useId } from 'react';
import { formatText } from '#contract/messages/format-text.ts';
import type { DayNightCost } from '#domain/charges/day-night.ts';
import { showNumber, showPeriod } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { SelectField, TextField } from '#web/ui/form/field.tsx';
import { Stack, Text } from '#web/ui/layout/stack.tsx';
import styles from './basis.module.css';
import type { NightMonth } from './night-months.ts';
import nightShareStyles from './night-share.module.css';
import { text } from './text.ts';

interface NightShareProps {
  percent: number;
  /** kWh of the calculated months. */
  day: number;
  night: number;
  onPercent: (percent: number) => void;
}

/** The night share as a slider under a bar of the day whose dark part shows the share. */
function NightShare({ percent, day, night, onPercent }: NightShareProps) {
  const id = useId();
  const words = formatText(text.shareOf, {
    percent: String(percent),
    night: showNumber(night),
    all: showNumber(day + night),
  });
  return (
    <Stack gap="1" style={{ '--night': `${percent}%` } as CSSProperties}>
      <Text as="label" htmlFor={id} isStrong>
        {text.share}
      </Text>
      <div className={nightShareStyles.sky} aria-hidden="true">
        <span className={nightShareStyles.night}>{percent >= 30 && text.night}</span>
        <span className={nightShareStyles.day}>{percent <= 70 && text.day}</span>
      </div>
      <input
        id={id}
        className={nightShareStyles.slider}
        type="range"
        min={0}
        max={100}
        step={1}
        value={percent}
        aria-valuetext={words}
        onChange={(event) => onPercent(Number(event.target.value))}
      />
      <output htmlFor={id} className={nightShareStyles.output}>
        {words}
      </output>
    </Stack>
  );
}

interface BasisProps {
  months: readonly NightMonth[];
  month: string | undefined;
  onMonth: (month: string | undefined) => void;
  typedKwh: string;
  onTypeKwh: (kwh: string) => void;
  isKwhWrong: boolean;
  costs: readonly DayNightCost[];
  percent: number;
  /** The night share counted by the meter; undefined: it has no zones. */
  own: number | undefined;
  isOwn: boolean;
  onPercent: (percent: number | undefined) => void;
}

/** The months used in the calculation and their night share. */
export function Basis(props: BasisProps) {
  const { months, month, onMonth, typedKwh, onTypeKwh, isKwhWrong, costs, own, isOwn, onPercent } = props;
  const title = useId();
  const night = costs.reduce((sum, { nightKwh }) => sum + nightKwh, 0);
  const day = costs.reduce((sum, { dayKwh }) => sum + dayKwh, 0);
  return (
    <Stack as="section" gap="3" aria-labelledby={title}>
      <Text as="h2" id={title} size="l">
        {text.basis}
      </Text>
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
        <SelectField
          label={text.month}
          value={month ?? ''}
          onChange={(event) => onMonth(event.target.value || undefined)}
        >
          {months.length > 1 && (
            <option value="">
              {formatText(text.allMonths, { count: formatText(text.months, { n: months.length }) })}
            </option>
          )}
          {[...months].reverse().map(({ period }) => (
            <option key={period} value={period}>
              {showPeriod(period)}
            </option>
          ))}
        </SelectField>
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
    </Stack>
  );
}
