import type { Readable } from 'node:stream';
import type { ModuleResult } from '#billing/api/define-module.ts';
import type { FileType } from '#contract/define-call.ts';
import type { MessageCode } from '#contract/messages/catalogue.ts';
import type { MessageParams } from '#contract/messages/format-message.ts';
import { formatMessage, isMessageCode } from '#contract/messages/format-message.ts';
import type { Issue } from './read-issues.ts';

/** What a handler answers: fields of a success, a file, or a failure with its code. */
export type CallResult<Fields> =
  | { readonly kind: 'success'; readonly fields: Fields }
  | FileResult
  | CallFailure;

/** A file that is read while it is sent, so that it is never whole in memory. */
export interface StreamedContent {
  readonly stream: Readable;
  readonly byteCount: number;
}

export interface FileResult {
  readonly kind: 'file';
  readonly content: Buffer | StreamedContent;
  readonly fileName: string;
  /** One of those that the call declares; absent: the first of them. */
  readonly contentType?: FileType;
}

export interface CallFailure {
  readonly kind: 'failure';
  readonly code: MessageCode;
  readonly params: MessageParams;
  readonly details: unknown;
  readonly httpStatus: number;
  /** Words that the base specification fixes instead of the catalogue's. */
  readonly message?: string;
  /** When trying again makes sense; becomes the Retry-After header. */
  readonly retryAfterSeconds?: number;
  /** Problems of fields that a handler found: of what travels in the basic-auth pair, or against what is kept. */
  readonly issues?: readonly Issue[];
}

/** A problem of a field, not yet in words. */
export interface FieldIssue {
  readonly path: string;
  readonly code: MessageCode;
  readonly params?: MessageParams;
}

/** A success. */
export function succeed<Fields>(fields: Fields): CallResult<Fields> {
  return { kind: 'success', fields };
}

/**
 * A file, offered for download under a name.
 * @param contentType One of the kinds that the call declares; without it the first of them.
 */
export function sendFile(
  content: Buffer | StreamedContent,
  fileName: string,
  contentType?: FileType,
): CallResult<never> {
  return { kind: 'file', content, fileName, ...(contentType && { contentType }) };
}

const statusOfCode: Partial<Record<MessageCode, number>> = {
  'common.notFound': 404,
  'common.sessionEnded': 401,
  'common.forbidden': 403,
  'common.badRequest': 400,
  'common.tooManyRequests': 429,
  'common.workBudgetSpent': 429,
  'payments.tooManyUnderWay': 429,
  'payments.tooManyToday': 429,
  'common.serviceDown': 503,
  'common.busy': 503,
  'common.fileTimedOut': 503,
  'common.restoredSoon': 503,
  'common.unexpected': 500,
  'identity.badCredentials': 401,
  'identity.attemptsExhausted': 429,
  'identity.codesUsedUp': 429,
  'identity.workNeeded': 429,
  'identity.phoneTaken': 409,
  'identity.emailTaken': 409,
  'identity.entityTaken': 409,
  'identity.secondFactorOff': 409,
  'accounts.alreadyAdded': 409,
  'readings.alreadySubmitted': 409,
  'readings.readingFailed': 500,
  'billing.alreadyCalculated': 409,
  'billing.periodClosing': 409,
  'billing.clockBehind': 503,
  'documents.notReady': 409,
  'common.requestReused': 409,
  'ledger.alreadyDecided': 409,
};

/** The HTTP status that goes with a code: 422 when the business refuses. Source: product.md section 3. */
export function httpStatusOf(code: MessageCode): number {
  return statusOfCode[code] ?? 422;
}

/** A failure; the HTTP status follows from the code. */
export function fail(code: MessageCode, params: MessageParams = {}, details?: unknown): CallFailure {
  return { kind: 'failure', code, params, details, httpStatus: httpStatusOf(code) };
}

/** A refusal of fields in the form of the machinery's own: common.badRequest (400) with the words for each field. */
export function failFields(problems: readonly FieldIssue[]): CallFailure {
  const issues = problems.map(({ path, code, params }) => ({
    path,
    code,
    message: formatMessage(code, params),
  }));
  return { ...fail('common.badRequest'), issues };
}

/** A function module's result as a call's: the data mapped to wire words, a refusal passed on by its code. */
export function relay<Data, Fields>(
  result: ModuleResult<Data>,
  map: (data: Data) => Fields,
): CallResult<Fields> {
  if (result.ok) return succeed(map(result.data));
  return relayRefusal(result);
}

/** When a refusal of a function module says that trying again makes sense. */
function retryAfterOf(details: unknown): Pick<CallFailure, 'retryAfterSeconds'> {
  const seconds: unknown =
    typeof details === 'object' && details !== null ? Reflect.get(details, 'retryAfterSeconds') : undefined;
  return typeof seconds === 'number' ? { retryAfterSeconds: seconds } : {};
}

/** A refusal of a function module as a failure of the call. */
export function relayRefusal(refusal: Extract<ModuleResult<unknown>, { ok: false }>): CallFailure {
  if (!isMessageCode(refusal.code)) throw new Error(`no text for the code ${refusal.code}`);
  return { ...fail(refusal.code, refusal.params ?? {}, refusal.details), ...retryAfterOf(refusal.details) };
}
