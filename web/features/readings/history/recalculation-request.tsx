import type { ReactNode } from 'react';
import { formatText } from '#contract/messages/format-text.ts';
import { showDate, showPeriod } from '#web/lib/format.ts';
import { saveDigits } from '#web/session/typed-digits.ts';
import { Row, Stack } from '#web/ui/layout/stack.tsx';
import { text } from '../text.ts';
import { TicketLink } from '../ticket-link.tsx';
import type { ReadingOfMeter } from './history-rows.ts';

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

interface RecalculationRequestProps {
  reading: WrongReading;
  /** Other contacts of the supplier. */
  help: ReactNode;
}

/** The way to a ticket that has the facts of the request, to be completed and sent. */
export function RecalculationRequest({ reading, help }: RecalculationRequestProps) {
  const { account, meterSerial, period, right } = reading;
  const values = right ? shownValues(right) : undefined;
  return (
    <Stack gap="1">
      <Row gap="1">
        <TicketLink
          facts={{ topic: 'billCheck', meter: meterSerial, period, ...(values && { reading: values }) }}
          onFollow={() =>
            saveDigits(`ticket/${account}`, { topic: 'billCheck', text: recalculationFacts(reading) })
          }
        />
      </Row>
      <p>{text.orCall}</p>
      {help}
    </Stack>
  );
}
