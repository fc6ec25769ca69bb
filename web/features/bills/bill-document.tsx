import { type CSSProperties, type ReactNode, useId } from 'react';
import { formatText } from '#contract/messages/format-text.ts';
import { estimateWords, leastSure } from '#domain/charges/basis-words.template.ts';
import {
  compareMoney,
  formatMoney,
  type Kopiykas,
  moneyFromWire,
  moneyToWire,
  negateMoney,
  sumMoney,
  zeroMoney,
} from '#domain/money.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { addDays, type LocalDate, localDate } from '#domain/time/local-date.ts';
import {
  isSomeMoney,
  showDate,
  showKwh,
  showMoney,
  showNumber,
  showPeriod,
  showSum,
} from '#web/lib/format.ts';
import { keepNumbers } from '#web/lib/message-text.tsx';
import { providerName } from '#web/lib/payment-code/provider-text.ts';
import { useNow } from '#web/lib/use-now.ts';
import { Paper, ScreenOnly } from '#web/ui/layout/paper.tsx';
import { Stack, Text } from '#web/ui/layout/stack.tsx';
import { type Column, DataTable } from '#web/ui/list/data-table.tsx';
import { MoneyFigure } from '#web/ui/money-figure.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { BillActions } from './bill-actions.tsx';
import styles from './bill-document.module.css';
import billFuelMixStyles from './bill-fuel-mix.module.css';
import { BillHistory } from './bill-history.tsx';
import billLinesStyles from './bill-lines.module.css';
import billPartiesStyles from './bill-parties.module.css';
import { BillChanges, BillMeters, BillParties } from './bill-parts.tsx';
import billSumsStyles from './bill-sums.module.css';
import billToPayStyles from './bill-to-pay.module.css';
import type { BillData } from './bill-types.ts';
import { changeSince } from './change-since.ts';
import { PaymentDetails } from './payment-details.tsx';
import { text } from './text.ts';

type Line = BillData['lines'][number];

/** Each line as price × coefficient × kWh = sum, the total, and the tax inside. */
function BillLines({ bill }: { bill: BillData }) {
  const { lines, vat } = bill;
  return (
    <>
      <DataTable
        caption={text.linesCaption}
        captionHidden
        rows={lines}
        rowKey={(line) => `${line.kind} ${line.zone} ${line.from} ${line.price} ${line.sum}`}
        columns={columnsOf(bill)}
      />
      <p className={billLinesStyles.total}>
        <span>
          {text.total}
          <span className={billLinesStyles.vat}>
            {keepNumbers(formatText(text.vat, { sum: showMoney(vat) }))}
          </span>
        </span>
        <strong>{formatMoney(sumMoney(lines.map(({ sum }) => moneyFromWire(sum))))}</strong>
      </p>
    </>
  );
}

/** By what the energy of a line is found: as the registers of its zone. */
function estimateOf({ zone }: Line, { meters }: BillData): string {
  return estimateWords(leastSure(meters.filter((meter) => meter.zone === zone))) || text.estimated;
}

const columnsOf = (bill: BillData): readonly Column<Line>[] => [
  {
    key: 'what',
    title: text.colLine,
    cell: (line) => (
      <>
        {[text[line.kind], text.zones[line.zone]].filter(Boolean).join(', ')}
        {line.isEstimated && (
          <Text as="span" tone="warn">
            {' '}
            {estimateOf(line, bill)}
          </Text>
        )}
        <span className={billLinesStyles.detail}>{formulaOf(line)}</span>
        <span className={billLinesStyles.detail}>
          {formatText(text.days, { from: showDate(line.from).slice(0, 5), to: showDate(line.to) })}
        </span>
      </>
    ),
  },
  { key: 'sum', title: text.colSum, numeric: true, cell: ({ sum }) => showMoney(sum) },
];

/** kWh × price × coefficient; a coefficient of 1 is left out. */
function formulaOf({ kwh, price, coefficient }: Line): string {
  const factor = Number(coefficient) === 1 ? '' : ` × ${coefficient.replace('.', ',')}`;
  return `${showKwh(kwh)} × ${price.replace('.', ',')} ${text.unit}${factor}`;
}

type StepName = 'opening' | 'charged' | 'recalculated' | 'benefit' | 'corrected' | 'paid' | 'closing';

/** One step of the waterfall: its signed sum, and its start and end as parts of the scale. */
interface BillStep {
  name: StepName;
  sum: Kopiykas;
  /** 0 to 1, from the lower end of the scale. */
  from: number;
  to: number;
  /** The position of zero on the scale. */
  zero: number;
}

/** Steps shown even when they are zero. */
const alwaysShown: readonly StepName[] = ['opening', 'charged', 'paid'];

