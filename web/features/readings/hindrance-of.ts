import type { Zone } from '#domain/tariffs/tariff.ts';
import type { ApiFailure } from '#web/lib/api-failure.ts';
import type { Hindrance } from './draft.ts';
import type { OutcomeData } from './reading-types.ts';

export interface Refusal {
  hindrance: Hindrance;
  /** The server answered what becomes of the attempt; otherwise it may be repeated with the same id. */
  answered: boolean;
}

const FAILED_SAFELY = 'readings.readingFailed';

/**
 * What a failed submission means for the customer. No answer, a session that ended, too many requests or a fault leave the
 * attempt open: the same id is sent again. Everything else is an answer of the business.
 */
export function hindranceOf(failure: ApiFailure): Refusal {
  const { code, message, httpStatus } = failure;
  if (code === FAILED_SAFELY)
    return { hindrance: { kind: 'failed', message, offline: false }, answered: true };
  if (httpStatus < 400 || httpStatus >= 500 || [401, 403, 429].includes(httpStatus)) {
    return { hindrance: { kind: 'failed', message, offline: httpStatus === 0 }, answered: false };
  }
  const outcome = outcomeIn(failure.details);
  if (outcome?.kind === 'needsConfirmation') {
    return { hindrance: { kind: 'confirm', code, message }, answered: true };
  }
  if (code === 'readings.valueTooLarge') return { hindrance: { kind: 'photo', message }, answered: true };
  return { hindrance: { kind: 'refused', code, message, zones: zonesWith(outcome) }, answered: true };
}

function zonesWith(outcome: Pick<OutcomeData, 'registers'> | undefined): readonly Zone[] {
  return (outcome?.registers ?? []).filter((register) => register.code !== null).map(({ zone }) => zone);
}

/** The outcome travels as the details of a refusal, by itself or beside other facts. */
function outcomeIn(details: unknown): Pick<OutcomeData, 'kind' | 'registers'> | undefined {
  if (typeof details !== 'object' || details === null) return undefined;
  const { outcome = details } = details as { outcome?: unknown };
  const { kind, registers } = outcome as Partial<OutcomeData>;
  return kind && Array.isArray(registers) ? { kind, registers } : undefined;
}
