import { type RawBuilder, sql } from 'kysely';
import type { InputOf } from '#contract/define-call.ts';
import type { disableSecondFactor } from '#contract/identity/second-factor.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { nullable, timestamptz, typedSql } from '#platform/database/typed-sql.ts';
import { type CallFailure, type CallResult, fail, succeed } from '#portal/http/call-result.ts';
import { insertOwnChange } from '#portal/http/records/staff-changes.ts';
import type { PortalServices, RequestContext } from '#portal/http/route.ts';
import {
  type Attempt,
  type AttemptLimits,
  attemptSuccess,
  attemptsExhausted,
  takeAttempt,
} from '#portal/modules/codes/public.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { checkOwnPassword } from '../password/own-password.ts';
import { lockOwnSession } from '../session/session-store.ts';
import { checkSecondFactorCode } from './check-code.ts';
import {
  type FactorFacts,
  factorColumns,
  factorFactsOf,
  getFactorFacts,
  removeFactors,
} from './factor-store.ts';

/** A code was asked for too soon after the last. */
export function askedTooSoon(seconds: number): CallFailure {
  return { ...fail('common.tooManyRequests', { seconds }), retryAfterSeconds: seconds };
}

type Services = Pick<PortalServices, 'db' | 'keys'>;

/** For whom a code is issued that a signed-in user asks for. */
export function ownSubject(identityId: string): string {
  return `own:${identityId}`;
}

/** Guesses at the second factor of the signed-in user are counted with those of the sign-ins. */
export function factorAttempt({
  session,
  address,
}: Pick<RequestContext, 'session' | 'address'>): AttemptLimits {
  return { login: { kind: 'factor', login: session.identityId, address } };
}

/**
 * Checks the code of the signed-in user, by an attempt that was taken (`factorAttempt`): their factor's own, or a
 * recovery code; it is spent in the caller's transaction. Undefined: it is right.
 */
export async function checkOwnFactor(
  services: Services,
  { facts, attempt }: { readonly facts: FactorFacts; readonly attempt: Attempt },
  code: string,
  { session, clock }: Pick<RequestContext, 'session' | 'clock'>,
): Promise<CallFailure | undefined> {
  const { identityId, type } = session;
  const { askedMethod: method, phone, secretSealed } = facts;
  if (method === null) throw new Error('a code of no second factor');
  const asked = { identityId, type, method, phone, secretSealed, subject: ownSubject(identityId) };
  const verdict = await checkSecondFactorCode(services, asked, code, clock.now(), { attempt });
  if (verdict === 'right') return undefined;
  return fail(verdict === 'wrong' ? 'identity.wrongCode' : 'identity.codeExpired');
}

/** Minutes for which a right code of the second factor lets dangerous acts of its session through. */
const factorProofMinutes = 10;

type OwnSession = RequestContext['session'];

/** Notes that a code of the second factor was right in this session. */
export async function noteFactorProof(
  db: PortalDatabase,
  { sessionId }: Pick<OwnSession, 'sessionId'>,
  at: Instant,
): Promise<void> {
  await sql`
    update portal.session set factor_proven_at = greatest(started_at, ${instantToIso(at)}::timestamptz)
     where session_id = ${sessionId}::uuid`.execute(db);
}

/** What the second step of the session's owner depends on, if it has to be asked again; undefined: there is none, or its proof is new. */
async function findFactorToAsk(
  db: PortalDatabase,
  { identityId, sessionId }: OwnSession,
  now: Instant,
): Promise<FactorFacts | undefined> {
  const { rows } = await typedSql({ ...factorColumns, provenAt: nullable(timestamptz<Instant>()) })`
    select facts.*, own.factor_proven_at as "provenAt"
      from (${factorFactsOf(identityId)}) as facts
      left join portal.session own on own.session_id = ${sessionId}::uuid`.execute(db);
  const [facts] = rows;
  if (facts === undefined) throw new Error(`no identity ${identityId}`);
  const { askedMethod, provenAt } = facts;
  const isNew = provenAt !== null && provenAt > now - factorProofMinutes * 60_000;
  return askedMethod === null || isNew ? undefined : facts;
}

/**
 * Before a dangerous act: whether the session has proven the second factor in the last ten minutes, or does so by this code, which
 * is spent. Undefined: it has, or its owner has no second factor. A code that is not needed is not looked at. Source: decision 0142.
 */
export async function requireFactorProof(
  services: Services,
  code: string | undefined,
  context: RequestContext,
): Promise<CallFailure | undefined> {
  const { session, clock } = context;
  const asked = await findFactorToAsk(services.db, session, clock.now());
  if (asked === undefined) return undefined;
  if (code === undefined) return fail('identity.factorNeeded', {}, { method: asked.askedMethod });
  return services.db.transaction().execute(async (db) => {
    if (!(await lockOwnSession(db, session))) return fail('common.sessionEnded');
    const now = clock.now();
    const facts = await findFactorToAsk(db, session, now);
    if (facts === undefined) return undefined;
    const taken = await takeAttempt(db, factorAttempt(context), now);
    if (taken.kind === 'exhausted') return attemptsExhausted(taken.minutes);
    const { attempt } = taken;
    const refused = await checkOwnFactor({ ...services, db }, { facts, attempt }, code, context);
    if (refused) return refused;
    await noteFactorProof(db, session, now);
    return undefined;
  });
}

const factorIsOn: RawBuilder<boolean> = sql`exists (
  select from portal.second_factor factor
   where factor.identity_id = identity.identity_id and factor.enabled_at is not null)`;

/** Switches the second factor off, after the password and a code of it or a recovery code. */
export async function disableFactor(
  services: Pick<PortalServices, 'db' | 'keys' | 'config'>,
  { password, code }: InputOf<typeof disableSecondFactor>,
  context: RequestContext,
): Promise<CallResult<object>> {
  const { session, clock } = context;
  const { identityId } = session;
  const own = await checkOwnPassword(services, { identityId, password, when: factorIsOn }, context);
  if (own === undefined) return fail('identity.secondFactorOff');
  if (own.kind === 'refused') return own.failure;
  return services.db.transaction().execute(async (db) => {
    if (!(await lockOwnSession(db, session, attemptSuccess(own.attempt)))) return fail('common.sessionEnded');
    const facts = await getFactorFacts(db, identityId);
    if (facts.method === 'none') return fail('identity.secondFactorOff');
    const taken = await takeAttempt(db, factorAttempt(context), clock.now());
    if (taken.kind === 'exhausted') return attemptsExhausted(taken.minutes);
    const { attempt } = taken;
    const refused = await checkOwnFactor({ ...services, db }, { facts, attempt }, code, context);
    if (refused) return refused;
    await removeFactors(db, identityId);
    const change = { before: { secondFactor: facts.method }, after: { secondFactor: 'none' } };
    await insertOwnChange(db, context, change, clock.now());
    return succeed({});
  });
}
