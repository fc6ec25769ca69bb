import type { ModuleInput, ModuleResult } from '#billing/api/define-module.ts';
import type { READING_SUBMIT, SubmittedReadingData } from '#billing/api/readings/readings.ts';
import type { InputOf } from '#contract/define-call.ts';
import type { MessageParams } from '#contract/messages/format-message.ts';
import type { submitReading } from '#contract/readings.ts';
import { type CallResult, relayRefusal, succeed } from '#portal/http/call-result.ts';
import type { FieldsOf } from '#portal/http/route.ts';
import { isRefusalDetails, toOutcomeDto } from './outcome-dto.ts';

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
