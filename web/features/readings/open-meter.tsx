import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { formatText } from '#contract/messages/format-text.ts';
import type { Zone } from '#domain/tariffs/tariff.ts';
import { showPeriod } from '#web/lib/format.ts';
import { prefetchWhenIdle } from '#web/lib/prefetch-when-idle.ts';
import { Notice } from '#web/ui/notice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import type { Draft } from './draft.ts';
import { useDraft } from './draft-store.ts';
import { messageAfterTitle } from './message-after-title.ts';
import { MeterForm } from './meter-form.tsx';
import styles from './meter-reading.module.css';
import type { MeterData } from './reading-types.ts';
import { Receipt, type ReceiptFacts } from './receipt.tsx';
import { text } from './text.ts';
import type { SubmissionOptions } from './use-submission.ts';
import type { WaitingReading } from './waiting/waiting-reading.ts';
import { useWaiting } from './waiting/waiting-store.ts';

// What waits is rare, and its code comes with the code that sends it.
const loadPanel = () => import('./waiting/waiting-panel.tsx');
const loadWaiting = () => Promise.all([loadPanel(), import('./waiting/waiting-actions.ts')]);
const WaitingPanel = lazy(() => loadPanel().then((module) => ({ default: module.WaitingPanel })));

// So is a month that closes while a correction is being written.
const LateCorrection = lazy(() =>
  import('./late-correction.tsx').then((module) => ({ default: module.LateCorrection })),
);

interface OpenMeterProps {
  /** Beside other things of a page: the fields and the button alone. */
  isBrief?: boolean;
  options: SubmissionOptions;
  /** How to reach the supplier. */
  help: ReactNode;
}

/** A meter that takes readings: the receipt of the one that stands, and the form for what is still to be given. */
export function OpenMeter({ isBrief = false, options, help }: OpenMeterProps) {
  const { account, meter, window } = options;
  const handle = useDraft(account, meter.meterId);
  const { draft, dispatch } = handle;
  const waiting = useWaiting((state) => waitingOf(state.readings, account, meter.meterId));
  // It must be there when the network is gone.
  useEffect(() => prefetchWhenIdle(() => void loadWaiting().catch(() => undefined)), []);
  const shown = shownReceipt(draft, meter, window.period);
  if (waiting) {
    return (
      <Suspense fallback={<Skeleton shape="tile" />}>
        <WaitingPanel isBrief={isBrief} reading={waiting} meter={meter} handle={handle} />
      </Suspense>
    );
  }
  if (isTooLate(draft)) {
    return (
      <Suspense fallback={<Skeleton shape="tile" />}>
        <LateCorrection
          account={account}
          meter={meter}
          window={window}
          draft={draft}
          email={options.supplierEmail}
          help={help}
          onLeave={() => dispatch({ type: 'correctionLeft' })}
        />
      </Suspense>
    );
  }
  if (!shown)
    return <MeterForm isBrief={isBrief} options={options} handle={handle} registers={meter.registers} />;
  if (draft.correcting) {
    return (
      <div className={styles.correction}>
        <h3>{text.correctionTitle}</h3>
        <MeterForm isBrief={isBrief} options={options} handle={handle} registers={meter.registers} />
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
        isBrief={isBrief}
        account={account}
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
          <MeterForm isBrief={isBrief} options={options} handle={handle} registers={missing} />
        </>
      )}
    </>
  );
}

/** The month was closed before the correction came. */
function isTooLate({ correcting, hindrance }: Draft): boolean {
  return correcting && hindrance?.kind === 'refused' && hindrance.code === 'billing.periodClosing';
}

function waitingOf(readings: readonly WaitingReading[] | undefined, account: string, meterId: string) {
  return readings?.find((one) => one.account === account && one.meterId === meterId);
}

interface ShownReceipt {
  title: string;
  message: string;
  advice?: string | undefined;
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
      advice: outcome.advice?.message,
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

/** What was typed last when it was refused because others stand, else what stands. */
function valuesToCorrect(draft: Draft, facts: ReceiptFacts): Partial<Record<Zone, string>> {
  const standing = Object.fromEntries(
    Object.entries(facts.values).map(([zone, value]) => [zone, String(value)]),
  );
  return { ...standing, ...draft.values };
}
