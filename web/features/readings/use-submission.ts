import { useQueryClient } from '@tanstack/react-query';
import { commonMessages } from '#contract/messages/common-messages.ts';
import { formatText, type MessageParams } from '#contract/messages/format-text.ts';
import { readingMessages } from '#contract/messages/reading-messages.ts';
import type { ReadingOutcome } from '#domain/readings/reading-outcome.ts';
import type { Zone } from '#domain/tariffs/tariff.ts';
import { instantToIso } from '#domain/time/instant.ts';
import { attemptFor } from '#web/lib/attempt.ts';
import { deviceNow } from '#web/lib/clock.ts';
import { forgetAccount, sendReading } from './api.ts';
import { checkTyped } from './check-typed.ts';
import type { Draft, Hindrance } from './draft.ts';
import type { DraftHandle } from './draft-store.ts';
import { hindranceOf } from './hindrance-of.ts';
import { letWait } from './let-wait.ts';
import type { MeterData, WindowData } from './reading-types.ts';
import { text } from './text.ts';

export interface SubmissionOptions {
  account: string;
  meter: MeterData;
  window: WindowData;
  /** Where a photo of the meter can be sent; undefined while it is not known. */
  supplierEmail: string | undefined;
}

/** Refusals that tell that something else stands now than the page shows. */
const CODES_OF_NEWS = new Set([
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
 * Hands the draft in: asks the rules first, so that what would be refused or asked is refused or asked at once, then the
 * server. A second press while it is under way does nothing.
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
    const hindrance = reasonHindrance(draft) ?? hindranceIn(outcome, supplierEmail);
    if (hindrance) {
      dispatch({ type: 'hindered', hindrance, answered: false });
      return;
    }
    const { values, confirmed, photoId, keptPhoto } = draft;
    const correctionReason = draft.correcting ? draft.reason.trim() : undefined;
    const contents = { values, confirmed, photoId, correctionReason };
    const attempt = attemptFor(draft.attempt, { ...contents, kept: keptPhoto?.requestId }, deviceNow());
    dispatch({ type: 'sent', attempt });
    const { requestId } = attempt;
    const takenAt = instantToIso(attempt.madeAt);
    const waitForNetwork = async (tried: boolean) => {
      const reading = { ...contents, meter, window, account, requestId, takenAt, keptPhoto, tried };
      dispatch(await letWait(reading));
    };
    // A photo that waits goes first, and what waits in good order knows how.
    if (keptPhoto || !navigator.onLine) return waitForNetwork(draft.attempt === attempt);
    const result = await sendReading({ account, meterId: meter.meterId, ...contents, requestId, takenAt });
    if (!result.ok && result.failure.httpStatus === 0) return waitForNetwork(true);
    if (result.ok) {
      const { outcome: taken, receipt } = result.data;
      dispatch({ type: 'accepted', outcome: taken, receipt });
    } else {
      dispatch({ type: 'hindered', ...hindranceOf(result.failure) });
      if (!CODES_OF_NEWS.has(result.failure.code)) return;
    }
    await forgetAccount(client, account);
  };
}

/** Whether a photo is there, sent or not. */
export function hasPhoto({ photoId, keptPhoto }: Pick<Draft, 'photoId' | 'keptPhoto'>): boolean {
  return photoId !== undefined || keptPhoto !== undefined;
}

/** The draft in the words of the rules. */
export function submissionOf({ values, confirmed, photoId, keptPhoto, correcting }: Draft) {
  return { values, confirmed, hasPhoto: hasPhoto({ photoId, keptPhoto }), correcting };
}

function reasonHindrance({ correcting, reason }: Draft): Hindrance | undefined {
  if (!correcting || reason.trim()) return undefined;
  return { kind: 'refused', code: REASON_MISSING, message: text.reasonMissing, zones: [] };
}

/** What the rules say against sending; undefined when nothing does. */
function hindranceIn(outcome: ReadingOutcome, email: string | undefined): Hindrance | undefined {
  const { kind, code, params } = outcome;
  if (kind === 'accepted' || kind === 'underReview') return undefined;
  const message = messageOf(code, params, email);
  if (kind === 'needsConfirmation') return { kind: 'confirm', code, message };
  if (code === 'readings.valueTooLarge') return { kind: 'photo', message };
  const zones: Zone[] = outcome.registers.flatMap(({ zone, code: own }) => (own ? [zone] : []));
  return { kind: 'refused', code, message, zones };
}

/** The catalogue's text of a code of the rules; without the supplier's address a text that needs none. */
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
