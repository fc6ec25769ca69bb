import { lazy, type ReactNode, Suspense, useEffect, useRef } from 'react';
import { formatText } from '#contract/messages/format-text.ts';
import { type ReadingGap, readingGap, zonesLeft } from '#domain/readings/reading-ask.ts';
import { isUntouched } from '#domain/readings/reading-value.ts';
import type { Zone } from '#domain/tariffs/tariff.ts';
import { type BillingPeriod, firstDayAfter } from '#domain/time/billing-period.ts';
import { showDate, showMoment, showPeriod } from '#web/lib/format.ts';
import { prefetchWhenIdle } from '#web/lib/query/prefetch-call.ts';
import { zoneList } from '#web/lib/zone-parts.ts';
import { Button } from '#web/ui/button.tsx';
import { Stack } from '#web/ui/layout/stack.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import {
  type CurrentReadingAnswer,
  type MeterData,
  messageOfReceipt,
  type ReceiptData,
  type RegisterData,
  type WindowData,
} from '../api.ts';
import { type QueuedReading, useOfflineQueue } from '../offline-queue/queued-reading.ts';
import { Receipt, type ReceiptFacts } from '../receipt.tsx';
import { text } from '../text.ts';
import { previousOn } from './check-typed.ts';
import type { Draft } from './draft.ts';
import { useDraft } from './draft-store.ts';
import { MeterForm } from './meter-form.tsx';
import type { SubmissionOptions } from './use-submission.ts';

// A queued reading is rare: its code is loaded with the code of the queue.
const loadPanel = () => import('../offline-queue/queued-panel.tsx');
const loadQueue = () => Promise.all([loadPanel(), import('../offline-queue/queue-actions.ts')]);
const QueuedPanel = lazy(() => loadPanel().then((module) => ({ default: module.QueuedPanel })));

// So is a month closed during a correction.
const LateCorrection = lazy(() =>
  import('./late-correction.tsx').then((module) => ({ default: module.LateCorrection })),
);

interface OpenMeterProps {
  /** Part of another page: fields and button only. */
  isBrief?: boolean;
  options: SubmissionOptions;
  /** The contacts of the supplier. */
  help: ReactNode;
}

/** A meter that takes readings: the receipt of the accepted one, and the form for the missing one. */
export function OpenMeter({ isBrief = false, options, help }: OpenMeterProps) {
  const { account, meter, window } = options;
  const handle = useDraft(account, meter.meterId);
  const { draft, dispatch } = handle;
  const queued = useOfflineQueue((state) => findQueued(state.readings, account, meter.meterId));
  // Needed when the network is gone: loaded when the page is idle, with the first digit without a delay.
  const isTyping = Object.keys(draft.values).length > 0;
  useEffect(() => {
    const load = () => void loadQueue().catch(() => undefined);
    return isTyping ? load() : prefetchWhenIdle(load);
  }, [isTyping]);
  const gap = readingGap(meter.registers, window.effectiveDate);
  const lacking = meter.registers.filter((register) => readingGap([register], window.effectiveDate));
  const shown = shownReceipt(draft, meter, window);
  if (queued) {
    return (
      <Suspense fallback={<Skeleton shape="tile" />}>
        <QueuedPanel
          isBrief={isBrief}
          reading={queued}
          left={queuedLeft(queued, lacking)}
          meter={meter}
          handle={handle}
        />
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
          help={help}
          onLeave={() => dispatch({ type: 'correctionCancelled' })}
        />
      </Suspense>
    );
  }
  const { currentReading } = meter;
  if (draft.correcting && currentReading) {
    return (
      <Stack gap="3">
        <h3>{formatText(text.correctionTitle, { day: showDate(currentReading.effectiveDate) })}</h3>
        <MeterForm
          isBrief={isBrief}
          options={asOfCurrent(options, currentReading)}
          handle={handle}
          registers={meter.registers}
        />
      </Stack>
    );
  }
  const startCorrection = () =>
    dispatch({ type: 'correctionStarted', values: valuesToCorrect(draft, meter) });
  const { submissionError } = draft;
  const isPart = shown !== undefined && shown.left.length > 0;
  const form = lacking.length > 0 && (
    <MeterForm isBrief={isBrief} options={options} handle={handle} registers={lacking} />
  );
  return (
    <>
      {isPart && <PartNotice isBrief={isBrief} shown={shown} window={window} />}
      {isPart && form}
      {shown && !form && submissionError?.kind === 'refused' && (
        <Notice kind="warn" live="alert">
          {submissionError.message}
        </Notice>
      )}
      {shown && (
        <Receipt
          {...shown}
          isNew={shown.isNew && !isPart}
          isBrief={isBrief}
          isPart={isPart}
          account={account}
          meter={meter}
          onCorrect={shown.isCorrectable ? startCorrection : undefined}
        />
      )}
      {!isBrief && !isPart && gap?.last && currentReading && (
        <GivenBefore
          last={gap.last}
          isWindowOpen={window.isOpen}
          currentReading={currentReading}
          onCorrect={startCorrection}
        />
      )}
      {!isPart && form}
    </>
  );
}

