import { formatText } from '#contract/messages/format-text.ts';
import { showMoney, showNumber, showPeriod } from '#web/lib/format.ts';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { MoneyFigure } from '#web/ui/money-figure.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import { CostLines } from './cost-lines.tsx';
import styles from './cost-panel.module.css';
import { text } from './text.ts';
import type { Preview } from './use-preview.ts';

interface CostPanelProps {
  preview: Preview;
  period: string;
  headingId: string;
}

/** What the typed values cost, the bill they make, and what would happen without them. */
export function CostPanel({ preview, period, headingId }: CostPanelProps) {
  const { cost, withoutReading, isBehind, isFailed } = preview;
  return (
    <section className={styles.panel} aria-labelledby={headingId}>
      <h3 id={headingId} className={styles.title}>
        {text.costTitle}
      </h3>
      <VisuallyHidden>
        <span role="status">
          {cost &&
            !isBehind &&
            formatText(text.announced, {
              kwh: showNumber(cost.kwh),
              sum: showMoney(cost.sum),
              bill: showMoney(cost.nextBill),
            })}
        </span>
      </VisuallyHidden>
      {cost ? (
        <div className={styles.figures} data-behind={isBehind ? '' : undefined}>
          <p>
            <MoneyFigure sum={showMoney(cost.sum)} unit={text.currency} size="l" />
          </p>
          <p className={styles.kwh}>
            {formatText(text.costKwh, { kwh: showNumber(cost.kwh), period: showPeriod(period) })}
          </p>
        </div>
      ) : (
        <p className={styles.waiting}>{isFailed ? text.costFailed : text.costWaiting}</p>
      )}
      <dl className={styles.facts}>
        {cost && (
          <div>
            <dt>{text.nextBill}</dt>
            <dd>{`${showMoney(cost.nextBill)} ${text.currency}`}</dd>
          </div>
        )}
        {withoutReading && (
          <div>
            <dt>{text.withoutReading}</dt>
            <dd>
              {formatText(text.withoutReadingValue, {
                kwh: showNumber(withoutReading.kwh),
                sum: showMoney(withoutReading.sum),
              })}
            </dd>
          </div>
        )}
      </dl>
      {cost && cost.lines.length > 0 && (
        <Disclosure summary={text.howCounted}>
          <CostLines lines={cost.lines} />
        </Disclosure>
      )}
    </section>
  );
}
