import { sql } from 'kysely';
import type * as z from 'zod/mini';
import type { profileSchema } from '#contract/identity/profile.ts';
import type { Instant } from '#domain/time/instant.ts';
import { type CallFailure, type CallResult, fail, failFields, succeed } from '#portal/http/call-result.ts';
import { insertOwnChange } from '#portal/http/records/staff-changes.ts';
import type { PortalServices, RequestContext } from '#portal/http/route.ts';
import {
  type Attempt,
  attemptRelease,
  attemptSuccess,
  attemptsExhausted,
  type CodeAnswer,
  type CodeAttempt,
  codeAttemptOf,
  failureOfCode,
  markSucceeded,
  releaseAttempts,
  takeAttempt,
  tryCode,
} from '#portal/modules/codes/public.ts';
import { queueing } from '../../outbox/public.ts';
import { checkOwnPassword } from '../password/own-password.ts';
import { checkOwnFactor, factorAttempt } from '../second-factor/own-factor.ts';
import { lockOwnSession } from '../session/session-store.ts';
import { subjectOf } from './contact-store.ts';
import { profileFrom } from './profile.ts';
import { contactUpdate, getProfileFacts, type ProfileFacts } from './profile-store.ts';

const factorCodeNeeded = failFields([{ path: 'factorCode', code: 'field.required' }]);

/** The code that a new contact is confirmed by. */
interface ContactCode {
  readonly kind: 'phone' | 'email';
  readonly guess: CodeAttempt & { readonly address: string };
  readonly hasFactorCode: boolean;
}

type CheckedContact =
  | { readonly kind: 'refused'; readonly failure: CallFailure }
  | {
      readonly kind: 'right';
      readonly facts: ProfileFacts;
      /** Of the address, if its guesses are limited: to be released, for the code was right. */
      readonly codeAttempts: readonly Attempt[];
      /** Taken where the second factor is to be proved too. */
      readonly factorAttempt: Attempt | undefined;
    };

/**
 * Looks at the code of a new contact, in the caller's transaction that holds the identity: what is kept of it; whether the
 * phone moves with a code of the second factor only; then an attempt of the address; then the code; then, when it is right
 * and the factor is to be proved, an attempt at that. Each only where what is before it lets it.
 */
async function checkContactCode(
  services: Pick<PortalServices, 'db' | 'keys' | 'config'>,
  { kind, guess, hasFactorCode }: ContactCode,
  context: RequestContext,
  at: Instant,
): Promise<CheckedContact> {
  const { db, config } = services;
  const refused = (failure: CallFailure) => ({ kind: 'refused', failure }) as const;
  const facts = await getProfileFacts(db, context.session.identityId);
  const isGuarded = kind === 'phone' && facts.phoneGuarded;
  if (isGuarded && !hasFactorCode) return refused(factorCodeNeeded);
  const limits = codeAttemptOf(config, context.address);
  const counted = limits && (await takeAttempt(db, limits, at));
  if (counted?.kind === 'exhausted') return refused(attemptsExhausted(counted.minutes));
  const answer = await tryCode(services, guess, 'check', at);
  if (answer !== 'right') return refused(failureOfCode(answer));
  const codeAttempts = counted === undefined ? [] : [counted.attempt];
  if (!isGuarded) return { kind: 'right', facts, codeAttempts, factorAttempt: undefined };
  const proving = await takeAttempt(db, factorAttempt(context), at);
  if (proving.kind === 'taken') return { kind: 'right', facts, codeAttempts, factorAttempt: proving.attempt };
  await releaseAttempts(db, codeAttempts);
  return refused(attemptsExhausted(proving.minutes));
}

/** A contact whose code was looked at. */
interface CheckedContactChange {
  readonly identityId: string;
  readonly kind: 'phone' | 'email';
  readonly value: string;
  /** What stands by now; '' when nothing does. */
  readonly former: string;
  readonly guess: CodeAttempt;
  /** Attempts that were taken for the code: they count for nothing when it is used. */
  readonly attempts: readonly Attempt[];
}

/**
 * Uses the code, keeps the contact and tells the former one, in the caller's transaction: all when the code is right, else
 * nothing but the count of a wrong code. A unique index refuses a contact that is another person's.
 */
