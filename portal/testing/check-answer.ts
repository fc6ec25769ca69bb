import { allCalls } from '#contract/all-calls.ts';
import { type Call, failureSchema } from '#contract/define-call.ts';
import type { MessageCode } from '#contract/messages/catalogue.ts';

/** What any call may answer without declaring it. */
const everywhere: readonly MessageCode[] = [
  'common.badRequest',
  'common.sessionEnded',
  'common.forbidden',
  'common.notFound',
  'common.tooManyRequests',
  'common.serviceDown',
  'common.workBudgetSpent',
  'common.busy',
  'common.fileTimedOut',
  'common.unexpected',
];

const callOfPath = new Map<string, Call>(allCalls.map((call) => [call.path, call]));

/**
 * Throws when an answer is not what the contract says: fields of a success that don't fit, a failure without its fields,
 * or with a code that the call doesn't declare.
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
}
