import { useQueryClient } from '@tanstack/react-query';
import { commonMessages } from '#contract/messages/common-messages.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { readingMessages } from '#contract/messages/reading-messages.ts';
import type { ReadingOutcome, ReadingProblem } from '#domain/readings/reading-outcome.ts';
import { tableOf } from '#domain/table-of.ts';
import type { Zone } from '#domain/tariffs/tariff.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { kyivMidnight } from '#domain/time/kyiv.ts';
import type { LocalDate } from '#domain/time/local-date.ts';
import { localFailure } from '#web/lib/api-failure.ts';
import { deviceNow } from '#web/lib/clock.ts';
import { attemptFor } from '#web/lib/form/attempt.ts';
import { removeAccountQueries } from '#web/lib/query/account-query.ts';
import { countRefusedReading, forgetRefusedReadings } from '#web/session/feedback/refused-reading.ts';
import { currentSession } from '#web/session/session-store.ts';
import { type MeterData, sendReading, type WindowData } from '../api.ts';
import { text } from '../text.ts';
import { checkTyped } from './check-typed.ts';
import { type Draft, type DraftAction, isRefusal, type SubmissionError } from './draft.ts';
import type { DraftHandle } from './draft-store.ts';
import { isAcceptedWithPhoto, maintenanceIn, toSubmissionError } from './to-submission-error.ts';

/**
 * Until when a queued reading counts as it was meant: given in the window, until the window closes; given outside of
 * it, until the next one opens. Source: product.md §7 (effectiveDate).
 */
export function sendBefore({ isOpen, closesAt, opensOn }: WindowData): Instant {
  return isOpen ? (Date.parse(closesAt) as Instant) : kyivMidnight(opensOn as LocalDate);
}

interface ReadingToQueue extends Pick<Draft, 'values' | 'confirmed' | 'photoId' | 'unsentPhoto'> {
  account: string;
  meter: MeterData;
  window: WindowData;
  correctionReason: string | undefined;
  requestId: string;
  takenAt: string;
  /** It may have reached the server. */
  tried: boolean;
  waitsFor: string | undefined;
}

/**
 * Stores a reading on the device until the network is back. If that fails it stays in the form with the reason.
 * Answers the action on the draft.
 */
async function enqueueReading(reading: ReadingToQueue): Promise<DraftAction> {
  const { meter, window, requestId, unsentPhoto, ...rest } = reading;
  const owner = currentSession().session?.userId;
  const code =
    owner === undefined
      ? undefined
      : await import('../offline-queue/queue-actions.ts').catch(() => undefined);
  if (owner === undefined || !code) return failed(localFailure('common.network').message);
  const result = await code.enqueue({
    ...rest,
    id: requestId,
    owner,
    meterId: meter.meterId,
    serialNumber: meter.serialNumber,
    photo: unsentPhoto,
    sendBefore: sendBefore(window),
    answer: undefined,
  });
  return result === 'stored' ? { type: 'queued' } : failed(code.storeFailureText[result]);
}

function failed(message: string): DraftAction {
  return { type: 'rejected', submissionError: { kind: 'failed', message, offline: true }, answered: false };
}

export interface SubmissionOptions {
  account: string;
  meter: MeterData;
  window: WindowData;
}

/** Refusals that mean that the state has changed since the page was loaded. */
const OUTDATED_STATE_CODES = new Set([
  'readings.alreadySubmitted',
  'billing.periodClosing',
  'readings.personInputBlocked',
  'readings.takenByOperator',
  'readings.substation',
  'readings.meterDisabled',
]);

/** The local code of a correction without a reason; never sent. */
export const REASON_MISSING = 'reason';

/**
 * Submits the draft: checks the rules first, so that a refusal or a question is immediate, then calls the server. A
 * second press while busy does nothing.
 */
