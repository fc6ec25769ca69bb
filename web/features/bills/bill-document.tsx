import { type ReactNode, useId } from 'react';
import { formatText } from '#contract/messages/format-text.ts';
import { estimateWords, leastSure } from '#domain/charges/basis-words.template.ts';
import {
  formatMoney,
  type Kopiykas,
  moneyFromWire,
  moneyToWire,
  negateMoney,
  sumMoney,
  zeroMoney,
} from '#domain/money.ts';
import { billingPeriod, firstDay, firstDayAfter } from '#domain/time/billing-period.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { addDays, type LocalDate, localDate } from '#domain/time/local-date.ts';
import { isSomeMoney, showDate, showKwh, showMoney, showPeriod, showSum } from '#web/lib/format.ts';
import { keepNumbers } from '#web/lib/message-text.tsx';
import { BankDetails } from '#web/lib/payment-code/bank-details.tsx';
import { PaymentCode } from '#web/lib/payment-code/payment-code.tsx';
import { providerName } from '#web/lib/payment-code/provider-text.ts';
import { useNow } from '#web/lib/use-now.ts';
import { OffPhone } from '#web/ui/layout/device.tsx';
import { Disclosure } from '#web/ui/layout/disclosure.tsx';
import { Paper, ScreenOnly } from '#web/ui/layout/paper.tsx';
import { Stack, Text } from '#web/ui/layout/stack.tsx';
import { MoneyFigure } from '#web/ui/money-figure.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { BillActions } from './bill-actions.tsx';
import styles from './bill-document.module.css';
import { BillHistory } from './bill-history.tsx';
import { BillMeters, BillParties, onlySerial } from './bill-parts.tsx';
import type { BillData } from './bill-types.ts';
import { text } from './text.ts';

type Line = BillData['lines'][number];

/** Each line as price × coefficient × kWh = sum, the total with the tax inside, and the balance that follows. */
function BillLines({ bill }: { bill: BillData }) {
  const { lines, vat } = bill;
  return (
    <ul className={styles.balance}>
      {lines.map((line) => (
        <li key={`${line.kind} ${line.zone} ${line.from} ${line.price} ${line.sum}`}>
          <span>
            {nameOf(line)}
            {line.isEstimated && (
              <Text as="span" tone="warn">
                {' '}
                {estimateOf(line, bill)}
              </Text>
            )}
            <span className={styles.detail}>{formulaOf(line)}</span>
            {!isWholeMonth(line, bill) && (
              <span className={styles.detail}>
                {formatText(text.days, { from: showDate(line.from).slice(0, 5), to: showDate(line.to) })}
              </span>
            )}
          </span>
          <strong>{showMoney(line.sum)}</strong>
        </li>
      ))}
      <li className={styles.total}>
        <span>
          {text.total}
          <span className={styles.detail}>{keepNumbers(formatText(text.vat, { sum: showMoney(vat) }))}</span>
        </span>
        <strong>{formatMoney(sumMoney(lines.map(({ sum }) => moneyFromWire(sum))))}</strong>
      </li>
      {balanceOf(bill).map(({ key, name, note, sum }) => (
        <li key={key} className={key === 'closing' ? styles.total : undefined}>
          <span>
            {name}{' '}
            {note && (
              <Text as="span" size="s" tone="quiet">
                {note}
              </Text>
            )}
          </span>
          <strong>{formatMoney(sum)}</strong>
        </li>
      ))}
    </ul>
  );
}

/** By what the energy of a line is found: as the registers of its zone. */
function estimateOf({ zone }: Line, { meters }: BillData): string {
  return estimateWords(leastSure(meters.filter((meter) => meter.zone === zone))) || text.estimated;
}

function nameOf({ kind, zone }: Line): string {
  if (zone === 'single') return text[kind];
  return kind === 'energy' ? text.zones[zone] : `${text[kind]}, ${text.zones[zone]}`;
}

