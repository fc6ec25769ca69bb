import { formatText } from '#contract/messages/format-text.ts';
import { showDate, showPeriod } from '#web/lib/format.ts';
import type { ReadingOfMeter } from './history-rows.ts';
import { text } from './text.ts';

interface WrongReading
  extends Pick<ReadingOfMeter, 'meterSerial' | 'period' | 'effectiveDate' | 'receiptNumber' | 'values'> {
  account: string;
  /** The right value and the reason, where the customer has typed them. */
  right: ReadingOfMeter['values'] | undefined;
  reason: string | undefined;
}

/** The text of a recalculation request for a closed month, one fact per line. */
export function recalculationFacts(reading: WrongReading): string {
  const { account, meterSerial, period, effectiveDate, receiptNumber, values, right, reason } = reading;
  const given = values.length > 0 ? shownValues(values) : undefined;
  return [
    text.factsRequest,
    formatText(text.factsAccount, { account }),
    formatText(text.factsMeter, { serial: meterSerial }),
    formatText(text.factsPeriod, { period: showPeriod(period) }),
    ...(given ? [formatText(text.factsGiven, { values: given, day: showDate(effectiveDate) })] : []),
    ...(receiptNumber ? [formatText(text.factsReceipt, { number: receiptNumber })] : []),
    formatText(text.factsRight, { values: right ? shownValues(right) : '' }).trimEnd(),
    ...(reason ? [formatText(text.factsReason, { reason })] : []),
  ].join('\n');
}

function shownValues(values: ReadingOfMeter['values']): string {
  return values
    .map(({ zone, value }) => (zone === 'single' ? value : `${text.zones[zone]} ${value}`))
    .join(', ');
}
