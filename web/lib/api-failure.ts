import type { FailureAnswer } from '#contract/define-call.ts';
import { commonMessages } from '#contract/messages/common-messages.ts';

/** One problem of the payload, as the server names it. */
interface ApiIssue {
  path: string;
  code: string;
  message: string;
}

/** Why a call did not succeed; `message` can be shown as it is. */
export interface ApiFailure {
  code: string;
  message: string;
  /** Finds the entry in the server's log; '' when the server was not reached. */
  reference: string;
  issues: readonly ApiIssue[];
  /** The facts of a refusal, e.g. the outcome of a reading that needs confirmation. */
  details: unknown;
  /** 0 when there was no answer. */
  httpStatus: number;
  /** When trying again makes sense; absent: the answer does not say. */
  retryAfterSeconds?: number;
}

type LocalCode = keyof typeof commonMessages;

/** A failure that the browser finds by itself. */
export function localFailure(code: LocalCode, httpStatus = 0, reference = ''): ApiFailure {
  const message = commonMessages[code].replace('{reference}', reference || '—');
  return { code, message, reference, issues: [], details: undefined, httpStatus };
}

/**
 * The failure that an answer with this status and body is. A body that is not ours (a proxy's page, nothing at all) is
 * told by its status: 502–504 the service is down, 401 the session has ended, 429 too often, else a fault.
 */
export function failureFrom(httpStatus: number, body: unknown): ApiFailure {
  if (!isFailureAnswer(body)) return localFailure(codeByStatus(httpStatus), httpStatus);
  return {
    code: body.code,
    message: body.message,
    reference: body.reference,
    issues: body.issues ?? [],
    details: body.details,
    httpStatus,
  };
}

function codeByStatus(httpStatus: number): LocalCode {
  if (httpStatus >= 502 && httpStatus <= 504) return 'common.serviceDown';
  if (httpStatus === 401) return 'common.sessionEnded';
  if (httpStatus === 403) return 'common.forbidden';
  if (httpStatus === 404) return 'common.notFound';
  return 'common.unexpected';
}

function isFailureAnswer(body: unknown): body is FailureAnswer {
  if (typeof body !== 'object' || body === null) return false;
  const answer = body as Partial<FailureAnswer>;
  return answer.status === 'fail' && typeof answer.code === 'string' && typeof answer.message === 'string';
}

/** A failed call as something to throw where a query wants that; shown by `failure.message`. */
export class ApiError extends Error {
  readonly failure: ApiFailure;

  constructor(failure: ApiFailure) {
    super(failure.message);
    this.name = 'ApiError';
    this.failure = failure;
  }
}

/** The failure inside whatever was thrown; a fault of the page itself counts as unexpected. */
export function failureOf(error: unknown): ApiFailure {
  return error instanceof ApiError ? error.failure : localFailure('common.unexpected');
}