function isWholeMonth({ from, to }: Line, { period }: BillData): boolean {
  const month = billingPeriod(period);
  return from === firstDay(month) && to === addDays(firstDayAfter(month), -1);
}

/** kWh × price × coefficient; a coefficient of 1 is left out. */
function formulaOf({ kwh, price, coefficient }: Line): string {
  const factor = Number(coefficient) === 1 ? '' : ` × ${coefficient.replace('.', ',')}`;
  return `${showKwh(kwh)} × ${price.replace('.', ',')} ${text.unit}${factor}`;
}

interface BalanceRow {
  readonly key: string;
  readonly name: string;
  readonly note: string;
  readonly sum: Kopiykas;
}

type BalanceFacts = Pick<
  BillData,
  'period' | 'opening' | 'benefits' | 'corrections' | 'payments' | 'closing'
>;

/**
 * What leads from the total of the lines to the balance of the bill: opening balance, benefits, corrections and payments
 * one by one, closing balance. Sums keep their signs, payments are negative; a closing overpayment is named, not signed.
 */
export function balanceOf(bill: BalanceFacts): readonly BalanceRow[] {
  const month = billingPeriod(bill.period);
  const opening = moneyFromWire(bill.opening);
  const closing = moneyFromWire(bill.closing);
  const changes = [
    ...bill.benefits.map(({ kind, title, sum }) => ({
      name: title || text.benefitKinds[kind],
      note: '',
      sum: moneyFromWire(sum),
    })),
    ...bill.corrections.map(({ date, reason, sum }) => ({
      name: reason || text.corrected,
      note: showDate(date),
      sum: moneyFromWire(sum),
    })),
    ...bill.payments.map(({ date, provider, sum }) => ({
      name: text.paid,
      note: [showDate(date), providerName(provider)].filter(Boolean).join(', '),
      sum: negateMoney(moneyFromWire(sum)),
    })),
    ...(bill.payments.length === 0 ? [{ name: text.paid, note: '', sum: zeroMoney }] : []),
  ].map((change, place) => ({ key: String(place), ...change }));
  const at = (sum: Kopiykas, debt: string, date: string) =>
    formatText(sum < zeroMoney ? text.creditAt : debt, { date: showDate(date) });
  return [
    { key: 'opening', name: at(opening, text.debtAt, firstDay(month)), note: '', sum: opening },
    ...changes,
    {
      key: 'closing',
      name: at(closing, text.toPayAt, firstDayAfter(month)),
      note: '',
      sum: closing < zeroMoney ? negateMoney(closing) : closing,
    },
  ];
}

/**
 * The amount due as the largest figure; for a bill that is paid or carried into the next one, its original sum. Money
 * paid since is never shown as debt (product.md §1, §8).
 */
function BillToPay({ bill }: { bill: BillData }) {
  const today = kyivDateOf(useNow());
  const { due, toPay, dueOn } = bill;
  const isPaidOff = due !== null && !isSomeMoney(due.sum);
  return (
    <Stack gap="1">
      <Text tone="quiet">
        {due === null ? text.wasToPay : isPaidOff && isSomeMoney(toPay) ? text.paidOff : text.toPayNow}
      </Text>
      <p>
        <MoneyFigure
          sum={showMoney(due === null || isPaidOff ? toPay : due.sum)}
          unit={text.unit}
          size="xl"
        />
      </p>
      <p className={styles.due} data-done={isPaidOff ? '' : undefined}>
        {isPaidOff ? text.paidOffNote : dueText(localDate(dueOn), due === null ? undefined : today)}
      </p>
    </Stack>
  );
}

/** The due date, and whether it has passed; `today` undefined: a bill that is no longer paid separately. */
function dueText(dueOn: LocalDate, today: LocalDate | undefined): string {
  const words = today === undefined ? text.dueWas : dueOn >= today ? text.due : text.overdueSince;
  return formatText(words, { date: showDate(dueOn) });
}

/**
 * Arrears with their consequences, and separately the debt for violation acts. Both are current, so an older bill has
 * no warnings (facts 2.4, 9.1).
 */
