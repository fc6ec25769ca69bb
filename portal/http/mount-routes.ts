import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { BillingClient } from '#billing/client.ts';
import { type FileType, fileTypes, fileTypesOf } from '#contract/define-call.ts';
import { requestIdField } from '#contract/fields.ts';
import type { Clock } from '#platform/clock.ts';
import { acceptUploadsOnly, openUpload, type Upload, UploadError } from '#platform/uploads/read-upload.ts';
import { countWork, measureWork, workFor } from '#platform/workers/work-meter.ts';
import type { PortalDatabase } from '../portal-database.ts';
import { admit } from './admission/admit.ts';
import { type Admission, accountOf, fieldOf } from './admission/decide-admission.ts';
import { type CallFailure, type CallResult, type FileResult, fail } from './call-result.ts';
import { failureOfFault, isFault, sendFailure } from './failures.ts';
import { tightLimit } from './limits.ts';
import type { CallLog } from './records/call-log.ts';
import { type BegunAction, beginAction, isAction } from './records/company-actions.ts';
import { causeOf, type ErrorLog } from './records/error-log.ts';
import type { Metrics } from './records/metrics.ts';
import {
  beginStaffAction,
  isStaffAction,
  isStaffDownload,
  noteStaffDownload,
} from './records/staff-actions.ts';
import type { IdentifiedRequest, RequestAnswers } from './request-ids/request-answers.ts';
import type { RequestContext, Route, Session } from './route.ts';
import { readBasicAuth } from './session/basic-auth.ts';
import { addressOf } from './session/client-address.ts';
import type { SessionGuard } from './session/session-guard.ts';
import type { Payer, WorkBudget } from './work-budget.ts';

export interface MountOptions {
  readonly db: PortalDatabase;
  readonly guard: SessionGuard;
  readonly billing: BillingClient;
  readonly clock: Clock;
  readonly callLog: CallLog | undefined;
  readonly metrics: Metrics | undefined;
  readonly errorLog: ErrorLog;
  readonly requestsPerMinute: number;
  /** Of files. */
  readonly work: WorkBudget;
  /** Of calls that are no file. */
  readonly calls: WorkBudget;
  readonly requestAnswers: RequestAnswers;
}

/** @throws Error when the call does not declare the content type. */
function contentTypeOf({ call }: Route, { contentType }: FileResult): FileType {
  const declared = fileTypesOf(call);
  const type = contentType ?? declared[0];
  if (!type || !declared.includes(type)) throw new Error(`${call.path} declares no file ${type ?? ''}`);
  return type;
}

const usualBodyLimit = 256 * 1024;
const megabyte = 1024 * 1024;

/** The failure of a fault; a file that is too large has the refusal that its call declares. */
function failureOf({ call: { upload } }: Route, error: unknown): CallFailure {
  const isTooLarge = error instanceof UploadError && error.reason === 'tooLarge';
  if (!isTooLarge || upload?.tooLarge === undefined) return failureOfFault(error);
  return fail(upload.tooLarge, { ...upload.params, size: Math.floor(upload.maxBytes / megabyte) });
}

/** What the staff looks at is no work of the customer. */
function payerOf({ viewer, identityId, cabinetId, company }: Session): Payer {
  if (viewer !== undefined) return viewer;
  return { identityId, companyId: company && cabinetId };
}

/** Counts the time that function modules take as work. */
function timed(billing: RequestContext['billing']): RequestContext['billing'] {
  return async (module, input) => {
    const startedAt = performance.now();
    try {
      return await billing(module, input);
    } finally {
      countWork(performance.now() - startedAt);
    }
  };
}

/** Fields of a call record beside its time and status. */
interface CallFacts {
  readonly outcomeCode: string;
  readonly session?: Session | undefined;
  /** Of a fault. */
  readonly cause?: string;
}

/** The request with its id, of a call whose repeats the portal answers. */
function identify({ call }: Route, { body }: FastifyRequest, session: Session | undefined) {
  if (call.requestIdBy !== 'portal' || session === undefined) return undefined;
  const id = requestIdField.safeParse(fieldOf(body, 'requestId'));
  if (!id.success) return undefined;
  const { identityId } = session;
  return { identityId, requestId: id.data, path: call.path, payload: body } satisfies IdentifiedRequest;
}

/** The payload as its call declares it. */
function withoutRequestId(input: unknown): unknown {
  const { requestId: _, ...fields } = input as Readonly<Record<string, unknown>>;
  return fields;
}

/**
 * Mounts calls: POST only. Session, its type, the payload and ownership of the account are checked before the handler.
 * Every call is logged, including one refused before its handler.
 */