interface GivenBeforeProps {
  last: NonNullable<ReadingGap['last']>;
  isWindowOpen: boolean;
  currentReading: CurrentReadingAnswer;
  onCorrect: () => void;
}

/** Says that an earlier reading exists and what another one is for, with a button to correct the first one. */
function GivenBefore({ last, isWindowOpen, currentReading, onCorrect }: GivenBeforeProps) {
  const { correctable, state } = currentReading;
  const before = formatText(correctable ? text.givenOn : text.readOn, { date: showDate(last.date) });
  const again = formatText(isWindowOpen ? text.giveAgain : text.giveMore, { days: last.days });
  return (
    <Notice
      kind="info"
      actions={
        correctable && (
          <Button kind="plain" onClick={onCorrect}>
            {formatText(text.editGiven, { date: showDate(currentReading.effectiveDate) })}
          </Button>
        )
      }
    >
      {before} {state === 'underReview' && text.givenUnderReview} {again}
    </Notice>
  );
}

/**
 * The facts for checking a correction: it counts as of the day of the reading it replaces, against the reading before
 * that.
 */
function asOfCurrent(options: SubmissionOptions, { effectiveDate }: CurrentReadingAnswer): SubmissionOptions {
  const { meter, window } = options;
  const registers = meter.registers.map(({ known, ...register }) => {
    // The first is of an earlier period.
    const others = known.filter(({ date }, index) => index === 0 || date !== register.currentDate);
    const previous = previousOn({ ...register, known: others }, effectiveDate);
    return { ...register, known: others, previousValue: previous.value, previousDate: previous.date };
  });
  return { ...options, meter: { ...meter, registers }, window: { ...window, effectiveDate } };
}

/** The month was closed before the correction was submitted. */
function isTooLate({ correcting, submissionError }: Draft): boolean {
  return (
    correcting && submissionError?.kind === 'refused' && submissionError.code === 'billing.periodClosing'
  );
}

function findQueued(readings: readonly QueuedReading[] | undefined, account: string, meterId: string) {
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
  given: readonly Zone[];
  /** Zones that lack a value of its day. */
  left: readonly Zone[];
}

/**
 * The answer to the last submission, else the accepted reading of a given day; undefined while a question or an error
 * is shown.
 */
