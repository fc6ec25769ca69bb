import { useQueryClient } from '@tanstack/react-query';
import { commonMessages } from '#contract/messages/common-messages.ts';
import { formatText, type MessageParams } from '#contract/messages/format-text.ts';
import { readingMessages } from '#contract/messages/reading-messages.ts';
import type { ReadingOutcome } from '#domain/readings/reading-outcome.ts';
import type { Zone } from '#domain/tariffs/tariff.ts';
import { instantToIso } from '#domain/time/instant.ts';
import { forgetAccounts } from '#web/lib/account-query.ts';
import { attemptFor } from '#web/lib/attempt.ts';
import { deviceNow } from '#web/lib/clock.ts';
import { sendReading } from './api.ts';
import { checkTyped } from './check-typed.ts';
import type { Draft, SubmissionError } from './draft.ts';
import type { DraftHandle } from './draft-store.ts';
import { enqueueReading } from './enqueue-reading.ts';
import type { MeterData, WindowData } from './reading-types.ts';
import { text } from './text.ts';
import { toSubmissionError } from './to-submission-error.ts';

export interface SubmissionOptions {
  account: string;
  meter: MeterData;
  window: WindowData;
  /** The address for photos of the meter; undefined while unknown. */
  supplierEmail: string | undefined;
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
  { account, meter, window, supplierEmail }: SubmissionOptions,
  handle: DraftHandle,
): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    const { current, dispatch } = handle;
    const draft = current();
    if (draft.sending) return;
    const outcome = checkTyped(meter, window, submissionOf(draft), deviceNow());
    const submissionError = missingReasonError(draft) ?? findSubmissionError(outcome, supplierEmail);
    if (submissionError) {
      dispatch({ type: 'rejected', submissionError, answered: false });
      return;
    }
    const { values, confirmed, photoId, unsentPhoto } = draft;
    const correctionReason = draft.correcting ? draft.reason.trim() : undefined;
    const contents = { values, confirmed, photoId, correctionReason };
    const attempt = attemptFor(draft.attempt, { ...contents, photo: unsentPhoto?.requestId }, deviceNow());
    dispatch({ type: 'sent', attempt });
    const { requestId } = attempt;
    const takenAt = instantToIso(attempt.madeAt);
    const enqueue = async (tried: boolean) => {
      const reading = { ...contents, meter, window, account, requestId, takenAt, unsentPhoto, tried };
      dispatch(await enqueueReading(reading));
    };
    // An unsent photo must go first, which the queue does.
    if (unsentPhoto || !navigator.onLine) return enqueue(draft.attempt === attempt);
    const result = await sendReading({ account, meterId: meter.meterId, ...contents, requestId, takenAt });
    if (!result.ok && result.failure.httpStatus === 0) return enqueue(true);
    if (result.ok) {
      const { outcome: accepted, receipt } = result.data;
      dispatch({ type: 'accepted', outcome: accepted, receipt });
    } else {
      dispatch({ type: 'rejected', ...toSubmissionError(result.failure) });
      if (!OUTDATED_STATE_CODES.has(result.failure.code)) return;
    }
    await forgetAccounts(client, [account]);
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
function findSubmissionError(
  outcome: ReadingOutcome,
  email: string | undefined,
): SubmissionError | undefined {
  const { kind, code, params } = outcome;
  if (kind === 'accepted' || kind === 'underReview') return undefined;
  const message = messageOf(code, params, email);
  if (kind === 'needsConfirmation') return { kind: 'confirm', code, message };
  if (code === 'readings.valueTooLarge') return { kind: 'photo', message };
  const zones: Zone[] = outcome.registers.flatMap(({ zone, code: own }) => (own ? [zone] : []));
  return { kind: 'refused', code, message, zones };
}

/** The catalogue text of a rule's code; without the supplier's address, a text that needs none. */
export function messageOf(
  code: ReadingOutcome['code'],
  params: MessageParams,
  email: string | undefined,
): string {
  if (code === 'readings.lowerThanPrevious' && email === undefined) return text.lowerThanPrevious;
  const catalogue: Partial<Record<string, string>> = { ...readingMessages, ...commonMessages };
  return formatText(catalogue[code] ?? commonMessages['common.badRequest'], {
    ...params,
    email: email ?? '',
  });
}
