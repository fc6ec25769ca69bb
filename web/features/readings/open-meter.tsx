import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { formatText } from '#contract/messages/format-text.ts';
import { type ReadingGap, readingGap } from '#domain/readings/reading-gap.ts';
import type { Zone } from '#domain/tariffs/tariff.ts';
import { type BillingPeriod, firstDayAfter } from '#domain/time/billing-period.ts';
import { showDate, showPeriod } from '#web/lib/format.ts';
import { prefetchWhenIdle } from '#web/lib/prefetch-when-idle.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import type { Draft } from './draft.ts';
import { useDraft } from './draft-store.ts';
import { messageAfterTitle } from './message-after-title.ts';
import { MeterForm } from './meter-form.tsx';
import styles from './meter-reading.module.css';
import type { MeterData, ReceiptData, StandingData, WindowData } from './reading-types.ts';
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
  const gap = readingGap(meter.registers, window.effectiveDate);
  const shown = shownReceipt(draft, meter, window, gap !== undefined);
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
  const { standing } = meter;
  if (draft.correcting && standing) {
    return (
      <div className={styles.correction}>
        <h3>{formatText(text.correctionTitle, { day: showDate(standing.effectiveDate) })}</h3>
        <MeterForm
          isBrief={isBrief}
          options={asOfStanding(options, standing)}
          handle={handle}
          registers={meter.registers}
        />
      </div>
    );
  }
  const startCorrection = (facts: Pick<ReceiptFacts, 'values'>) => () =>
    dispatch({ type: 'correctionStarted', values: valuesToCorrect(draft, facts) });
  const lacking = meter.registers.filter((register) => readingGap([register], window.effectiveDate));
  const { hindrance } = draft;
  return (
    <>
      {shown && hindrance?.kind === 'refused' && (
        <Notice kind="warn" live="alert">
          {hindrance.message}
        </Notice>
      )}
      {shown && (
        <Receipt
          {...shown}
          isBrief={isBrief}
          account={account}
          meter={meter}
          onCorrect={shown.isCorrectable ? startCorrection(shown.facts) : undefined}
        />
      )}
      {shown && lacking.length > 0 && !gap?.last && (
        <Notice kind="info">
          {formatText(text.missing, { zones: lacking.map(({ zone }) => text.zones[zone]).join(', ') })}
        </Notice>
      )}
      {!isBrief && gap?.last && standing && (
        <GivenBefore
          last={gap.last}
          isWindowOpen={window.isOpen}
          standing={standing}
          onCorrect={startCorrection(standing)}
        />
      )}
      {lacking.length > 0 && (
        <MeterForm isBrief={isBrief} options={options} handle={handle} registers={lacking} />
      )}
    </>
  );
}

interface GivenBeforeProps {
  last: NonNullable<ReadingGap['last']>;
  isWindowOpen: boolean;
  standing: StandingData;
  onCorrect: () => void;
}

/** That a reading of an earlier day stands, what another one is good for, and the way to put the first one right. */
function GivenBefore({ last, isWindowOpen, standing, onCorrect }: GivenBeforeProps) {
  const { correctable, state } = standing;
  const before = formatText(correctable ? text.givenOn : text.readOn, { date: showDate(last.date) });
  const again = formatText(isWindowOpen ? text.giveAgain : text.giveMore, { days: last.days });
  return (
    <Notice
      kind="info"
      actions={
        correctable && (
          <Button kind="plain" onClick={onCorrect}>
            {formatText(text.editGiven, { date: showDate(standing.effectiveDate) })}
          </Button>
        )
      }
    >
      {before} {state === 'underReview' && text.givenUnderReview} {again}
    </Notice>
  );
}

/** The facts that a correction is checked by: it counts as of the day of what it replaces, beside what was read before. */
function asOfStanding(options: SubmissionOptions, { effectiveDate }: StandingData): SubmissionOptions {
  const { meter, window } = options;
  const registers = meter.registers.map(({ known, ...register }) => ({
    ...register,
    known: known.filter(({ date }) => date !== register.currentDate),
  }));
  return { ...options, meter: { ...meter, registers }, window: { ...window, effectiveDate } };
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

/**
 * The answer to what was just handed in, else the reading that stands as of the day of one given now; undefined while one
 * would tell more.
 */
function shownReceipt(
  draft: Draft,
  meter: MeterData,
  window: WindowData,
  lacks: boolean,
): ShownReceipt | undefined {
  const { period, effectiveDate } = window;
  const { standing } = meter;
  const { accepted } = draft;
  if (accepted && isLatest(accepted.receipt, window, standing)) {
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
  if (!standing || standing.effectiveDate < effectiveDate) return undefined;
  const day = showDate(standing.effectiveDate);
  const isOfFirst = standing.effectiveDate >= firstDayAfter(period as BillingPeriod);
  const done = isOfFirst
    ? text.nothingToDo
    : formatText(text.giveInWindow, { day: showDate(window.opensOn) });
  return {
    title: isOfFirst
      ? formatText(text.standingTitle, { period: showPeriod(period) })
      : formatText(text.standingTitleOfDay, { day }),
    message: lacks ? text.partlyGiven : done,
    isUnderReview: standing.state === 'underReview',
    isNew: false,
    isCorrectable: standing.correctable,
    facts: { ...standing, number: standing.receiptNumber, period },
  };
}

/** Whether nothing stands that was given after the reading just accepted. */
function isLatest(
  { number, period, submittedAt, effectiveDate }: ReceiptData,
  window: WindowData,
  standing: StandingData | null,
): boolean {
  if (period !== window.period) return false;
  const isAwaited = !standing || standing.submittedAt < submittedAt;
  return isAwaited ? effectiveDate === window.effectiveDate : standing.receiptNumber === number;
}

/** What was typed last when it was refused because others stand, else what stands. */
function valuesToCorrect(draft: Draft, facts: Pick<ReceiptFacts, 'values'>): Partial<Record<Zone, string>> {
  const standing = Object.fromEntries(
    Object.entries(facts.values).map(([zone, value]) => [zone, String(value)]),
  );
  return { ...standing, ...draft.values };
}
