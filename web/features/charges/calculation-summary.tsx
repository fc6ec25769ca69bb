import { type ReactNode, useId } from 'react';
import { formatText } from '#contract/messages/format-text.ts';
import { type BillingPeriod, billingPeriod, firstDay, firstDayAfter } from '#domain/time/billing-period.ts';
import { addDays, daysBetween } from '#domain/time/local-date.ts';
import { showDate, showKwh, showMoney, showPeriod } from '#web/lib/format.ts';
import { Icon } from '#web/ui/icon.tsx';
import { info } from '#web/ui/icons.ts';
import { Row, Stack, Text } from '#web/ui/layout/stack.tsx';
import { MoneyFigure } from '#web/ui/money-figure.tsx';
import type { Calculation, MeasuredRegister } from './calculation-lines.tsx';
import styles from './calculation-summary.module.css';
import monthStripStyles from './month-strip.module.css';
import { text } from './text.ts';

/** How the consumption of a day is known: read from the meter, average, or not counted (yet). */
type DayKind = 'read' | 'average' | 'ahead';

type Counted = Pick<MeasuredRegister, 'from' | 'to' | 'readAsOf' | 'basis'>;

/** The days of a month in order; with several registers the least certain one decides. */
export function monthDays(period: string, registers: readonly Counted[]): readonly DayKind[] {
  const month: BillingPeriod = billingPeriod(period);
  const first = firstDay(month);
  const count = daysBetween(first, firstDayAfter(month));
  return Array.from({ length: count }, (_, index) => {
    const day: string = addDays(first, index);
    const counted = registers.filter(({ from, to }) => from <= day && day <= to);
    if (counted.length === 0) return 'ahead';
    const isRead = counted.every(
      ({ basis, readAsOf }) => basis === 'actual' || (readAsOf !== null && day < readAsOf),
    );
    return isRead ? 'read' : 'average';
  });
}

const kinds = ['read', 'average', 'ahead'] as const satisfies readonly DayKind[];

/** The month as a row of cells, one per day: bright for read, dim for average, dark for days ahead. */
function MonthStrip({ period, registers }: Pick<Calculation, 'period' | 'registers'>) {
  const days = monthDays(period, registers);
  const countOf = (kind: DayKind) => days.filter((day) => day === kind).length;
  const spoken = formatText(text.strip, {
    period: showPeriod(period),
    read: formatText(text.days, { count: countOf('read') }),
    average: formatText(text.days, { count: countOf('average') }),
    ahead: formatText(text.days, { count: countOf('ahead') }),
  });
  return (
    <Stack as="figure" gap="15">
      <div className={monthStripStyles.days} role="img" aria-label={spoken}>
        {days.map((kind, index) => (
          // A day has no identity but its index.
          <span key={`${period}-${String(index + 1)}`} className={monthStripStyles[kind]} />
        ))}
      </div>
      <figcaption className={monthStripStyles.legend} aria-hidden="true">
        {kinds.map(
          (kind) =>
            countOf(kind) > 0 && (
              <span key={kind}>
                <i className={monthStripStyles[kind]} />
                {formatText(text.days, { count: countOf(kind) })} {text.legend[kind]}
              </span>
            ),
        )}
      </figcaption>
    </Stack>
  );
}

interface CalculationSummaryProps {
  calculation: Calculation;
  /** Actions on the readings, else the link to the readings. */
  readings: ReactNode;
}

/** The sum so far, how certain it is and what makes it more certain, with the days of the month as a strip. */
export function CalculationSummary(props: CalculationSummaryProps) {
  const { calculation, readings } = props;
  const { sum, kwh, days, basis, calculatedOn, note, closedTo } = calculation;
  const id = useId();
  return (
    <section className={styles.summary} data-tone="dusk" aria-labelledby={id}>
      <div className={styles.figure}>
        <h2 id={id} className={styles.label}>
          {formatText(text.soFar, { date: showDate(calculatedOn) })}
        </h2>
        <p>
          <MoneyFigure sum={showMoney(sum)} unit={text.unit} size="xl" />
        </p>
        <Text size="l" isNumeric>
          {formatText(text.total, { kwh: showKwh(kwh), days: formatText(text.days, { count: days }) })}
        </Text>
      </div>
      <div className={styles.how}>
        <Text isStrong>{text.basis[basis]}</Text>
        <MonthStrip {...calculation} />
      </div>
      <div className={styles.next}>
        {note && (
          <p className={styles.note}>
            <Icon drawing={info} />
            <span>
              {note.message} {closedTo && text.closedTo[closedTo]}
            </span>
          </p>
        )}
        <Row gap="15">{readings}</Row>
        <Text size="s" tone="quiet">
          {text.preliminary}
        </Text>
      </div>
    </section>
  );
}
