import type { Zone } from '#domain/tariffs/tariff.ts';
import type { ApiFailure } from '#web/lib/api-failure.ts';
import type { OutcomeData } from '../api.ts';
import { text } from '../text.ts';
import type { SubmissionError } from './draft.ts';
import { outcomeWords } from './outcome-words.ts';

export interface Refusal {
  submissionError: SubmissionError;
  /** The server gave a final answer; otherwise the attempt may be repeated with the same id. */
  answered: boolean;
}

const FAILED_SAFELY = 'readings.readingFailed';
const LOWER = 'readings.lowerThanPrevious';

/** Whether a value that is refused with this code is accepted with a photo of the meter. */
export const isAcceptedWithPhoto = (code: string) => code === LOWER || code === 'readings.valueTooLarge';

/**
 * The meaning of a failed submission for the customer. No answer, an ended session, too many requests or a fault
 * leave the attempt open: the same id is sent again. Everything else is a business answer.
 */
export function toSubmissionError(failure: ApiFailure): Refusal {
  const { code, message, httpStatus } = failure;
  if (code === FAILED_SAFELY)
    return { submissionError: { kind: 'failed', message, offline: false }, answered: true };
  if (httpStatus < 400 || httpStatus >= 500 || [401, 403, 429].includes(httpStatus)) {
    return { submissionError: { kind: 'failed', message, offline: httpStatus === 0 }, answered: false };
  }
  const outcome = outcomeIn(failure.details);
  if (outcome?.kind === 'needsConfirmation') {
    const words = outcomeWords({ code, message, advice: outcome.advice });
    return { submissionError: { kind: 'confirm', code, ...words }, answered: true };
  }
  const beside = outcome?.advice?.code === 'readings.comparedWith' ? ` ${outcome.advice.message}` : '';
  // The catalogue's text names an address for photos; here the photo is added to the reading.
  const named = `${code === LOWER ? text.lowerThanPrevious : message}${beside}`;
  const zones = zonesWith(outcome);
  if (isAcceptedWithPhoto(code))
    return { submissionError: { kind: 'photo', message: named, zones }, answered: true };
  return { submissionError: { kind: 'refused', code, message: named, zones }, answered: true };
}

function zonesWith(outcome: Pick<OutcomeData, 'registers'> | undefined): readonly Zone[] {
  return (outcome?.registers ?? []).filter((register) => register.code !== null).map(({ zone }) => zone);
}

type Answer = Pick<OutcomeData, 'kind' | 'registers' | 'advice'>;

/** The outcome in the details of a refusal, alone or among other facts. */
function outcomeIn(details: unknown): Answer | undefined {
  if (typeof details !== 'object' || details === null) return undefined;
  const { outcome = details } = details as { outcome?: unknown };
  const { kind, registers, advice = null } = outcome as Partial<OutcomeData>;
  return kind && Array.isArray(registers) ? { kind, registers, advice } : undefined;
}

/** What a failure says of maintenance; undefined: there is none. The server has taken nothing then. */
export function maintenanceIn({ code, message }: ApiFailure): string | undefined {
  return code === 'common.restoredSoon' ? message : undefined;
}
