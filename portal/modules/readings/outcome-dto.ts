import type * as z from 'zod/mini';
import type { CurrentReadingData, ReadingOutcomeData } from '#billing/api/readings/readings.ts';
import { formatMessage, isMessageCode, type MessageParams } from '#contract/messages/format-message.ts';
import type { outcomeSchema } from '#contract/readings.ts';

export type OutcomeDto = z.infer<typeof outcomeSchema>;

/** The text of a code that a function module answered with. */
export function textOf(code: string, params: MessageParams): string {
  if (!isMessageCode(code)) throw new Error(`no text for the code ${code}`);
  return formatMessage(code, params);
}

/** An outcome in the words of the call, with its texts. */
export function toOutcomeDto(outcome: ReadingOutcomeData, contacts: MessageParams): OutcomeDto {
  return {
    kind: outcome.kind,
    code: outcome.code,
    message: textOf(outcome.code, { ...contacts, ...outcome.params }),
    advice:
      outcome.advice === null
        ? null
        : {
            code: outcome.advice,
            message: textOf(outcome.advice, { ...contacts, ...outcome.adviceParams }),
          },
    registers: outcome.registers.map(({ zone, previousValue, value, kwh, code }) => ({
      zone,
      previousValue,
      value,
      kwh,
      code,
    })),
    missingZones: outcome.missingZones,
    totalKwh: outcome.totalKwh,
    period: outcome.period,
    effectiveDate: outcome.effectiveDate,
  };
}

/** Details of a refused reading as the module gave them: the outcome, and the reading that stands when there is one. */
export interface RefusalDetails {
  readonly outcome: ReadingOutcomeData;
  readonly standing?: CurrentReadingData;
}

export function isRefusalDetails(details: unknown): details is RefusalDetails {
  return typeof details === 'object' && details !== null && 'outcome' in details;
}
