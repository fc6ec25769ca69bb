import { sql } from 'kysely';
import type { Instant } from '#domain/time/instant.ts';
import { type CallFailure, failFields } from '#portal/http/call-result.ts';
import type { PortalServices, RequestContext } from '#portal/http/route.ts';
import {
  type Attempt,
  attemptsExhausted,
  attemptTaking,
  type CodeAnswer,
  type CodeAttempt,
  codeAttemptOf,
  codeTrying,
  failureOfCode,
  releaseAttempts,
} from '#portal/modules/codes/public.ts';
import { factorAttempt } from '../second-factor/own-factor.ts';
import { type ProfileFacts, profileFactsOf } from './profile-store.ts';

const factorCodeNeeded = failFields([{ path: 'factorCode', code: 'field.required' }]);

/** The code that a new contact is confirmed by. */
export interface ContactCode {
  readonly kind: 'phone' | 'email';
  readonly guess: CodeAttempt & { readonly address: string };
  readonly hasFactorCode: boolean;
}

export type CheckedContact =
  | { readonly kind: 'refused'; readonly failure: CallFailure }
  | {
      readonly kind: 'right';
      readonly facts: ProfileFacts;
      /** Of the address, if its guesses are limited: to be released, for the code was right. */
      readonly codeAttempts: readonly Attempt[];
      /** Taken where the second factor is to be proved too. */
      readonly factorAttempt: Attempt | undefined;
    };

interface Row extends ProfileFacts {
  readonly isGuarded: boolean;
  readonly codeFreesAt: number | null;
  readonly answer: CodeAnswer | null;
  readonly factorFreesAt: number | null;
}

/**
 * Looks at the code of a new contact, in one statement of the caller's transaction that holds the identity: what is kept
 * of it; whether the phone moves with a code of the second factor only; then an attempt of the address; then the code;
 * then, when it is right and the factor is to be proved, an attempt at that. Each only where what is before it lets it.
 */
export async function checkContactCode(
  services: Pick<PortalServices, 'db' | 'keys' | 'config'>,
  { kind, guess, hasFactorCode }: ContactCode,
  context: RequestContext,
  at: Instant,
): Promise<CheckedContact> {
  const { db, config } = services;
  const limits = codeAttemptOf(config, context.address);
  const ofAddress = limits && attemptTaking(limits, at);
  const ofFactor = attemptTaking(factorAttempt(context), at);
  const { rows } = await sql<Row>`
    with facts as materialized (${profileFactsOf(context.session.identityId)}),
    guard as materialized (
      select ${kind === 'phone'}::boolean and "phoneGuarded" as is_guarded from facts
    ), asked as materialized (
      select is_guarded, not is_guarded or ${hasFactorCode}::boolean as is_asked from guard
    ), counted as materialized (
      select case when is_asked then ${ofAddress?.taking ?? sql`null::timestamptz`} end as frees_at from asked
    ), tried as materialized (
      select case when is_asked and frees_at is null then ${codeTrying(services, guess, 'check', at)} end as answer
        from asked, counted
    ), proving as materialized (
      select case when is_guarded and answer = 'right' then ${ofFactor.taking} end as frees_at from asked, tried
    )
    select facts.*, asked.is_guarded as "isGuarded", counted.frees_at as "codeFreesAt", tried.answer,
           proving.frees_at as "factorFreesAt"
      from facts, asked, counted, tried, proving
  `.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error(`no identity ${context.session.identityId}`);
  const { isGuarded, codeFreesAt, answer, factorFreesAt, ...facts } = row;
  const refused = (failure: CallFailure) => ({ kind: 'refused', failure }) as const;
  if (isGuarded && !hasFactorCode) return refused(factorCodeNeeded);
  const counted = ofAddress?.outcome(codeFreesAt);
  if (counted?.kind === 'exhausted') return refused(attemptsExhausted(counted.minutes));
  if (answer === null) throw new Error('a code of a contact was not looked at');
  if (answer !== 'right') return refused(failureOfCode(answer));
  const codeAttempts = counted === undefined ? [] : [counted.attempt];
  if (!isGuarded) return { kind: 'right', facts, codeAttempts, factorAttempt: undefined };
  const proving = ofFactor.outcome(factorFreesAt);
  if (proving.kind === 'taken') return { kind: 'right', facts, codeAttempts, factorAttempt: proving.attempt };
  await releaseAttempts(db, codeAttempts);
  return refused(attemptsExhausted(proving.minutes));
}
