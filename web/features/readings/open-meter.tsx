import { formatText } from '#contract/messages/format-text.ts';
import type { Zone } from '#domain/tariffs/tariff.ts';
import { showPeriod } from '#web/lib/format.ts';
import { Notice } from '#web/ui/notice.tsx';
import type { Draft } from './draft.ts';
import { useDraft } from './draft-store.ts';
import { MeterForm } from './meter-form.tsx';
import styles from './meter-reading.module.css';
import type { MeterData } from './reading-types.ts';
import { Receipt, type ReceiptFacts } from './receipt.tsx';
import { text } from './text.ts';
import type { SubmissionOptions } from './use-submission.ts';

/** A meter that takes readings: the receipt of the one that stands, and the form for what is still to be given. */
export function OpenMeter({ options }: { options: SubmissionOptions }) {
  const { account, meter, window } = options;
  const handle = useDraft(account, meter.meterId);
  const { draft, dispatch } = handle;
  const shown = shownReceipt(draft, meter, window.period);
  if (!shown) return <MeterForm options={options} handle={handle} registers={meter.registers} />;
  if (draft.correcting) {
    return (
      <div className={styles.correction}>
        <h3>{text.correctionTitle}</h3>
        <MeterForm options={options} handle={handle} registers={meter.registers} />
      </div>
    );
  }
  const missing = meter.registers.filter(({ zone }) => shown.facts.values[zone] === undefined);
  const { hindrance } = draft;
  return (
    <>
      {hindrance?.kind === 'refused' && (
        <Notice kind="warn" live="alert">
          {hindrance.message}
        </Notice>
      )}
      <Receipt
        {...shown}
        meter={meter}
        onCorrect={
          shown.isCorrectable
            ? () => dispatch({ type: 'correctionStarted', values: valuesToCorrect(draft, shown.facts) })
            : undefined
        }
      />
      {missing.length > 0 && (
        <>
          <Notice kind="info">
            {formatText(text.missing, { zones: missing.map(({ zone }) => text.zones[zone]).join(', ') })}
          </Notice>
          <MeterForm options={options} handle={handle} registers={missing} />
        </>
      )}
    </>
  );
}

interface ShownReceipt {
  title: string;
  message: string;
  isUnderReview: boolean;
  isNew: boolean;
  isCorrectable: boolean;
  facts: ReceiptFacts;
}

/** The answer to what was just handed in, else the reading that stands; undefined while there is none for the period. */
function shownReceipt(draft: Draft, meter: MeterData, period: string): ShownReceipt | undefined {
  const { standing } = meter;
  const { accepted } = draft;
  const isOfNow = accepted?.receipt.period === period;
  if (accepted && isOfNow && (!standing || standing.receiptNumber === accepted.receipt.number)) {
    const { outcome, receipt } = accepted;
    const isUnderReview = outcome.kind === 'underReview';
    const taken = outcome.code === 'readings.notInCalculation' ? text.savedTitle : text.acceptedTitle;
    return {
      title: isUnderReview ? text.reviewTitle : taken,
      message: messageAfterTitle(outcome.message),
      isUnderReview,
      isNew: true,
      isCorrectable: standing?.correctable ?? false,
      facts: receipt,
    };
  }
  if (!standing) return undefined;
  return {
    title: formatText(text.standingTitle, { period: showPeriod(period) }),
    message: isWhole(meter) ? text.nothingToDo : text.partlyGiven,
    isUnderReview: standing.state === 'underReview',
    isNew: false,
    isCorrectable: standing.correctable,
    facts: { ...standing, number: standing.receiptNumber, period },
  };
}

/** Whether every register has its value for the period. */
function isWhole({ registers, standing }: MeterData): boolean {
  return registers.every(({ zone }) => standing?.values[zone] !== undefined);
}

/** The title says already that it was accepted. */
function messageAfterTitle(message: string): string {
  return message.startsWith(`${text.acceptedTitle}. `)
    ? message.slice(text.acceptedTitle.length + 2)
    : message;
}

/** What was typed last when it was refused because others stand, else what stands. */
function valuesToCorrect(draft: Draft, facts: ReceiptFacts): Partial<Record<Zone, string>> {
  const standing = Object.fromEntries(
    Object.entries(facts.values).map(([zone, value]) => [zone, String(value)]),
  );
  return { ...standing, ...draft.values };
}
