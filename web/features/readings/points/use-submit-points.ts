import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { OutputOf } from '#contract/define-call.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { submitPoints } from '#contract/readings/points.ts';
import { maxPointRows, type RowCounts } from '#contract/values/reading-points.ts';
import { callApi } from '#web/lib/api.ts';
import { type ApiFailure, localFailure } from '#web/lib/api-failure.ts';
import { deviceNow } from '#web/lib/clock.ts';
import { type Attempt, attemptFor } from '#web/lib/form/attempt.ts';
import { showDate } from '#web/lib/format.ts';
import { removeAccountQueries } from '#web/lib/query/account-query.ts';
import { type AssessmentContext, assessMeter, type Entry } from './lines/assess-meter.ts';
import { isChannel, type Line, type PointMeter } from './lines/points-data.ts';
import { type PointsStore, takeAnswers } from './lines/points-store.ts';
import { text } from './text.ts';

export interface SubmitResult extends Omit<RowCounts, 'needsConfirmation'> {
  /** Why rows were refused, each reason once. */
  readonly reasons: readonly string[];
}

interface SubmitPoints {
  readonly isSending: boolean;
  readonly result: SubmitResult | undefined;
  readonly failure: ApiFailure | undefined;
  /** Sends what is ready; a second call while it is sent does nothing. */
  readonly submit: () => Promise<void>;
}

/** The meters with something typed that the rules allow to send, with their entries. */
function readyMeters(
  lines: readonly Line[],
  store: PointsStore,
  context: AssessmentContext,
): ReadonlyMap<PointMeter, Entry> {
  const { entries } = store.getState();
  const ready = new Map<PointMeter, Entry>();
  for (const { meter } of lines) {
    const entry = entries[meter.meterId];
    if (entry && assessMeter(meter, entry, context).state === 'ready') ready.set(meter, entry);
  }
  return ready;
}

/**
 * Submits the right rows of the table; the wrong ones stay with their reasons. An attempt without an answer is repeated
 * with its id, so that nothing is stored twice (product.md §3).
 */
export function useSubmitPoints(
  account: string,
  lines: readonly Line[],
  store: PointsStore,
  context: AssessmentContext,
): SubmitPoints {
  const client = useQueryClient();
  const unanswered = useRef<Attempt>(undefined);
  const [isSending, setSending] = useState(false);
  const [result, setResult] = useState<SubmitResult>();
  const [failure, setFailure] = useState<ApiFailure>();
  const submit = async () => {
    const ready = readyMeters(lines, store, context);
    if (isSending || ready.size === 0) return;
    setResult(undefined);
    setFailure(undefined);
    if (!navigator.onLine) return setFailure(localFailure('common.network'));
    // What is above the limit of a submission stays ready for the next press.
    const rows = [...ready].slice(0, maxPointRows).map(([meter, entry]) => rowOf(meter, entry));
    unanswered.current = attemptFor(unanswered.current, rows, deviceNow());
    setSending(true);
    const { requestId } = unanswered.current;
    const answered = await callApi(submitPoints, { account, requestId, rows });
    setSending(false);
    if (!answered.ok) return setFailure(answered.failure);
    unanswered.current = undefined;
    const sent = new Map([...ready].map(([{ meterId }, entry]) => [meterId, entry]));
    takeAnswers(store, answered.data.rows, sent);
    setResult(resultOf(answered.data));
    await removeAccountQueries(client, [account]);
  };
  return { isSending, result, failure, submit };
}

/** The counts of an answer; what waits for a confirmation is not taken either. */
export function resultOf({
  accepted,
  underReview,
  reviewBy,
  needsConfirmation,
  refused,
  rows,
}: OutputOf<typeof submitPoints>): SubmitResult {
  const reasons = rows.flatMap(({ outcome }) =>
    outcome.kind === 'accepted' || outcome.kind === 'underReview' ? [] : [outcome.message],
  );
  return {
    accepted,
    underReview,
    reviewBy,
    refused: refused + needsConfirmation,
    reasons: [...new Set(reasons)],
  };
}

/** «14 прийнято, 171 перевірить оператор до 01.12.2026». */
export function submittedTitle({ accepted, underReview, reviewBy }: SubmitResult): string {
  if (underReview === 0) return accepted > 0 ? formatText(text.accepted, { n: accepted }) : text.acceptedNone;
  const review =
    reviewBy === null
      ? formatText(text.reviewCountNoDay, { n: underReview })
      : formatText(text.reviewCount, { n: underReview, date: showDate(reviewBy) });
  return accepted > 0 ? `${formatText(text.acceptedCount, { n: accepted })}, ${review}` : review;
}

function rowOf({ meterId }: PointMeter, { values, confirmed }: Entry) {
  const typed = Object.entries(values) as [keyof typeof values, string][];
  return {
    meterId,
    values: Object.fromEntries(typed.filter(([kind]) => !isChannel(kind))),
    channels: Object.fromEntries(typed.filter(([kind]) => isChannel(kind))),
    confirmed: [...confirmed],
  };
}
