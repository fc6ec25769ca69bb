import { vi } from 'vitest';
import type { Call, InputOf, OutputOf } from '#contract/define-call.ts';
import type { MessageCode } from '#contract/messages/catalogue.ts';
import { formatMessage } from '#contract/messages/format-message.ts';

/** A failed answer; made by `failure`. */
interface Failure {
  readonly status: 'fail';
  readonly code: MessageCode;
  readonly message: string;
  readonly reference: string;
  readonly details: unknown;
}

/** 'offline': the network fails; 'pending': no answer ever comes. */
export type Reply<C extends Call> = OutputOf<C> | Failure | 'offline' | 'pending';

/** Login and password of HTTP basic authentication; both '' for a call without it. */
interface BasicAuth {
  readonly login: string;
  readonly password: string;
}

interface Handler {
  readonly call: Call;
  readonly reply: (payload: unknown, basicAuth: BasicAuth, file: Blob | undefined) => unknown;
}

/** What every answer that is no failure has. */
export const success = { status: 'success' } as const;

const handlers = new Map<string, Handler>();
const sent: { readonly path: string; readonly payload: unknown }[] = [];
const problems: string[] = [];
let unansweredArePending = false;

/** HTTP status by code; 422 for other refusals. Source: base specification, section 6. */
const statuses: Partial<Record<MessageCode, number>> = {
  'common.serviceDown': 503,
  'common.unexpected': 500,
  'common.tooManyRequests': 429,
  'common.sessionEnded': 401,
  'common.forbidden': 403,
  'common.notFound': 404,
};

/** A failed answer with the catalogue's text of this code. `details`: facts of a refusal. */
export function failure(
  code: MessageCode,
  params: Readonly<Record<string, string | number>> = {},
  details?: unknown,
): Failure {
  return { status: 'fail', code, message: formatMessage(code, params), reference: 'A1B2C3', details };
}

/**
 * Answers a declared call until the end of the test; a later handler of the same call replaces it. A payload or an answer
 * that the schemas of the call refuse fails the test, and so does a failure that the call does not declare.
 */
export function answer<C extends Call>(
  call: C,
  reply: (payload: InputOf<C>, basicAuth: BasicAuth, file: Blob | undefined) => Reply<C> | Promise<Reply<C>>,
): void {
  handlers.set(call.path, {
    call,
    reply: (payload, basicAuth, file) => reply(payload as InputOf<C>, basicAuth, file),
  });
}

/** Calls without a handler stay unanswered instead of failing the test: for a part of a page with many. */
export function leaveOtherCallsPending(): void {
  unansweredArePending = true;
}

/** The payloads that a call was sent with in this test, the oldest first. */
export function payloadsOf<C extends Call>(call: C): InputOf<C>[] {
  return sent.filter(({ path }) => path === call.path).map(({ payload }) => payload as InputOf<C>);
}

/** Puts the handlers in the place of the network. */
export function startFakeApi(): void {
  handlers.clear();
  sent.length = 0;
  problems.length = 0;
  unansweredArePending = false;
  vi.stubGlobal('fetch', respond);
}

/**
 * Removes the handlers.
 * @throws when a call had no handler, or the contract refused a payload or an answer.
 */
export function stopFakeApi(): void {
  handlers.clear();
  const found = problems.splice(0);
  if (found.length > 0) throw new Error(`calls against the contract:\n${[...new Set(found)].join('\n')}`);
}

interface SentRequest {
  /** A form: the payload and a file. */
  readonly body: string | FormData;
  readonly headers: Readonly<Record<string, string>>;
}

async function respond(path: string, { body, headers }: SentRequest): Promise<Response> {
  const json = typeof body === 'string' ? body : String(body.get('payload'));
  const file = typeof body === 'string' ? undefined : (body.get('file') as File);
  const payload: unknown = JSON.parse(json);
  sent.push({ path, payload });
  const handler = handlers.get(path);
  if (!handler) {
    if (unansweredArePending) return pending();
    problems.push(`${path}: no handler; add answer(call, …)`);
    throw new TypeError('no handler');
  }
  const { call } = handler;
  const accepted = call.input.safeParse(payload);
  if (!accepted.success) problems.push(`${path}: payload ${json} is refused: ${accepted.error.message}`);
  const reply = await handler.reply(payload, basicAuthOf(headers.authorization), file);
  if (reply === 'offline') throw new TypeError('Failed to fetch');
  if (reply === 'pending') return pending();
  if (isFailure(reply)) {
    if (!isDeclared(call, reply.code)) problems.push(`${path}: ${reply.code} is no failure of this call`);
    return Response.json(reply, { status: statuses[reply.code] ?? 422 });
  }
  const given = call.output.safeParse(reply);
  if (!given.success) problems.push(`${path}: the answer is refused: ${given.error.message}`);
  return reply instanceof Blob ? new Response(reply) : Response.json(reply);
}

function basicAuthOf(header = 'Basic Og=='): BasicAuth {
  const [login = '', ...password] = Buffer.from(header.slice('Basic '.length), 'base64')
    .toString()
    .split(':');
  return { login, password: password.join(':') };
}

const pending = () => new Promise<never>(() => undefined);

function isFailure(reply: unknown): reply is Failure {
  return (reply as { status?: unknown }).status === 'fail';
}

/** Any call may fail with a common code. */
function isDeclared({ failures }: Call, code: MessageCode): boolean {
  return code.startsWith('common.') || failures.includes(code);
}
