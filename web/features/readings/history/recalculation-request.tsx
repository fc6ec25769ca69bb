import { type ReactNode, useId, useState } from 'react';
import { formatText } from '#contract/messages/format-text.ts';
import { showDate, showPeriod } from '#web/lib/format.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { Row, Stack } from '#web/ui/layout/stack.tsx';
import { text } from '../text.ts';
import type { ReadingOfMeter } from './history-rows.ts';
import styles from './recalculation-request.module.css';

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

const ROWS = 8;

interface RecalculationRequestProps {
  facts: string;
  /** The e-mail of the supplier; undefined while unknown. */
  email: string | undefined;
  /** Other contacts of the supplier. */
  help: ReactNode;
}

/** The facts of a request, to be completed, copied or sent by e-mail, with the address. */
export function RecalculationRequest({ facts, email, help }: RecalculationRequestProps) {
  const id = useId();
  const [letter, setLetter] = useState(facts);
  return (
    <Stack gap="1">
      <label htmlFor={id}>{text.factsLabel}</label>
      <textarea
        id={id}
        className={styles.letter}
        rows={ROWS}
        value={letter}
        onChange={(event) => setLetter(event.target.value)}
      />
      <Row gap="1">
        <CopyButton value={letter} label={text.copy} copied={text.copied} failed={text.copyFailed} />
        {email && (
          <a
            className={buttonClass('quiet')}
            href={`mailto:${email}?subject=${encodeURIComponent(text.factsSubject)}&body=${encodeURIComponent(letter)}`}
          >
            {text.sendLetter}
          </a>
        )}
      </Row>
      <p>{text.orCall}</p>
      {help}
    </Stack>
  );
}
