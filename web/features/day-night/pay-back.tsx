import { useId, useState } from 'react';
import { formatText } from '#contract/messages/format-text.ts';
import { type DayNightCost, payBackMonths, payBackShare, savedBy } from '#domain/charges/day-night.ts';
import { addMoney, type Kopiykas, parseMoney, zeroMoney } from '#domain/money.ts';
import { Card } from '#web/ui/card.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import styles from './pay-back.module.css';
import { text } from './text.ts';

interface PayBackProps {
  costs: readonly DayNightCost[];
  savings: readonly Kopiykas[];
}

const HORIZONS = [1, 3, 5, 10];

/** When the meter has paid for itself, at the price that the customer enters. */
export function PayBack({ costs, savings }: PayBackProps) {
  const title = useId();
  const [meter, setMeter] = useState('');
  const [install, setInstall] = useState('');
  const sums = [meter, install].map(sumTyped);
  const price = sums.reduce<Kopiykas | undefined>(
    (sum, each) => (sum === undefined || each === undefined ? undefined : addMoney(sum, each)),
    zeroMoney,
  );
  return (
    <Card labelledBy={title}>
      <div className={styles.parts}>
        <div className={styles.price}>
          <h2 id={title} className={styles.title}>
            {text.payBack}
          </h2>
          <p className={styles.quiet}>{text.payBackLead}</p>
          <div className={styles.fields}>
            <PriceField
              label={text.meterPrice}
              value={meter}
              isWrong={sums[0] === undefined}
              onType={setMeter}
            />
            <PriceField
              label={text.installPrice}
              value={install}
              isWrong={sums[1] === undefined}
              onType={setInstall}
            />
          </div>
        </div>
        <div className={styles.answer} aria-live="polite">
          {price !== undefined && price > 0n && (
            <>
              <p className={styles.time}>{timeOf(payBackMonths(savedBy(costs), costs.length, price))}</p>
              <p className={styles.quiet}>{text.payBackShares}</p>
              <dl className={styles.horizons}>
                {HORIZONS.map((years) => {
                  const share = payBackShare(savings, costs.length, price, years);
                  return (
                    <div key={years}>
                      <dt>{formatText(text.withinYears, { n: years })}</dt>
                      <dd>
                        {share === undefined
                          ? text.shareNever
                          : formatText(text.sharePercent, { percent: String(share) })}
                      </dd>
                    </div>
                  );
                })}
              </dl>
            </>
          )}
        </div>
      </div>
    </Card>
  );
}

interface PriceFieldProps {
  label: string;
  value: string;
  isWrong: boolean;
  onType: (value: string) => void;
}

function PriceField({ label, value, isWrong, onType }: PriceFieldProps) {
  return (
    <TextField
      label={label}
      error={isWrong ? text.moneyWrong : undefined}
      inputMode="decimal"
      autoComplete="off"
      maxLength={12}
      value={value}
      onChange={(event) => onType(event.target.value)}
    />
  );
}

/** An empty field is 0; undefined: not a price. */
function sumTyped(typed: string): Kopiykas | undefined {
  if (typed.trim() === '') return zeroMoney;
  const sum = parseMoney(typed);
  return sum !== undefined && sum >= 0n ? sum : undefined;
}

function timeOf(months: number | undefined): string {
  if (months === undefined) return text.never;
  const [years, rest] = [Math.floor(months / 12), months % 12];
  const time = [
    ...(years > 0 ? [formatText(text.years, { n: years })] : []),
    ...(rest > 0 || years === 0 ? [formatText(text.months, { n: rest })] : []),
  ].join(' ');
  return formatText(text.payBackIn, { time });
}
