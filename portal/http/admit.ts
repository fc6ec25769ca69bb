import type { FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { Call } from '#contract/define-call.ts';
import { noAccount, noChoice } from '#contract/fields.ts';
import { hasRole } from '#contract/identity/admin-roles.ts';
import { tokenMay } from '#contract/identity/api-tokens.ts';
import { type CompanyUse, mayUse } from '#contract/identity/company-roles.ts';
import { signOut } from '#contract/identity/sign-in.ts';
import { viewedCalls } from '#contract/identity/viewed-calls.ts';
import { anyAccountNumber, parseAccountNumber } from '#domain/identifiers/account-codes.ts';
import { isBlank } from '#domain/input/tidy-text.ts';
import type { Instant } from '#domain/time/instant.ts';
import type { Clock } from '#platform/clock.ts';
import { type CallFailure, fail, failIssues } from './call-result.ts';
import { isRefusedInMaintenance, refusedInMaintenance } from './maintenance.ts';
import { readIssues } from './read-issues.ts';
import { companyPersonOf, type GuardAnswer, type Route, type Session } from './route.ts';
import { addressOf } from './session/client-address.ts';
import type { SessionGuard } from './session/session-guard.ts';

const signatureFailed = 'Signature verification failed';

export type Admission =
  | { readonly kind: 'admitted'; readonly input: unknown; readonly session: Session | undefined }
  | {
      readonly kind: 'refused';
      readonly failure: CallFailure;
      readonly session?: Session;
    };

/** A text of a payload; undefined: absent, or no text. */
export function fieldOf(body: unknown, name: string): string | undefined {
  if (typeof body !== 'object' || body === null || !Object.hasOwn(body, name)) return undefined;
  const value: unknown = Reflect.get(body, name);
  return typeof value === 'string' ? value : undefined;
}

/**
 * Removes empty optional fields: clients send '', blanks or null for a missing value. An empty value that the field itself
 * accepts, such as the '' that requests another code, is preserved.
 */
function withoutEmptyFields(call: Call, body: unknown): unknown {
  const { shape } = call.input.def as Partial<z.core.$ZodObjectDef>;
  if (shape === undefined || typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  const isLeftEmpty = ([name, value]: [string, unknown]) => {
    if (typeof value === 'string' ? !isBlank(value) : value !== null) return false;
    const field = Object.hasOwn(shape, name) ? shape[name] : undefined;
    return field?._zod.optin === 'optional' && !z.core.safeParse(field, value).success;
  };
  const entries = Object.entries(body);
  return entries.some(isLeftEmpty)
    ? Object.fromEntries(entries.filter((entry) => !isLeftEmpty(entry)))
    : body;
}

/** The account of a request as handlers get it if it is well-formed; other values never reach a statement or a log. */
export function accountOf(route: Route, request: FastifyRequest): string | undefined {
  const { accountField } = route.call;
  const text = accountField && fieldOf(request.body, accountField);
  return text === undefined ? undefined : parseAccountNumber(text, anyAccountNumber);
}

/** The token of the payload or of the bearer header; 'conflict' when both are present and differ. */
function tokenOf(request: FastifyRequest): { token: string | undefined } | 'conflict' {
  const bearer = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
  const inBody = fieldOf(request.body, 'token') || undefined;
  if (bearer !== undefined && inBody !== undefined && bearer !== inBody) return 'conflict';
  return { token: bearer ?? inBody };
}

/** Whether a call changes something: by its declaration, or because it takes a file. */
export function requiredUse({ changes, upload }: Pick<Call, 'changes' | 'upload'>): CompanyUse {
  return changes || upload !== undefined ? 'change' : 'read';
}

/** What decides which people of a company may make a call, or follow a topic. */
type CompanyUseOf = Pick<Call, 'audience' | 'area' | 'ofPoints' | 'changes' | 'upload'>;

/**
 * Whether the role and the objects of a person of a company let a call through (decision 0112). A call without an area is
 * refused: it is for no legal entity.
 */
export function mayUseCall(call: CompanyUseOf, session: Session): boolean {
  const { company } = session;
  if (company === undefined) return true;
  const { area, ofPoints } = call;
  if (area === undefined) return false;
  if (company.points !== undefined && area !== 'own' && !ofPoints) return false;
  const use = requiredUse(call);
  if (session.program && !tokenMay(session.program.scopes, area, use)) return false;
  return mayUse(companyPersonOf(session), area, use);
}

/** Whether a session may make calls of this audience; an owner has the rights of every role. */
export function mayCall({ audience, roles }: Pick<Call, 'audience' | 'roles'>, session: Session): boolean {
  if (audience === 'public' || audience === 'signedIn') return true;
  if (audience === 'customer') return session.type !== 'admin';
  if (session.type !== audience) return false;
  return roles === undefined || hasRole(session.roles, roles);
}

/** Why a session is invalid: a forged or foreign token gets the message of the base specification (section 4). */
function sessionEnded(reason: Extract<GuardAnswer, { kind: 'ended' }>['reason'] | 'conflict'): CallFailure {
  const failure = fail('common.sessionEnded', {}, { reason });
  return reason === 'forged' ? { ...failure, message: signatureFailed } : failure;
}

/** The session of a request that needs one, or the failure. */
async function checkSession(route: Route, request: FastifyRequest, guard: SessionGuard, now: Instant) {
  const carried = tokenOf(request);
  if (carried === 'conflict') return { kind: 'refused', failure: sessionEnded('conflict') } as const;
  const checked = await guard.check({
    token: carried.token,
    accountNumber: accountOf(route, request),
    address: addressOf(request),
    isSignOut: route.call.path === signOut.path,
  });
  if (checked.kind === 'active') {
    const { session, maintenanceUntil } = checked;
    if (session.viewer !== undefined && !viewedCalls.has(route.call.path))
      return { kind: 'refused', failure: fail('identity.onlyViewed'), session } as const;
    if (maintenanceUntil === undefined || !isRefusedInMaintenance(route.call)) return checked;
    return { kind: 'refused', failure: refusedInMaintenance(maintenanceUntil, now) } as const;
  }
  if (checked.kind === 'limited') {
    const { seconds } = checked;
    const failure = { ...fail('common.tooManyRequests', { seconds }), retryAfterSeconds: seconds };
    return { kind: 'refused', failure } as const;
  }
  return { kind: 'refused', failure: sessionEnded(checked.reason) } as const;
}

/**
 * Checks a request before its handler, in this order: session (401), what a viewing may read (403), maintenance (503), session type
 * and rights in a company (403), payload with all its problems (400), type again when the payload names the audience (403),
 * ownership of the account (404). For a public call only
 * the payload is checked, unless the payload asks for a signed-in audience.
 */
export async function admit(
  route: Route,
  request: FastifyRequest,
  guard: SessionGuard,
  clock: Clock,
): Promise<Admission> {
  const { call } = route;
  request.body = withoutEmptyFields(call, request.body);
  let session: Session | undefined;
  let ownsAccount = true;
  if (call.audience !== 'public') {
    const checked = await checkSession(route, request, guard, clock.now());
    if (checked.kind === 'refused') return checked;
    ({ session, ownsAccount } = checked);
    if (!mayCall(call, session) || !mayUseCall(call, session))
      return { kind: 'refused', failure: fail('common.forbidden'), session };
  } else if (isRefusedInMaintenance(call)) {
    const until = await guard.maintenanceUntil();
    if (until !== undefined) return { kind: 'refused', failure: refusedInMaintenance(until, clock.now()) };
  }
  const parsed = call.input.safeParse(request.body ?? {});
  if (!parsed.success) {
    const failure = failIssues(readIssues(parsed.error, request.body));
    return { kind: 'refused', failure, ...(session && { session }) };
  }
  const audience = call.audienceOf?.(parsed.data);
  if (session === undefined && audience !== undefined && audience !== 'public') {
    const checked = await checkSession(route, request, guard, clock.now());
    if (checked.kind === 'refused') return checked;
    ({ session } = checked);
  }
  if (session && audience !== undefined && !mayCall({ audience }, session)) {
    return { kind: 'refused', failure: fail('common.forbidden'), session };
  }
  const named = call.accountField && fieldOf(parsed.data, call.accountField);
  // Only payloads that the call accepts arrive here: clearing the choice concerns no account.
  // The conversations of a person that belong to no object are found by the session.
  const isOfPerson = named === noAccount && session?.type === 'person';
  const namesAccount = named !== undefined && named !== noChoice && !isOfPerson;
  if (session && namesAccount && !(ownsAccount && named === accountOf(route, request))) {
    return { kind: 'refused', failure: fail('common.notFound'), session };
  }
  return { kind: 'admitted', input: parsed.data, session };
}