export function mountRoutes(app: FastifyInstance, routes: readonly Route[], options: MountOptions): void {
  const { db, guard, billing, clock, callLog, metrics, errorLog, requestsPerMinute } = options;
  const { work, calls, requestAnswers } = options;
  const factsOf = new WeakMap<FastifyRequest, CallFacts>();
  const recorded = new WeakSet<FastifyRequest>();
  const uploadOf = new WeakMap<FastifyRequest, Upload>();

  function contextOf(
    route: Route,
    request: FastifyRequest,
    session: Session | undefined,
    action: BegunAction | undefined,
  ): RequestContext<Session | undefined> {
    const reference = request.id;
    const kind = session?.viewer ? 'viewing' : session?.type;
    const actor = session ? `${kind}:${session.sessionId}` : 'public';
    const callContext = {
      reference,
      actor,
      api: route.call.path,
      ...(session && { sessionId: session.sessionId }),
    };
    return {
      reference,
      session,
      actor,
      basicAuth: route.call.basicAuth ? readBasicAuth(request.headers.authorization) : undefined,
      address: addressOf(request),
      device: request.headers['user-agent']?.slice(0, 300) ?? '',
      clock,
      readFile() {
        const upload = uploadOf.get(request);
        if (upload === undefined) throw new Error(`${route.call.path} declares no upload`);
        return upload.readFile();
      },
      noteObjects: (objects) => action?.noteObjects(objects),
      async readmit() {
        const admission = await admit(route, request, guard, clock);
        return admission.kind === 'admitted' ? admission.session : undefined;
      },
      billing: (module, input) => billing.call(module, input, callContext),
    };
  }

  function send(route: Route, request: FastifyRequest, reply: FastifyReply, result: CallResult<unknown>) {
    if (result.kind === 'failure') return sendFailure(request, reply, result);
    reply.header('x-reference', request.id).header('cache-control', 'no-store');
    if (result.kind === 'success') return reply.send({ status: 'success', ...(result.fields as object) });
    // A proxy that collects an answer before it passes it on would hold back events.
    if (result.kind === 'events') {
      // Written to directly: each follower would hold the streams between.
      request.raw.rawHeaders = [];
      reply.hijack();
      result.open(
        reply.raw.writeHead(200, {
          ...(reply.getHeaders() as OutgoingHttpHeaders),
          'content-type': fileTypes.events,
          'x-accel-buffering': 'no',
          // A stream that was ended leaves no connection behind.
          connection: 'close',
        }),
      );
      return reply;
    }
    reply
      .type(contentTypeOf(route, result))
      // Whoever shows a file instead of keeping it runs nothing of it.
      .header('content-security-policy', "sandbox; default-src 'none'")
      .header('cache-control', 'private, no-store')
      .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(result.fileName)}`);
    if (Buffer.isBuffer(result.content)) return reply.send(result.content);
    const { stream, byteCount } = result.content;
    if (byteCount !== undefined) reply.header('content-length', byteCount);
    return reply.send(stream);
  }

  /**
   * Runs the handler; a call is first checked against a budget and then charged to it: a file with the time of workers, another one of a
   * customer with that of its function modules.
   */
  async function handle(
    route: Route,
    request: FastifyRequest,
    input: unknown,
    session: Session | undefined,
    action: BegunAction | undefined,
  ): Promise<CallResult<unknown>> {
    const context = contextOf(route, request, session, action);
    if (session === undefined) return route.handle(input, context);
    const payer = payerOf(session);
    const run = (counted: typeof context) => () =>
      workFor(payer.companyId ?? payer.identityId, () => route.handle(input, counted));
    const { work: kind = fileTypesOf(route.call).length > 0 ? 'now' : 'none' } = route;
    const isOfStaff = session.type === 'admin' || session.viewer !== undefined;
    if (kind === 'none') {
      if (isOfStaff) return run(context)();
      return spend(calls, payer, 'later', run({ ...context, billing: timed(context.billing) }));
    }
    return spend(work, payer, kind, run(context));
  }

  async function spend(
    budget: WorkBudget,
    payer: Payer,
    kind: 'now' | 'later',
    run: () => Promise<CallResult<unknown>>,
  ): Promise<CallResult<unknown>> {
    const room = budget.admit(payer, kind, clock.now());
    if (room.kind === 'refused') return room.failure;
    try {
      return await measureWork(run, (workMs) => budget.charge(payer, workMs, clock.now()));
    } finally {
      room.release();
    }
  }

  /** Notes a changing call of the staff or of a person of a company before it does anything; one that can't be noted is not made. */
  async function begin(route: Route, request: FastifyRequest, admission: Admission) {
    const { session } = admission;
    if (session === undefined) return undefined;
    const facts = { address: addressOf(request), reference: request.id, at: clock.now() };
    if (session.viewer === undefined && isAction(route.call, session))
      return beginAction(db, route.call, session, {
        ...facts,
        accountNumber: accountOf(route.call, request.body),
      });
    if (!isStaffAction(route.call, session)) return undefined;
    const payload = admission.kind === 'admitted' ? admission.input : request.body;
    return beginStaffAction(db, route.call, session, { ...facts, payload }, clock);
  }

  /** Notes a file that the staff takes away, or may not; one that can't be noted is not sent. */
  async function noteDownload(
    { call }: Route,
    request: FastifyRequest,
    admission: Admission,
    result: CallResult<unknown>,
  ): Promise<void> {
    const { session } = admission;
    if (session === undefined || !isStaffDownload(call, session, result)) return;
    const payload = admission.kind === 'admitted' ? admission.input : request.body;
    const facts = { payload, address: addressOf(request), reference: request.id, at: clock.now() };
    await noteStaffDownload(db, call, session, facts, result);
  }

  /** Keeps the outcome of an action; one whose outcome can't be kept has none, and its call is answered all the same. */
  async function finished(
    route: Route,
    request: FastifyRequest,
    action: BegunAction | undefined,
    running: Promise<CallResult<unknown>>,
  ): Promise<CallResult<unknown>> {
    if (action === undefined) return running;
    const keep = (outcome: string, answer?: unknown) =>
      action
        .finish(outcome, answer)
        .catch((error: unknown) => errorLog.recordFault(error, request.id, route.call.path, clock.now()));
    try {
      const result = await running;
      if (result.kind === 'failure') await keep(result.code);
      else await keep('success', result.kind === 'success' ? result.fields : undefined);
      return result;
    } catch (error) {
      await keep(failureOf(route, error).code);
      throw error;
    }
  }

  async function serve(route: Route, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    if (route.call.upload) {
      const upload = await openUpload(request, reply, route.call.upload.maxBytes);
      uploadOf.set(request, upload);
      request.body = upload.payload;
    }
    const admission = await admit(route, request, guard, clock);
    const { session } = admission;
    const identified = identify(route, request, session);
    if (admission.kind === 'refused') {
      const { failure } = admission;
      const isAccessEnded = route.call.endsAccess && failure.code === 'common.notFound';
      const answer = isAccessEnded && identified ? await requestAnswers.find(identified) : undefined;
      if (answer !== undefined) {
        factsOf.set(request, { outcomeCode: 'success', session });
        return send(route, request, reply, answer);
      }
      const action = await begin(route, request, admission);
      await action?.finish(failure.code);
      await noteDownload(route, request, admission, failure);
      factsOf.set(request, { outcomeCode: failure.code, session });
      return sendFailure(request, reply, failure);
    }
    factsOf.set(request, { outcomeCode: 'common.unexpected', session });
    const make = async () => {
      const action = await begin(route, request, admission);
      const input = identified ? withoutRequestId(admission.input) : admission.input;
      return finished(route, request, action, handle(route, request, input, session, action));
    };
    const result = identified ? await requestAnswers.answer(identified, make) : await make();
    await noteDownload(route, request, admission, result);
    factsOf.set(request, { outcomeCode: result.kind === 'failure' ? result.code : 'success', session });
    const sent = send(route, request, reply, result);
    // Events end when their follower leaves: what the call took is the time until they began.
    if (result.kind === 'events') record(route, request, reply);
    return sent;
  }

  /** Events are open for hours after they were handled: they are not in flight. */
  async function serveCounted(route: Route, request: FastifyRequest, reply: FastifyReply) {
    callLog?.enter();
    try {
      return await serve(route, request, reply);
    } finally {
      callLog?.leave();
    }
  }

  /** Once for each call: with its end, or the beginning of its events. */
  function record(route: Route, request: FastifyRequest, reply: FastifyReply): void {
    if (recorded.has(request)) return;
    recorded.add(request);
    const facts = factsOf.get(request);
    const outcomeCode = facts?.outcomeCode ?? 'common.unexpected';
    const tookMs = reply.elapsedTime;
    metrics?.countCall({ name: route.call.path, outcomeCode });
    callLog?.recordApiCall({
      happenedAt: Math.round(clock.now() - tookMs),
      reference: request.id,
      name: route.call.path,
      durationUs: Math.round(tookMs * 1000),
      outcomeCode,
      httpStatus: reply.statusCode,
      accountNumber: accountOf(route.call, request.body) ?? null,
      sessionId: facts?.session?.sessionId ?? null,
      cause: facts?.cause,
    });
  }

  function mount(scope: FastifyInstance, route: Route): void {
    const { path, maxBytes } = route.call;
    scope.route({
      method: 'POST',
      url: path,
      bodyLimit: maxBytes ?? usualBodyLimit,
      // Compression would collect events too.
      ...(fileTypesOf(route.call).includes(fileTypes.events) && { compress: false }),
      config: {
        ...(route.limit === 'tight' && requestsPerMinute > 0 && { rateLimit: tightLimit(requestsPerMinute) }),
      },
      handler: (request, reply) => serveCounted(route, request, reply),
      errorHandler(error, request, reply) {
        const failure = failureOf(route, error);
        const isOurs = isFault(error, failure);
        const facts = { ...factsOf.get(request), outcomeCode: failure.code };
        factsOf.set(request, isOurs ? { ...facts, cause: causeOf(error) } : facts);
        if (isOurs) errorLog.recordFault(error, request.id, path, clock.now());
        void sendFailure(request, reply, failure);
      },
      onResponse: async (request, reply) => record(route, request, reply),
    });
  }

  const [uploads, others] = [
    routes.filter(({ call }) => call.upload !== undefined),
    routes.filter(({ call }) => call.upload === undefined),
  ];
  for (const route of others) mount(app, route);
  void app.register(async (scope) => {
    await acceptUploadsOnly(scope);
    for (const route of uploads) mount(scope, route);
  });
}