function BillNotices({ due }: Pick<BillData, 'due'>) {
  if (due === null) return null;
  const only = due.acts.length === 1 ? due.acts[0] : undefined;
  const forActs = moneyToWire(sumMoney(due.acts.map(({ owed }) => moneyFromWire(owed))));
  return (
    <>
      {isSomeMoney(due.arrears) && (
        <Notice kind="warn" title={formatText(text.overdue, { sum: showSum(due.arrears) })}>
          {text.overdueNote}
        </Notice>
      )}
      {only && (
        <Notice
          kind="info"
          title={formatText(text.oneAct, { number: only.actNumber, sum: showSum(only.owed) })}
        />
      )}
      {due.acts.length > 1 && (
        <Notice kind="info" title={formatText(text.acts, { sum: showSum(forActs) })}>
          {due.acts
            .map(({ actNumber, owed }) => formatText(text.act, { number: actNumber, sum: showSum(owed) }))
            .join('; ')}
        </Notice>
      )}
    </>
  );
}

interface BillDocumentProps {
  bill: BillData;
  onPay: (() => void) | undefined;
  /** The explanation of the sum. */
  why: ReactNode;
}

/**
 * A bill in five parts: the sum and its payment, why it is so, what was measured, what it costs; history, bank details,
 * parties and rights are folded below, and printed unfolded (facts 9.1).
 */
export function BillDocument({ bill, onPay, why }: BillDocumentProps) {
  const id = useId();
  const { due } = bill;
  // A bill that is paid or carried into the next one shows no payment details: it would be paid twice.
  const owed = due !== null && isSomeMoney(due.sum) ? due.sum : undefined;
  return (
    <Paper labelledBy={`${id}-title`}>
      <div className={styles.bill}>
        <h2 id={`${id}-title`}>{formatText(text.title, { period: showPeriod(bill.period) })}</h2>
        <div className={styles.top}>
          <Stack gap="3">
            <BillToPay bill={bill} />
            <ScreenOnly>
              <BillActions bill={bill} onPay={onPay} />
            </ScreenOnly>
          </Stack>
          {bill.qr !== null && owed !== undefined && (
            <OffPhone>
              <section className={styles.code} aria-label={text.qrTitle}>
                <PaymentCode
                  payload={bill.qr}
                  label={formatText(text.qrAlt, { sum: showMoney(owed), account: bill.customer.account })}
                />
                <Text size="s" tone="quiet">
                  {text.qrHint}
                </Text>
              </section>
            </OffPhone>
          )}
        </div>
        <BillNotices due={due} />
        {bill.isEstimated && (
          <Notice kind="warn">
            {leastSure(bill.meters).isReviewPending ? text.reviewPendingNote : text.estimatedNote}
          </Notice>
        )}
        {why}
        <Part id={`${id}-meters`} title={metersTitle(bill)}>
          <BillMeters meters={bill.meters} />
        </Part>
        <Part id={`${id}-lines`} title={text.linesTitle}>
          <BillLines bill={bill} />
        </Part>
        <div>
          <Disclosure summary={<h3>{text.historyTitle}</h3>}>
            <BillHistory history={bill.history} />
          </Disclosure>
          <Disclosure summary={<h3>{text.moreTitle}</h3>}>
            <Stack gap="4">
              {owed !== undefined && (
                <section aria-label={text.detailsTitle}>
                  <BankDetails
                    transfer={{
                      ...bill.supplier,
                      recipient: bill.supplier.name,
                      purpose: bill.paymentPurpose,
                    }}
                    sum={owed}
                  />
                </section>
              )}
              <BillParties bill={bill} />
            </Stack>
          </Disclosure>
        </div>
      </div>
    </Paper>
  );
}

/** Names the meter when there is one; of several each row names its own. */
function metersTitle({ meters }: BillData): string {
  const serial = onlySerial(meters);
  return serial === undefined ? text.metersTitle : formatText(text.metersOf, { serial });
}

function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section className={styles.part} aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {children}
    </section>
  );
}
