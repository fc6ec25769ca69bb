import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import type { ModuleResult } from '#billing/api/define-module.ts';
import type { FileType } from '#contract/define-call.ts';
import type { FailureCode, MessageCode } from '#contract/messages/catalogue.ts';
import { formatMessage, isMessageCode, type MessageParams } from '#contract/messages/format-message.ts';
import type { Issue } from './read-issues.ts';

/** Result of a handler: fields of a success, a file, or a failure with its code. */
export type CallResult<Fields> =
  | { readonly kind: 'success'; readonly fields: Fields }
  | FileResult
  | EventsResult
  | CallFailure;

/** A streamed file, never whole in memory. */
export interface StreamedContent {
  readonly stream: Readable;
  /** Absent: not known before it ends. */
  readonly byteCount?: number;
}

export interface FileResult {
  readonly kind: 'file';
  readonly content: Buffer | StreamedContent;
  readonly fileName: string;
  /** One of the content types that the call declares; absent: the first of them. */
  readonly contentType?: FileType;
  /** Rows of the list that it holds; absent: it is none, or they are not counted. */
  readonly rowCount?: number;
}

/** Server-sent events, for as long as the answer is open: the handler writes them to it. */
interface EventsResult {
  readonly kind: 'events';
  readonly open: (answer: ServerResponse) => void;
}

export interface CallFailure {
  readonly kind: 'failure';
  readonly code: MessageCode;
  readonly params: MessageParams;
  readonly details: unknown;
  readonly httpStatus: number;
  /** Shown instead of the catalogue's text: what the base specification fixes, or the text with a sentence more. */
  readonly message?: string;
  /** When a retry makes sense; becomes the Retry-After header. */
  readonly retryAfterSeconds?: number;
  /** Field problems found by a handler: in the basic-auth pair, or against stored data. */
  readonly issues?: readonly Issue[];
}

/** A field problem without its text. */
export interface FieldIssue {
  readonly path: string;
  readonly code: MessageCode;
  readonly params?: MessageParams;
}

/** Builds a success. */
export function succeed<Fields>(fields: Fields): CallResult<Fields> {
  return { kind: 'success', fields };
}

/**
 * Builds a file download.
 * @param contentType One of the types that the call declares; absent: the first of them.
 * @param rowCount Of a list: how many rows it holds.
 */
export function sendFile(
  content: Buffer | StreamedContent,
  fileName: string,
  contentType?: FileType,
  rowCount?: number,
): CallResult<never> {
  const counted = rowCount !== undefined && { rowCount };
  return { kind: 'file', content, fileName, ...(contentType && { contentType }), ...counted };
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
  'support.templateChanged': 409,
  'identity.blocked': 403,
  'identity.customerChanged': 409,
  'identity.onlyViewed': 403,
  'identity.phoneTaken': 409,
  'identity.emailTaken': 409,
  'identity.entityTaken': 409,
  'identity.alreadyInvited': 409,
  'identity.tooManyPeople': 409,
  'identity.ownAccess': 409,
  'identity.loginTaken': 409,
  'identity.tooManyTokens': 409,
  'identity.factorNeeded': 409,
  'identity.secondFactorOff': 409,
  'accounts.alreadyAdded': 409,
  'readings.alreadySubmitted': 409,
  'readings.alreadyDecided': 409,
  'readings.reviewReplaced': 409,
  'readings.photoNotAsked': 409,
  'readings.readingFailed': 500,
  'billing.alreadyCalculated': 409,
  'billing.periodClosing': 409,
  'billing.clockBehind': 503,
  'documents.notReady': 409,
  'documents.actClosed': 409,
  'documents.alreadyAnswered': 409,
  'common.requestReused': 409,
  'ledger.alreadyDecided': 409,
  'periods.underWay': 409,
  'periods.wrongState': 409,
  'periods.dryRunNeeded': 409,
  'periods.dryRunStale': 409,
  'periods.undecided': 409,
  'support.fileChecking': 409,
  'support.notPossible': 409,
  'support.alreadyRated': 409,
  'support.answeredMeanwhile': 409,
  'support.compensationDecided': 409,
  'support.tooManyViews': 409,
  'feedback.alreadyGiven': 409,
  'notices.changedMeanwhile': 409,
  'rules.changedMeanwhile': 409,
  'rules.laterPlanned': 409,
  'supplier.changedMeanwhile': 409,
  'rules.tooLateToUndo': 409,
  'legal.otherVersion': 409,
  'management.changedMeanwhile': 409,
  'tariffs.changedMeanwhile': 409,
  'messages.alreadyDelivered': 409,
  'messages.alreadyRecalled': 409,
};

/** HTTP status of a code: 422 for a business refusal. Source: product.md section 3. */
export function httpStatusOf(code: MessageCode): number {
  return statusOfCode[code] ?? 422;
}

/** Builds a failure; the HTTP status follows from the code. Of common.badRequest: `failFields`. */
export function fail(code: FailureCode, params: MessageParams = {}, details?: unknown): CallFailure {
  return { kind: 'failure', code, params, details, httpStatus: httpStatusOf(code) };
}

/** Builds common.badRequest for a request that can't be read, or is sent by another method: no field is at fault. */
export function failRequest(httpStatus: number): CallFailure {
  return { kind: 'failure', code: 'common.badRequest', params: {}, details: undefined, httpStatus };
}

/** Builds common.badRequest (400) with the problems of the payload. */
export function failIssues(issues: readonly Issue[]): CallFailure {
  return { ...failRequest(400), issues };
}

/** Builds common.badRequest (400) with the text of each field, in the format of the payload check. */
export function failFields(problems: readonly FieldIssue[]): CallFailure {
  const issues = problems.map(({ path, code, params }) => ({
    path,
    code,
    message: formatMessage(code, params),
  }));
  return failIssues(issues);
}

/** Converts a function module's result: maps the data to the wire, passes a refusal on by its code. */
export function relay<Data, Fields>(
  result: ModuleResult<Data>,
  map: (data: Data) => Fields,
): CallResult<Fields> {
  if (result.ok) return succeed(map(result.data));
  return relayRefusal(result);
}

/** When a retry of a refused function module makes sense. */
function retryAfterOf(details: unknown): Pick<CallFailure, 'retryAfterSeconds'> {
  const seconds: unknown =
    typeof details === 'object' && details !== null ? Reflect.get(details, 'retryAfterSeconds') : undefined;
  return typeof seconds === 'number' ? { retryAfterSeconds: seconds } : {};
}

/** Converts a function module's refusal to a failure of the call. */
export function relayRefusal(refusal: Extract<ModuleResult<unknown>, { ok: false }>): CallFailure {
  // A payload that a module can't take is a fault of the portal, which has checked it.
  if (!isMessageCode(refusal.code) || refusal.code === 'common.badRequest')
    throw new Error(`no text for the code ${refusal.code}`);
  return { ...fail(refusal.code, refusal.params ?? {}, refusal.details), ...retryAfterOf(refusal.details) };
}
