import { allCalls } from '#contract/all-calls.ts';
import { type Call, failureSchema } from '#contract/define-call.ts';
import type { MessageCode } from '#contract/messages/catalogue.ts';

/** Failure codes that any call may return without declaring them. */
const everywhere: readonly MessageCode[] = [
  'common.badRequest',
  'common.sessionEnded',
  'common.forbidden',
  'identity.onlyViewed',
  'common.notFound',
  'common.requestReused',
  'common.tooManyRequests',
  'common.serviceDown',
  'common.restoredSoon',
  'common.workBudgetSpent',
  'common.busy',
  'common.fileTimedOut',
  'common.unexpected',
];

const callOfPath = new Map<string, Call>(allCalls.map((call) => [call.path, call]));

/**
 * Throws when a response violates the contract: wrong success fields, incomplete failure fields, an undeclared
 * failure code, or a text with places left for its facts.
 */
export function checkAnswer(path: string, httpStatus: number, body: unknown): void {
  const call = callOfPath.get(path);
  if (call === undefined) return;
  if (httpStatus === 200) {
    const parsed = call.output.safeParse(body);
    if (!parsed.success) throw new Error(`${path} answers otherwise than declared: ${parsed.error.message}`);
    return;
  }
  const failure = failureSchema.parse(body);
  const codes: readonly string[] = [...everywhere, ...call.failures];
  if (!codes.includes(failure.code))
    throw new Error(`${path} fails with ${failure.code}, which it does not declare`);
  for (const { message } of [failure, ...(failure.issues ?? [])])
    if (!/\S/.test(message) || /\{\w+\}/.test(message))
      throw new Error(`${path}: text without its facts: ${message}`);
}

/** Status of an answer and, of a refusal, its code: `422 identity.wrongCode`. */
export const outcomeOf = ({ httpStatus, body }: { httpStatus: number; body: { code?: unknown } }): string =>
  body?.code === undefined ? `${httpStatus}` : `${httpStatus} ${body.code}`;
