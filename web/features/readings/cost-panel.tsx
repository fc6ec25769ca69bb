import { formatText } from '#contract/messages/format-text.ts';
import { showMoney, showNumber, showPeriod } from '#web/lib/format.ts';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { MoneyFigure } from '#web/ui/money-figure.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import { CostLines } from './cost-lines.tsx';
import styles from './cost-panel.module.css';
import { text } from './text.ts';
import type { Preview } from './use-preview.ts';
import { WhatIf } from './what-if.tsx';

interface CostPanelProps {
  /** Of the meter: an account with several has a panel for each. */
  serial: string;
  preview: Preview;
  period: string;
  isWindowOpen: boolean;
  isCorrection: boolean;
  headingId: string;
}

/** What the typed values cost, and the bill with them beside the bill without them. */
export function CostPanel({
  serial,
  preview,
  period,
  isWindowOpen,
  isCorrection,
  headingId,
}: CostPanelProps) {
  const { cost, withoutReading, dateEffect, noForecast, isBehind, isFailed, isLoading } = preview;
  return (
    <section className={styles.panel} aria-labelledby={headingId}>
      <h3 id={headingId} className={styles.title}>
        {text.costTitle}
        <VisuallyHidden>{formatText(text.fieldMeter, { serial })}</VisuallyHidden>
      </h3>
      <VisuallyHidden>
        <span role="status">
          {cost &&
            !isBehind &&
            formatText(text.announced, {
              kwh: showNumber(cost.kwh),
              sum: showMoney(cost.sum),
              bill: showMoney(cost.bill.toPay),
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
        <p className={styles.waiting}>
          {noForecast
            ? formatText(text.noForecast, { why: noForecast })
            : isFailed
              ? text.costFailed
              : text.costWaiting}
        </p>
      )}
      {withoutReading ? (
        <WhatIf
          cost={cost}
          withoutReading={withoutReading}
          dateEffect={dateEffect}
          isWindowOpen={isWindowOpen}
          isCorrection={isCorrection}
          isBehind={isBehind}
        />
      ) : (
        isLoading && <Skeleton shape="tile" />
      )}
      {cost && cost.lines.length > 0 && (
        <Disclosure summary={text.howCounted}>
          <CostLines lines={cost.lines} />
        </Disclosure>
      )}
    </section>
  );
}