/**
 * The steps from the opening balance to the closing one, as a waterfall. A recalculation, benefit or correction of
 * zero is left out. Sums keep their signs: payments are negative.
 */
export function billSteps(bill: Pick<BillData, StepName>): readonly BillStep[] {
  const sums: [StepName, Kopiykas][] = [
    ['opening', moneyFromWire(bill.opening)],
    ['charged', moneyFromWire(bill.charged)],
    ['recalculated', moneyFromWire(bill.recalculated)],
    ['benefit', moneyFromWire(bill.benefit)],
    ['corrected', moneyFromWire(bill.corrected)],
    ['paid', negateMoney(moneyFromWire(bill.paid))],
  ];
  let level = 0;
  const ends = sums
    .filter(([name, sum]) => alwaysShown.includes(name) || compareMoney(sum, zeroMoney) !== 0)
    .map(([name, sum]) => {
      const start = level;
      level += Number(sum);
      return { name, sum, start, end: level };
    });
  const closing = moneyFromWire(bill.closing);
  const all = [...ends, { name: 'closing' as const, sum: closing, start: 0, end: Number(closing) }];
  const min = Math.min(0, ...all.flatMap(({ start, end }) => [start, end]));
  const max = Math.max(0, ...all.flatMap(({ start, end }) => [start, end]));
  const place = (value: number) => (max === min ? 0 : (value - min) / (max - min));
  return all.map(({ name, sum, start, end }) => ({
    name,
    sum,
    from: place(Math.min(start, end)),
    to: place(Math.max(start, end)),
    zero: place(0),
  }));
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
      <p className={billToPayStyles.label}>
        {due === null ? text.wasToPay : isPaidOff && isSomeMoney(toPay) ? text.paidOff : text.toPayNow}
      </p>
      <p>
        <MoneyFigure
          sum={showMoney(due === null || isPaidOff ? toPay : due.sum)}
          unit={text.unit}
          size="xl"
        />
      </p>
      <p className={billToPayStyles.due} data-done={isPaidOff ? '' : undefined}>
        {isPaidOff ? text.paidOffNote : dueText(localDate(dueOn), due === null ? undefined : today)}
      </p>
    </Stack>
  );
}

/** The due date, or since when the bill is overdue; `today` undefined: a bill that is no longer paid separately. */
function dueText(dueOn: LocalDate, today: LocalDate | undefined): string {
  if (today === undefined) return formatText(text.dueWas, { date: showDate(dueOn) });
  return dueOn >= today
    ? formatText(text.due, { date: showDate(dueOn) })
    : formatText(text.overdueSince, { date: showDate(addDays(dueOn, 1)) });
}

/** The sums of a bill from left to right: opening balance, charges, payments, closing balance. */
function BillSums({ bill }: { bill: BillData }) {
  return (
    <ol className={billSumsStyles.steps}>
      {billSteps(bill).map((step) => (
        <li key={step.name} className={billSumsStyles.step} data-step={step.name}>
          <span className={billSumsStyles.name}>{nameOf(step)}</span>
          <span
            className={billSumsStyles.bar}
            style={{ '--from': step.from, '--to': step.to, '--zero': step.zero } as CSSProperties}
            aria-hidden="true"
          />
          <span className={billSumsStyles.sum}>{shownSum(step)}</span>
        </li>
      ))}
    </ol>
  );
}

function nameOf({ name, sum }: BillStep): string {
  if (name !== 'closing') return text[name];
  return compareMoney(sum, zeroMoney) < 0 ? text.closingCredit : text.closingDebt;
}

/** A step shows its sign; the end balance is described in words. */
function shownSum({ name, sum }: BillStep): string {
  const isNegative = compareMoney(sum, zeroMoney) < 0;
  if (name === 'closing') return formatMoney(isNegative ? negateMoney(sum) : sum);
  const sign = name === 'opening' || isNegative || sum === zeroMoney ? '' : '+';
  return `${sign}${formatMoney(sum)}`;
}

/**
 * Arrears with their consequences, and separately the debt for violation acts. Both are current, so an older bill has
 * no warnings (facts 2.4, 9.1).
 */
function BillNotices({ due }: Pick<BillData, 'due'>) {
  if (due === null) return null;
  const forActs = moneyToWire(sumMoney(due.acts.map(({ owed }) => moneyFromWire(owed))));
  return (
    <>
      {isSomeMoney(due.arrears) && (
        <Notice kind="warn" title={formatText(text.overdue, { sum: showSum(due.arrears) })}>
          {text.overdueNote}
        </Notice>
      )}
      {due.acts.length > 0 && (
        <Notice kind="info" title={formatText(text.acts, { sum: showSum(forActs) })}>
          {due.acts
            .map(({ actNumber, owed }) => formatText(text.act, { number: actNumber, sum: showSum(owed) }))
            .join('; ')}
          {'. '}
          {text.actsNote}
        </Notice>
      )}
    </>
  );
}

