import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { BillingClient } from '#billing/client.ts';
import { formatMessage } from '#contract/messages/format-message.ts';
import type { Clock } from '#platform/clock.ts';
import { readBasicAuth } from './basic-auth.ts';
import type { CallLog } from './call-log.ts';
import { type CallFailure, type CallResult, fail } from './call-result.ts';
import type { ErrorLog } from './error-log.ts';
import { failureOfFault } from './failure-of-fault.ts';
import { type Issue, readIssues } from './read-issues.ts';
import type { RequestContext, Route, Session } from './route.ts';
import type { GuardAnswer, SessionGuard } from './session-guard.ts';

export interface MountOptions {
  readonly guard: SessionGuard;
  readonly billing: BillingClient;
  readonly clock: Clock;
  readonly callLog: CallLog | undefined;
  readonly errorLog: ErrorLog;
}

const signatureFailed = 'Signature verification failed';

function fieldOf(body: unknown, name: string): string | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  const value: unknown = Reflect.get(body, name);
  return typeof value === 'string' ? value : undefined;
}

/** The token of the payload or of the bearer header; 'conflict' when both are there and differ. */
function tokenOf(request: FastifyRequest): string | undefined | 'conflict' {
  const header = request.headers.authorization;
  const bearer = header?.startsWith('Bearer ') ? header.slice(7) : undefined;
  const inBody = fieldOf(request.body, 'token');
  if (bearer !== undefined && inBody !== undefined && bearer !== inBody) return 'conflict';
  return bearer ?? inBody;
}

/** Who may make the call with this session. */
function mayCall(route: Route, session: Session): boolean {
  const { audience } = route.call;
  if (audience === 'public' || audience === 'signedIn') return true;
  if (audience === 'customer') return session.type !== 'admin';
  return session.type === audience;
}

/** Why a session does not stand: a forged or foreign token is named as the base specification has it. */
function sessionEnded(answer: Extract<GuardAnswer, { kind: 'ended' }>): CallFailure {
  return fail(
    'common.sessionEnded',
    {},
    { reason: answer.reason === 'forged' ? signatureFailed : answer.reason },
  );
}

interface Answered {
  readonly result: CallResult<unknown>;
  readonly issues?: readonly Issue[];
  readonly session?: Session;
}

/**
 * Mounts calls: POST only; session, its type, the payload and the ownership of the account are checked here, in this order,
 * before a handler runs; every call is recorded, whatever became of it.
 */
export function mountRoutes(app: FastifyInstance, routes: readonly Route[], options: MountOptions): void {
  const { guard, billing, clock, callLog, errorLog } = options;

  async function answer(route: Route, request: FastifyRequest, reference: string): Promise<Answered> {
    const { call } = route;
    const token = call.audience === 'public' ? undefined : tokenOf(request);
    if (token === 'conflict') {
      return { result: sessionEnded({ kind: 'ended', reason: 'forged' }) };
    }
    const accountNumber = call.accountField ? fieldOf(request.body, call.accountField) : undefined;
    let session: Session | undefined;
    let ownsAccount = true;
    if (call.audience !== 'public') {
      const checked = await guard.check(token, accountNumber);
      if (checked.kind === 'ended') return { result: sessionEnded(checked) };
      session = checked.session;
      ownsAccount = checked.ownsAccount;
      if (!mayCall(route, session)) return { result: fail('common.forbidden'), session };
    }
    const withSession = session && { session };
    const parsed = call.input.safeParse(request.body ?? {});
    if (!parsed.success) {
      return { result: fail('common.badRequest'), issues: readIssues(parsed.error), ...withSession };
    }
    if (accountNumber !== undefined && call.audience !== 'public' && !ownsAccount) {
      return { result: fail('common.notFound'), ...withSession };
    }
    const actor = session ? `${session.type}:${session.sessionId}` : 'public';
    const context: RequestContext<Session | undefined> = {
      reference,
      session,
      actor,
      basicAuth: call.basicAuth ? readBasicAuth(request.headers.authorization) : undefined,
      address: request.ip,
      device: request.headers['user-agent']?.slice(0, 300) ?? '',
      clock,
      billing: (module, input) =>
        billing.call(module, input, { reference, actor, ...(session && { sessionId: session.sessionId }) }),
    };
    return { result: await route.handle(parsed.data, context), ...withSession };
  }

  async function serve(route: Route, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const happenedAt = clock.now();
    const started = performance.now();
    const reference = request.id;
    let answered: Answered;
    try {
      answered = await answer(route, request, reference);
    } catch (error) {
      answered = { result: failureOfFault(error) };
      errorLog.recordFault(error, reference, route.call.path, happenedAt);
    }
    const { result, issues, session } = answered;
    const httpStatus = result.kind === 'failure' ? result.httpStatus : 200;
    const accountNumber = route.call.accountField
      ? fieldOf(request.body, route.call.accountField)
      : undefined;
    callLog?.recordApiCall({
      happenedAt,
      reference,
      name: route.call.path,
      durationUs: Math.round((performance.now() - started) * 1000),
      outcomeCode: result.kind === 'failure' ? result.code : 'success',
      httpStatus,
      accountNumber: accountNumber?.slice(0, 20) ?? null,
      sessionId: session?.sessionId ?? null,
    });
    reply.header('x-reference', reference).header('cache-control', 'no-store');
    if (result.kind === 'success') return reply.send({ status: 'success', ...(result.fields as object) });
    if (result.kind === 'file') {
      return reply
        .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(result.fileName)}`)
        .type(route.call.file ?? 'application/octet-stream')
        .send(result.content);
    }
    return reply.code(result.httpStatus).send({
      status: 'fail',
      code: result.code,
      message: formatMessage(result.code, { reference, ...result.params }),
      reference,
      ...(issues && { issues }),
      ...(result.details !== undefined && { details: result.details }),
    });
  }

  for (const route of routes) {
    app.post(route.call.path, { bodyLimit: route.call.maxBytes ?? 256 * 1024 }, (request, reply) =>
      serve(route, request, reply),
    );
  }
}
