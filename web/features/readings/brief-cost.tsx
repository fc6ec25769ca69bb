import { formatText } from '#contract/messages/format-text.ts';
import { showMoney, showNumber } from '#web/lib/format.ts';
import styles from './brief-cost.module.css';
import { text } from './text.ts';
import type { Preview } from './use-preview.ts';

interface BriefCostProps {
  preview: Preview;
  /** Nothing is typed yet. */
  isUntouched: boolean;
}

/** The cost of the typed values and the resulting bill in one sentence. */
export function BriefCost({ preview, isUntouched }: BriefCostProps) {
  return (
    <p className={styles.cost} role="status" data-behind={preview.isBehind ? '' : undefined}>
      {isUntouched ? text.costWaiting : sentenceOf(preview)}
    </p>
  );
}

function sentenceOf({ cost, noForecast, isFailed }: Preview): string | false {
  if (noForecast) return formatText(text.noForecast, { why: noForecast });
  if (!cost) return isFailed && text.costFailed;
  return formatText(text.briefCost, {
    kwh: showNumber(cost.kwh),
    sum: showMoney(cost.sum),
    bill: showMoney(cost.bill.toPay),
  });
}
