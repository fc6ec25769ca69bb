import type { Call } from '#contract/define-call.ts';
import { noAccount, noChoice } from '#contract/fields.ts';
import { hasRole } from '#contract/identity/admin-roles.ts';
import { tokenMay } from '#contract/identity/api-tokens.ts';
import { type CompanyUse, mayUse } from '#contract/identity/company-roles.ts';
import { viewedCalls } from '#contract/identity/viewed-calls.ts';
import { anyAccountNumber, parseAccountNumber } from '#domain/identifiers/account-codes.ts';
import type { Instant } from '#domain/time/instant.ts';
import { type CallFailure, fail, failIssues } from '../call-result.ts';
import { isRefusedInMaintenance, refusedInMaintenance } from '../maintenance.ts';
import { readIssues } from '../read-issues.ts';
import { companyPersonOf, type GuardAnswer, type Session } from '../route.ts';

const signatureFailed = 'Signature verification failed';

export type Admission =
  | { readonly kind: 'admitted'; readonly input: unknown; readonly session: Session | undefined }
  | {
      readonly kind: 'refused';
      readonly failure: CallFailure;
      readonly session?: Session;
    };

/** The answer of the guard; 'conflict': header and payload have different tokens. */
export type CallerAnswer = GuardAnswer | { readonly kind: 'ended'; readonly reason: 'conflict' };

/** A text of a payload; undefined: absent, or no text. */
export function fieldOf(body: unknown, name: string): string | undefined {
  if (typeof body !== 'object' || body === null || !Object.hasOwn(body, name)) return undefined;
  const value: unknown = Reflect.get(body, name);
  return typeof value === 'string' ? value : undefined;
}

/** The account of a payload as handlers get it if it is well-formed; other values never reach a statement or a log. */
export function accountOf({ accountField }: Pick<Call, 'accountField'>, body: unknown): string | undefined {
  const text = accountField && fieldOf(body, accountField);
  return text === undefined ? undefined : parseAccountNumber(text, anyAccountNumber);
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

/** Whether a request needs a session: by the declaration, or because its payload is for a signed-in audience. */
export function needsSession(call: Call, body: unknown): boolean {
  if (call.audience !== 'public') return true;
  if (call.audienceOf === undefined) return false;
  const parsed = call.input.safeParse(body ?? {});
  return parsed.success && call.audienceOf(parsed.data) !== 'public';
}

/** A forged or foreign token gets the message of the base specification (section 4). */
function refuseCaller(answer: Exclude<CallerAnswer, { kind: 'active' }>): CallFailure {
  if (answer.kind === 'limited') {
    const { seconds } = answer;
    return { ...fail('common.tooManyRequests', { seconds }), retryAfterSeconds: seconds };
  }
  const failure = fail('common.sessionEnded', {}, { reason: answer.reason });
  return answer.reason === 'forged' ? { ...failure, message: signatureFailed } : failure;
}

/** Whether the session may not make the call, whatever its payload. */
function isForbidden(call: Call, session: Session): boolean {
  return call.audience !== 'public' && !(mayCall(call, session) && mayUseCall(call, session));
}

/** Whether the payload names an account that is not the session's. */
function namesForeignAccount(
  call: Call,
  { session, ownsAccount }: Extract<CallerAnswer, { kind: 'active' }>,
  { input, body }: { readonly input: unknown; readonly body: unknown },
): boolean {
  const named = call.accountField && fieldOf(input, call.accountField);
  // Only payloads that the call accepts arrive here: clearing the choice concerns no account.
  // The conversations of a person that belong to no object are found by the session.
  const isOfPerson = named === noAccount && session.type === 'person';
  if (named === undefined || named === noChoice || isOfPerson) return false;
  return !(ownsAccount && named === accountOf(call, body));
}

/**
 * Decides by the declaration of a call whether its handler runs, in this order: session (401), what a viewing may read (403),
 * maintenance (503), session type and rights in a company (403), payload with all its problems (400), type again when the payload
 * names the audience (403), ownership of the account (404).
 * @param body The payload without empty fields.
 * @param answer What the guard says of token and account; undefined: the request needs no session.
 */
export function decideAdmission(
  call: Call,
  body: unknown,
  answer: CallerAnswer | undefined,
  now: Instant,
): Admission {
  if (answer !== undefined && answer.kind !== 'active')
    return { kind: 'refused', failure: refuseCaller(answer) };
  const session = answer?.session;
  const refuse = (failure: CallFailure): Admission => ({
    kind: 'refused',
    failure,
    ...(session && { session }),
  });
  if (session?.viewer !== undefined && !viewedCalls.has(call.path))
    return refuse(fail('identity.onlyViewed'));
  if (answer?.maintenanceUntil !== undefined && isRefusedInMaintenance(call))
    return { kind: 'refused', failure: refusedInMaintenance(answer.maintenanceUntil, now) };
  if (session && isForbidden(call, session)) return refuse(fail('common.forbidden'));
  const parsed = call.input.safeParse(body ?? {});
  if (!parsed.success) return refuse(failIssues(readIssues(parsed.error, body)));
  const audience = call.audienceOf?.(parsed.data);
  if (session && audience !== undefined && !mayCall({ audience }, session))
    return refuse(fail('common.forbidden'));
  if (answer && namesForeignAccount(call, answer, { input: parsed.data, body }))
    return refuse(fail('common.notFound'));
  return { kind: 'admitted', input: parsed.data, session };
}