export function useSubmission(
  { account, meter, window }: SubmissionOptions,
  handle: DraftHandle,
): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    const { current, dispatch } = handle;
    const draft = current();
    if (draft.sending) return;
    const reject = (action: Extract<DraftAction, { type: 'rejected' }>) => {
      dispatch(action);
      if (isRefusal(action.submissionError)) countRefusedReading();
    };
    const outcome = checkTyped(meter, window, submissionOf(draft), deviceNow());
    const submissionError = missingReasonError(draft) ?? findSubmissionError(outcome);
    if (submissionError) {
      reject({ type: 'rejected', submissionError, answered: false });
      return;
    }
    const { values, confirmed, photoId, unsentPhoto } = draft;
    const correctionReason = draft.correcting ? draft.reason.trim() : undefined;
    const contents = { values, confirmed, photoId, correctionReason };
    const attempt = attemptFor(draft.attempt, { ...contents, photo: unsentPhoto?.requestId }, deviceNow());
    dispatch({ type: 'sent', attempt });
    const { requestId } = attempt;
    const takenAt = instantToIso(attempt.madeAt);
    const isRepeated = draft.attempt === attempt;
    const enqueue = async (tried: boolean, waitsFor?: string) => {
      const reading = {
        ...contents,
        meter,
        window,
        account,
        requestId,
        takenAt,
        unsentPhoto,
        tried,
        waitsFor,
      };
      dispatch(await enqueueReading(reading));
    };
    // An unsent photo must go first, which the queue does.
    if (unsentPhoto || !navigator.onLine) return enqueue(isRepeated);
    const { meterId } = meter;
    const submission = { account, meterId, values, confirmed: [...confirmed], photoId, takenAt, requestId };
    const result = await sendReading({ ...submission, reason: correctionReason });
    if (!result.ok) {
      if (result.failure.httpStatus === 0) return enqueue(true);
      const maintenance = maintenanceIn(result.failure);
      if (maintenance !== undefined) return enqueue(isRepeated, maintenance);
    }
    if (result.ok) {
      const { outcome: accepted, receipt } = result.data;
      dispatch({ type: 'accepted', outcome: accepted, receipt });
      forgetRefusedReadings();
    } else {
      reject({ type: 'rejected', ...toSubmissionError(result.failure) });
      if (!OUTDATED_STATE_CODES.has(result.failure.code)) return;
    }
    await removeAccountQueries(client, [account]);
  };
}

/** Whether there is a photo, sent or not. */
export function hasPhoto({ photoId, unsentPhoto }: Pick<Draft, 'photoId' | 'unsentPhoto'>): boolean {
  return photoId !== undefined || unsentPhoto !== undefined;
}

/** The draft as input of the rules. */
export function submissionOf({ values, confirmed, photoId, unsentPhoto, correcting }: Draft) {
  return { values, confirmed, hasPhoto: hasPhoto({ photoId, unsentPhoto }), correcting };
}

function missingReasonError({ correcting, reason }: Draft): SubmissionError | undefined {
  if (!correcting || reason.trim()) return undefined;
  return { kind: 'refused', code: REASON_MISSING, message: text.reasonMissing, zones: [] };
}

/** Why the rules forbid sending; undefined: allowed. */
function findSubmissionError(outcome: ReadingOutcome): SubmissionError | undefined {
  const { kind, code, params, advice, adviceParams } = outcome;
  if (kind === 'accepted' || kind === 'underReview') return undefined;
  const comparedWith = advice === 'readings.comparedWith' ? adviceParams : undefined;
  const message = messageOf({ code, params, comparedWith }, undefined);
  if (kind === 'needsConfirmation') return { kind: 'confirm', code, message };
  const zones: Zone[] = outcome.registers.flatMap(({ zone, code: own }) => (own ? [zone] : []));
  if (isAcceptedWithPhoto(code)) return { kind: 'photo', message, zones };
  return { kind: 'refused', code, message, zones };
}

/**
 * The catalogue text of a rule's code, with the accepted value because of which a value is refused; without an address for photos, a text
 * that needs none.
 */
export function messageOf(
  { code, params, comparedWith }: Pick<ReadingProblem, 'code' | 'params' | 'comparedWith'>,
  email: string | undefined,
): string {
  const catalogue: Partial<Record<string, string>> = tableOf({ ...readingMessages, ...commonMessages });
  const message =
    code === 'readings.lowerThanPrevious' && email === undefined
      ? text.lowerThanPrevious
      : formatText(catalogue[code] ?? commonMessages['common.badRequest'], { ...params, email: email ?? '' });
  if (params.sign !== undefined)
    return `${message} ${formatText(readingMessages['readings.wrongCharacter'], params)}`;
  if (!comparedWith) return message;
  return `${message} ${formatText(readingMessages['readings.comparedWith'], comparedWith)}`;
}
