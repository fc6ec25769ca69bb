import { type ReactNode, useEffect, useId, useRef } from 'react';
import { formatText } from '#contract/messages/format-text.ts';
import { readingReceipt } from '#contract/readings.ts';
import { downloadFile } from '#web/lib/api.ts';
import { showDate, showMoment, showMoney, showNumber, showPeriod } from '#web/lib/format.ts';
import { DownloadButtons } from '#web/lib/list/download-buttons.tsx';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { check, clock } from '#web/ui/icons.ts';
import { Paper, ScreenOnly } from '#web/ui/layout/paper.tsx';
import { Row } from '#web/ui/layout/stack.tsx';
import { DataTable } from '#web/ui/list/data-table.tsx';
import type { MeterData } from './api.ts';
import { kwhSince, previousOn } from './meter/check-typed.ts';
import styles from './receipt.module.css';
import { text } from './text.ts';

/** The facts of a receipt, from the answer to a submission or from the accepted reading. */
export interface ReceiptFacts {
  number: string;
  submittedAt: string;
  effectiveDate: string;
  period: string;
  values: Readonly<Record<string, number>>;
  totalKwh: number;
  sum: string | null;
}

interface ReceiptProps {
  /** Part of another page: the main facts on screen, all of them in print. */
  isBrief?: boolean;
  account: string;
  title: string;
  message: ReactNode;
  /** An advice shown with it. */
  advice?: string | undefined;
  isUnderReview: boolean;
  /** Other registers of the meter are missing: it is not marked as done. */
  isPart?: boolean;
  meter: MeterData;
  facts: ReceiptFacts;
  /** The answer to the last action: it takes the focus. */
  isNew: boolean;
  /** Present while the reading can still be corrected. */
  onCorrect: (() => void) | undefined;
}

/** The receipt of a reading: number, values, kWh, sum and time, to print or save. */
export function Receipt({
  isBrief = false,
  account,
  title,
  message,
  advice,
  isUnderReview,
  isPart = false,
  meter,
  facts,
  isNew,
  onCorrect,
}: ReceiptProps) {
  const isOpen = isUnderReview || isPart;
  // What is to be done next is the title of the page that it is a part of: there may be a debt.
  const says = isBrief && message === text.nothingToDo ? '' : message;
  const titleId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isNew) heading.current?.focus();
  }, [isNew]);
  const rows = meter.registers.flatMap((register) => {
    const value = facts.values[register.zone];
    if (value === undefined) return [];
    const previous = previousOn(register, facts.effectiveDate);
    return [{ ...register, value, previous, kwh: kwhSince(meter, previous.value, value) }];
  });
  const counted = rows.reduce((sum, { kwh }) => sum + kwh, 0);
  const total =
    counted === facts.totalKwh
      ? text.receiptTotal
      : formatText(text.receiptTotalOfMonth, { period: showPeriod(facts.period) });
  const onPaper = isBrief ? styles.onPaper : undefined;
  return (
    <Paper labelledBy={titleId}>
      <header className={styles.head}>
        <span className={styles.mark} data-review={isOpen ? '' : undefined}>
          <Icon drawing={isOpen ? clock : check} size={24} />
        </span>
        <div>
          <h3 id={titleId} ref={heading} tabIndex={-1}>
            {title}
          </h3>
          {says && <p className={styles.message}>{says}</p>}
          {advice && <p className={styles.message}>{advice}</p>}
        </div>
      </header>
      <dl className={styles.totals}>
        <div>
          <dt>{total}</dt>
          <dd>{`${showNumber(facts.totalKwh)} ${text.unit}`}</dd>
        </div>
        <div>
          <dt>{text.receiptSum}</dt>
          <dd>{facts.sum === null ? text.receiptSumUnknown : `${showMoney(facts.sum)} ${text.currency}`}</dd>
        </div>
      </dl>
      <div className={onPaper}>
        <DataTable
          caption={text.receiptTable}
          captionHidden
          rows={rows}
          rowKey={({ zone }) => zone}
          columns={[
            { key: 'zone', title: text.colZone, cell: ({ zone }) => text.zonesInBill[zone] },
            {
              key: 'previous',
              title: text.colPrevious,
              numeric: true,
              cell: ({ previous }) => (
                <>
                  {previous.value}
                  <span className={styles.day}>{showDate(previous.date)}</span>
                </>
              ),
            },
            { key: 'value', title: text.colCurrent, numeric: true, cell: ({ value }) => value },
            { key: 'kwh', title: text.colKwh, numeric: true, cell: ({ kwh }) => showNumber(kwh) },
          ]}
        />
      </div>
      <dl className={styles.facts}>
        {isBrief &&
          rows.map(({ zone, value }) => (
            <Fact key={zone} name={text.zones[zone]} className={styles.onScreen}>
              {String(value).padStart(meter.digitCapacity, '0')}
            </Fact>
          ))}
        <Fact name={text.receiptNumber}>{facts.number}</Fact>
        <Fact name={text.receiptMeter} className={onPaper}>
          {meter.serialNumber}
        </Fact>
        <Fact name={text.receiptTime}>{showMoment(facts.submittedAt)}</Fact>
        <Fact name={text.receiptDate} className={onPaper}>
          {showDate(facts.effectiveDate)}
        </Fact>
        <Fact name={text.receiptPeriod} className={onPaper}>
          {showPeriod(facts.period)}
        </Fact>
      </dl>
      <ScreenOnly>
        <Row gap="1">
          {facts.number !== '' && (
            <DownloadButtons
              label={formatText(text.pdfName, { number: facts.number })}
              labels={{ pdf: text.pdf }}
              busyLabel={text.pdfBusy}
              download={() => downloadFile(readingReceipt, { account, receiptNumber: facts.number })}
            />
          )}
          <Button onClick={() => window.print()}>{text.print}</Button>
          {onCorrect && (
            <Button kind="plain" onClick={onCorrect}>
              {text.edit}
            </Button>
          )}
        </Row>
        {onCorrect && <p className={styles.quiet}>{text.correctUntil}</p>}
      </ScreenOnly>
    </Paper>
  );
}

interface FactProps {
  name: string;
  className?: string | undefined;
  children: string;
}

function Fact({ name, className, children }: FactProps) {
  return (
    <div className={className}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
