import { type RawBuilder, sql } from 'kysely';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { type CallFailure, fail } from '#portal/http/call-result.ts';
import { networkOf } from '#portal/http/network-of.ts';
import type { PortalServices } from '#portal/http/route.ts';
import { type CodeSubject, codeDigest, codeRing, loginOfCode, subjectDigest } from './code-digests.ts';

export type CodeAnswer = 'right' | 'wrong' | 'expired' | 'exhausted' | 'off' | 'paused';

/** 'check' looks, 'prove' marks the code and gives its form half an hour, 'use' ends it. */
export type CodeStage = 'check' | 'prove' | 'use';

/** A submitted code. */
export interface CodeAttempt extends CodeSubject {
  readonly code: string;
  /** Where it comes from; absent where a secret of its own leads to the code: a challenge, a session. */
  readonly address?: string;
}

/** SQL that tries a code and counts a wrong one: its answer. It is tried by the newest key by which a code was issued. */
export function codeTrying(
  { keys }: Pick<PortalServices, 'keys'>,
  guess: CodeAttempt,
  stage: CodeStage,
  now: Instant,
): RawBuilder<CodeAnswer> {
  const tries = codeRing(keys).keys.map(
    ({ secret }, position) =>
      sql`(${position}::integer, ${subjectDigest(secret, guess)}::bytea, ${codeDigest(secret, guess, guess.code)}::bytea)`,
  );
  return sql`(
    select portal.try_code(subject, ${guess.purpose}::text, digest, ${networkOf(guess.address ?? '')}::text, ${stage}::text,
                           ${instantToIso(now)}::timestamptz, ${loginOfCode(guess) ?? null}::bytea)
      from (select * from (values ${sql.join(tries)}) as try (position, subject, digest)
             order by exists (select from portal.confirmation_code c
                               where c.subject_digest = subject and c.purpose = ${guess.purpose}::text
                                 and c.used_at is null and c.replaced_at is null) desc, position
             limit 1) as newest)`;
}

/**
 * Tries a code; every wrong guess counts, three exhaust it (product.md section 4) for the network that made them, so that a
 * stranger burns nobody's; 'off' after twenty wrong ones of a login, until its owner signs in by another way, and 'paused'
 * for the other codes of the same phone, for a day (decision 0077).
 */
export async function tryCode(
  services: Pick<PortalServices, 'db' | 'keys'>,
  guess: CodeAttempt,
  stage: CodeStage,
  now: Instant,
): Promise<CodeAnswer> {
  const { rows } = await sql<{ answer: CodeAnswer }>`
    select ${codeTrying(services, guess, stage, now)} as answer
  `.execute(services.db);
  const [row] = rows;
  if (row === undefined) throw new Error('a function answered no row');
  return row.answer;
}

const pausedHours = 24;

/** No more codes for a contact until then. */
export function codesUsedUp(seconds: number): CallFailure {
  const hours = Math.max(1, Math.ceil(seconds / 3600));
  return { ...fail('identity.codesUsedUp', { hours }), retryAfterSeconds: seconds };
}

/** Converts a refused code to a failure of the call. */
export function failureOfCode(answer: Exclude<CodeAnswer, 'right'>): CallFailure {
  if (answer === 'wrong') return fail('identity.wrongCode');
  if (answer === 'expired') return fail('identity.codeExpired');
  if (answer === 'off') return fail('identity.codeSignInOff');
  if (answer === 'paused') return codesUsedUp(pausedHours * 3600);
  return { ...fail('identity.attemptsExhausted', { minutes: 1 }), retryAfterSeconds: 60 };
}