async function keepContact(
  services: Pick<PortalServices, 'db' | 'keys'>,
  { identityId, kind, value, former, guess, attempts }: CheckedContactChange,
  at: Instant,
): Promise<CodeAnswer> {
  const answer = await tryCode(services, guess, 'use', at);
  if (answer !== 'right') return answer;
  const message = {
    channel: kind === 'phone' ? 'sms' : 'mail',
    recipient: former,
    kind: 'contactChanged',
    params: { contact: kind },
  } as const;
  const messages = former === '' || former === value ? [] : [message];
  const queued = queueing(services, messages, at, sql`exists (select from changed)`);
  await sql`
    with changed as (${contactUpdate(identityId, { kind, value }, at)}),
    released as (${attemptRelease(attempts)}),
    ${queued.parts}
    select ${queued.jobs} as jobs
  `.execute(services.db);
  return answer;
}

/** A new phone or e-mail, with the code that was sent to it and the current password. */
export interface ContactChange {
  readonly kind: 'phone' | 'email';
  readonly value: string;
  readonly code: string;
  readonly password: string;
  /** Of the second factor, or a recovery code. */
  readonly factorCode?: string | undefined;
}

const takenCodes = { phone: 'identity.phoneTaken', email: 'identity.emailTaken' } as const;

const wrongFactorCode = failFields([{ path: 'factorCode', code: 'identity.wrongCode' }]);

/** Whether a contact was not kept because it is another person's. */
export function isContactTaken(error: unknown): boolean {
  const constraint: unknown = error instanceof Error ? Reflect.get(error, 'constraint') : undefined;
  return constraint === 'identity_person_phone_key' || constraint === 'identity_person_email_key';
}

/** A profile whose contact is another now; a phone that dualAuth did not have begins to be guarded. */
function changed(facts: ProfileFacts, { kind, value }: ContactChange): ProfileFacts {
  if (kind === 'email') return { ...facts, email: value, emailConfirmed: true };
  return { ...facts, phone: value, phoneGuarded: facts.phoneGuarded || facts.dualAuth };
}

/**
 * Changes the phone or the e-mail of the signed-in user: the password says that it is them, the code that the new
 * contact is theirs; a phone to which codes of sign-in go doesn't move without a code of the second factor. The former
 * contact is notified. A phone is one person's, and so is an e-mail once it is confirmed. Nothing changes when the session
 * ended meanwhile. Source: product.md section 4.
 */
export async function changeContact(
  services: PortalServices,
  change: ContactChange,
  context: RequestContext,
): Promise<CallResult<{ profile: z.infer<typeof profileSchema> }>> {
  const { kind, value, password, factorCode } = change;
  const { identityId, type } = context.session;
  const own = await checkOwnPassword(services, { identityId, password }, context);
  if (own === undefined) throw new Error('the password was not verified');
  if (own.kind === 'refused') return own.failure;
  const guess = {
    ...subjectOf('confirm', { userType: type, contact: value }),
    code: change.code,
    address: context.address,
  };
  const at = context.clock.now();
  try {
    return await services.db.transaction().execute(async (db) => {
      if (!(await lockOwnSession(db, context.session, attemptSuccess(own.attempt)))) {
        return fail('common.sessionEnded');
      }
      const inside = { ...services, db };
      const hasFactorCode = factorCode !== undefined;
      const checked = await checkContactCode(inside, { kind, guess, hasFactorCode }, context, at);
      if (checked.kind === 'refused') return checked.failure;
      const { facts, codeAttempts, factorAttempt: attempt } = checked;
      if (attempt !== undefined && factorCode !== undefined) {
        const refused = await checkOwnFactor(inside, { facts, attempt }, factorCode, context);
        if (refused) {
          await releaseAttempts(db, codeAttempts);
          return refused.code === 'identity.wrongCode' ? wrongFactorCode : refused;
        }
      }
      const kept = { identityId, kind, value, former: facts[kind], guess, attempts: codeAttempts };
      const answer = await keepContact(inside, kept, at);
      if (answer !== 'right') return failureOfCode(answer);
      await insertOwnChange(db, context, { before: { [kind]: facts[kind] }, after: { [kind]: value } }, at);
      return succeed({ profile: profileFrom(changed(facts, change)) });
    });
  } catch (error) {
    if (!isContactTaken(error)) throw error;
    await markSucceeded(services.db, own.attempt);
    return fail(takenCodes[kind]);
  }
}