/** The energy sources of the supplier, the largest first, with their emissions. */
function BillFuelMix({ fuelMix }: { fuelMix: NonNullable<BillData['supplier']['fuelMix']> }) {
  const parts = fuelMix.parts.toSorted((one, other) => Number(other.percent) - Number(one.percent));
  return (
    <>
      <div className={billFuelMixStyles.bar} aria-hidden="true">
        {parts.map(({ name, percent }) => (
          <span key={name} style={{ flexGrow: Number(percent) }} />
        ))}
      </div>
      <ul className={billFuelMixStyles.parts}>
        {parts.map(({ name, percent }) => (
          <li key={name}>
            {name}&nbsp;—&nbsp;{percent.replace('.', ',')}&nbsp;%
          </li>
        ))}
      </ul>
      {fuelMix.co2GramsPerKwh !== null && (
        <Text size="s" tone="quiet">
          {formatText(text.co2, { grams: showNumber(fuelMix.co2GramsPerKwh) })}
        </Text>
      )}
    </>
  );
}

/** The payments of the month, by day. */
function BillPayments({ payments }: { payments: BillData['payments'] }) {
  if (payments.length === 0) return <p className={billPartiesStyles.quiet}>{text.paymentsNone}</p>;
  const numbered = payments.map((payment, place) => ({ ...payment, place }));
  return (
    <ul className={billPartiesStyles.payments}>
      {numbered.map(({ place, date, sum, provider }) => (
        <li key={place}>
          <span>{showDate(date)}</span>
          <span className={billPartiesStyles.quiet}>{providerName(provider)}</span>
          <strong>{showSum(sum)}</strong>
        </li>
      ))}
    </ul>
  );
}

interface BillDocumentProps {
  bill: BillData;
  onPay: (() => void) | undefined;
  /** The explanation of the sum. */
  why: ReactNode;
}

/** The whole bill in the order of facts 9.1: parties and dates, amount due, calculation, payment details. */
export function BillDocument({ bill, onPay, why }: BillDocumentProps) {
  const id = useId();
  const { due } = bill;
  // A bill that is paid or carried into the next one shows no payment details: it would be paid twice.
  const change = changeSince(bill);
  const isToBePaid = due !== null && isSomeMoney(due.sum);
  const { fuelMix } = bill.supplier;
  const fuelTitle = fuelMix?.year ? formatText(text.fuelOf, { year: String(fuelMix.year) }) : text.fuel;
  return (
    <Paper labelledBy={`${id}-title`}>
      <div className={styles.bill}>
        <header className={styles.head}>
          <div>
            <h2 id={`${id}-title`}>{formatText(text.title, { period: showPeriod(bill.period) })}</h2>
            <p className={styles.number}>
              {formatText(text.number, { number: bill.number, date: showDate(bill.issuedOn) })}
            </p>
          </div>
          <p className={styles.supplier}>{bill.supplier.name}</p>
        </header>
        <div className={styles.top}>
          <BillToPay bill={bill} />
          <ScreenOnly>
            <BillActions bill={bill} onPay={onPay} />
          </ScreenOnly>
        </div>
        <BillNotices due={due} />
        {bill.isEstimated && (
          <Notice kind="warn">
            {leastSure(bill.meters).isReviewPending ? text.reviewPendingNote : text.estimatedNote}
          </Notice>
        )}
        <Part id={`${id}-how`} title={text.howTitle}>
          <BillSums bill={bill} />
          {change && (
            <p>
              {formatText(text.issuedFor, { issued: showSum(bill.toPay) })} {change}
            </p>
          )}
          <BillChanges bill={bill} />
        </Part>
        {why}
        <Part id={`${id}-meters`} title={text.metersTitle}>
          <BillMeters meters={bill.meters} />
        </Part>
        <Part id={`${id}-lines`} title={text.linesTitle}>
          <BillLines bill={bill} />
        </Part>
        <Part id={`${id}-payments`} title={text.paymentsTitle}>
          <BillPayments payments={bill.payments} />
        </Part>
        {isToBePaid && (
          <Part id={`${id}-details`} title={bill.qr ? text.qrTitle : text.detailsTitle}>
            <PaymentDetails bill={bill} due={due.sum} />
          </Part>
        )}
        <Part id={`${id}-history`} title={text.historyTitle}>
          <BillHistory history={bill.history} />
        </Part>
        {fuelMix && (
          <Part id={`${id}-fuel`} title={fuelTitle}>
            <BillFuelMix fuelMix={fuelMix} />
          </Part>
        )}
        <BillParties bill={bill} />
      </div>
    </Paper>
  );
}

function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section className={styles.part} aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {children}
    </section>
  );
}
