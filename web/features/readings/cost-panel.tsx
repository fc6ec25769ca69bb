import { formatText } from '#contract/messages/format-text.ts';
import { showMoney, showNumber, showPeriod } from '#web/lib/format.ts';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { MoneyFigure } from '#web/ui/money-figure.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import styles from './cost-panel.module.css';
import type { CostData } from './reading-types.ts';
import { text } from './text.ts';
import type { Preview } from './use-preview.ts';
import { WhatIf } from './what-if.tsx';

/** The lines of a charge: name, kWh × price × coefficient, sum. */
function CostLines({ lines }: { lines: CostData['lines'] }) {
  return (
    <ul className={styles.lines}>
      {lines.map((line) => (
        <li key={`${line.kind} ${line.zone} ${line.from} ${line.price}`}>
          <span>
            {line.kind === 'energy' ? text.zonesInBill[line.zone] : text[line.kind]}
            <span className={styles.formula}>{formulaOf(line)}</span>
          </span>
          <span className={styles.lineSum}>{`${showMoney(line.sum)} ${text.currency}`}</span>
        </li>
      ))}
    </ul>
  );
}

function formulaOf({ kwh, price, coefficient }: CostData['lines'][number]): string {
  const full = Number(coefficient) === 1;
  return formatText(full ? text.line : text.lineZone, {
    kwh: showNumber(kwh),
    price: price.replace('.', ','),
    coefficient: coefficient.replace('.', ','),
  });
}

interface CostPanelProps {
  /** The meter: an account with several has a panel for each. */
  serial: string;
  preview: Preview;
  period: string;
  isWindowOpen: boolean;
  isCorrection: boolean;
  headingId: string;
}

/** The cost of the typed values, and the bill with and without them. */
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
        <Disclosure summary={text.compareBills}>
          <WhatIf
            cost={cost}
            withoutReading={withoutReading}
            dateEffect={dateEffect}
            isWindowOpen={isWindowOpen}
            isCorrection={isCorrection}
            isBehind={isBehind}
          />
        </Disclosure>
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