function shownReceipt(draft: Draft, meter: MeterData, window: WindowData): ShownReceipt | undefined {
  const { period, effectiveDate } = window;
  const { currentReading } = meter;
  const { accepted } = draft;
  if (accepted && isLatest(accepted.receipt, window, currentReading)) {
    const { outcome, receipt } = accepted;
    const isUnderReview = outcome.kind === 'underReview';
    const left = outcome.missingZones;
    const given = zonesIn(receipt, meter);
    const acceptedTitle = outcome.code === 'readings.notInCalculation' ? text.savedTitle : text.acceptedTitle;
    const message = messageOfReceipt(outcome, receipt);
    return {
      title: isUnderReview ? text.reviewTitle : left.length > 0 ? partTitle(given) : acceptedTitle,
      // A part is to be completed before anything is said of the next month.
      message: left.length > 0 && outcome.code === 'readings.accepted' ? '' : message,
      advice: outcome.advice?.message,
      isUnderReview,
      isNew: true,
      isCorrectable: currentReading?.correctable ?? false,
      facts: receipt,
      given,
      left,
    };
  }
  if (!currentReading || currentReading.effectiveDate < effectiveDate) return undefined;
  const left = zonesLeft(meter.registers, effectiveDate);
  const given = zonesIn(currentReading, meter);
  const day = showDate(currentReading.effectiveDate);
  const isOfFirst = currentReading.effectiveDate >= firstDayAfter(period as BillingPeriod);
  const wholeTitle = isOfFirst
    ? formatText(text.currentReadingTitle, { period: showPeriod(period) })
    : formatText(text.currentReadingTitleOfDay, { day });
  const done = isOfFirst
    ? text.nothingToDo
    : formatText(text.giveInWindow, { day: showDate(window.opensOn) });
  return {
    title: left.length > 0 ? partTitle(given) : wholeTitle,
    message: left.length > 0 ? '' : done,
    isUnderReview: currentReading.state === 'underReview',
    isNew: false,
    isCorrectable: currentReading.correctable,
    facts: { ...currentReading, number: currentReading.receiptNumber, period },
    given,
    left,
  };
}

/** "Прийнято: День", the title of the receipt of a part. */
function partTitle(given: readonly Zone[]): string {
  return formatText(text.partReceiptTitle, { given: zoneList(given) });
}

/** The zones of a receipt in the order of the meter. */
function zonesIn({ values }: Pick<ReceiptFacts, 'values'>, { registers }: MeterData): Zone[] {
  return registers.flatMap(({ zone }) => (values[zone] === undefined ? [] : [zone]));
}

interface PartNoticeProps {
  /** The page names the missing zones in its own title. */
  isBrief: boolean;
  shown: ShownReceipt;
  window: WindowData;
}

/** Above the form of the zones that are missing: which they are, and until when. Takes the focus after a part was submitted. */
function PartNotice({ isBrief, shown: { left, given, isNew }, window }: PartNoticeProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isNew) box.current?.focus();
  }, [isNew]);
  const zones = zoneList(left);
  return (
    <div ref={box} tabIndex={-1}>
      <Notice kind="warn" live="status" title={isBrief ? undefined : formatText(text.partTitle, { zones })}>
        {formatText(window.isOpen ? text.partBodyUntil : text.partBody, {
          zones,
          given: zoneList(given),
          until: showMoment(window.closesAt),
        })}
      </Notice>
    </div>
  );
}

/** The zones that a queued reading leaves without a value. */
function queuedLeft({ values, correctionReason }: QueuedReading, lacking: readonly RegisterData[]): Zone[] {
  if (correctionReason !== undefined) return [];
  return lacking.flatMap(({ zone }) => (isUntouched(values[zone]) ? [zone] : []));
}

/** Whether no reading was given after the accepted one. */
function isLatest(
  { number, period, submittedAt, effectiveDate }: ReceiptData,
  window: WindowData,
  currentReading: CurrentReadingAnswer | null,
): boolean {
  if (period !== window.period) return false;
  const isNewest = !currentReading || currentReading.submittedAt < submittedAt;
  return isNewest ? effectiveDate === window.effectiveDate : currentReading.receiptNumber === number;
}

/** The last typed values when they were refused because a reading exists, else the values of the period. */
function valuesToCorrect(draft: Draft, { registers }: MeterData): Partial<Record<Zone, string>> {
  const accepted = Object.fromEntries(
    registers.flatMap(({ zone, currentValue }) =>
      currentValue === null ? [] : [[zone, String(currentValue)]],
    ),
  );
  return { ...accepted, ...draft.values };
}
