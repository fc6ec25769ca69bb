import type { ModuleInput, ModuleResult } from '#billing/api/define-module.ts';
import type { READING_LIST, READING_SUBMIT, SubmittedReadingData } from '#billing/api/readings/readings.ts';
import type { InputOf } from '#contract/define-call.ts';
import type { MessageParams } from '#contract/messages/format-message.ts';
import type { submitReading } from '#contract/readings.ts';
import { type CallResult, relayRefusal, succeed } from '#portal/http/call-result.ts';
import { cursorPart, readCursor, writeCursor } from '#portal/http/page-cursor.ts';
import type { FieldsOf } from '#portal/http/route.ts';
import { isRefusalDetails, toOutcomeDto } from './outcome-dto.ts';

type Place = NonNullable<ModuleInput<typeof READING_LIST>['after']>;

/** The cursor of a place in the history of readings. */
export function cursorOfReading({ effectiveDate, submittedAt, meterSerial }: Place): string {
  return writeCursor([effectiveDate, submittedAt, meterSerial]);
}

/** The place that a cursor says; undefined when it is none of ours. */
export function placeOfReading(cursor: string): Place | undefined {
  const parts = readCursor(cursor, [cursorPart.date, cursorPart.moment, cursorPart.text]);
  return parts && { effectiveDate: parts[0], submittedAt: parts[1], meterSerial: parts[2] };
}

/** A submission in the words of the back end. */
export function submissionOf(input: InputOf<typeof submitReading>): ModuleInput<typeof READING_SUBMIT> {
  const { account, meterId, values, confirmed, photoId, takenAt, requestId } = input;
  return {
    accountNumber: account,
    values,
    confirmed: confirmed ?? [],
    requestId,
    ...(meterId !== undefined && { meterId }),
    ...(photoId !== undefined && { photoId }),
    ...(takenAt !== undefined && { takenAt }),
  };
}

/**
 * What became of a submission: outcome and receipt, or a refusal whose details are the outcome itself (with the standing
 * reading beside it), so that a screen can offer to correct or to agree.
 */
export async function relaySubmission(
  result: ModuleResult<SubmittedReadingData>,
  contacts: () => Promise<MessageParams>,
): Promise<CallResult<FieldsOf<typeof submitReading>>> {
  if (result.ok) {
    const { outcome, receipt } = result.data;
    return succeed({ outcome: toOutcomeDto(outcome, {}), receipt });
  }
  const params = await contacts();
  const failure = relayRefusal({ ...result, params: { ...params, ...result.params } });
  if (!isRefusalDetails(result.details)) return failure;
  const { outcome, standing } = result.details;
  const details = { ...toOutcomeDto(outcome, params), ...(standing && { standing }) };
  return { ...failure, details };
}
