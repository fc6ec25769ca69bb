import { sql } from 'kysely';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { inTransaction } from '#platform/database/database.ts';
import { type CallFailure, fail } from '#portal/http/call-result.ts';
import type { PortalServices } from '#portal/http/route.ts';
import { networkOf } from '#portal/http/session/network-of.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import {
  type CodePurpose,
  type CodeSubject,
  codeDigest,
  codeRing,
  loginOfCode,
  subjectDigest,
} from './code-digests.ts';
import {
  type CodeAnswer,
  type CodeChange,
  type CodeStage,
  decideTry,
  type LiveCode,
  pauseMs,
  type WrongCodes,
  wrongCodeMemoryMs,
} from './try-rules.ts';

/** A submitted code. */
export interface CodeAttempt extends CodeSubject {
  readonly code: string;
  /** Where it comes from; absent where a secret of its own leads to the code: a challenge, a session. */
  readonly address?: string;
}

interface LiveCodeRow extends LiveCode {
  readonly subjectDigest: Buffer;
}

/** The live codes of a subject by each key, held until the end of the transaction. */
async function lockLiveCodes(
  db: PortalDatabase,
  subjects: readonly Buffer[],
  purpose: CodePurpose,
): Promise<LiveCodeRow[]> {
  const rows = await db
    .selectFrom('portal.confirmation_code')
    .select([
      'subject_digest as subjectDigest',
      'code_id as codeId',
      'code_digest as digest',
      'is_numeric as isNumeric',
      'holder',
      'created_at as createdAt',
      'expires_at as expiresAt',
      'proven_at as provenAt',
      'tries',
      'tries_elsewhere as triesElsewhere',
    ])
    .where('subject_digest', 'in', [...subjects])
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('replaced_at', 'is', null)
    .orderBy('code_id')
    .forUpdate()
    .execute();
  return rows as unknown as LiveCodeRow[];
}

/** The wrong codes of a login, held until the end of the transaction: guesses at its codes of several purposes wait for each other. */
async function lockWrongCodes(
  db: PortalDatabase,
  login: Buffer | undefined,
  now: Instant,
): Promise<WrongCodes | undefined> {
  if (login === undefined) return undefined;
  const row = await db
    .selectFrom('portal.wrong_code_count')
    .select(['wrong as count', 'last_at as lastAt', 'digit_guesses as digitGuesses', 'digits_since as since'])
    .where('login_digest', '=', login)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { count, since } = row;
  const isCounted = since !== null && since > now - wrongCodeMemoryMs;
  return { count, lastAt: row.lastAt as Instant, digitGuesses: isCounted ? row.digitGuesses : 0 };
}

/** Which key of a code the change is stored under. */
interface ChangedSubject {
  readonly subject: Buffer;
  readonly purpose: CodePurpose;
  readonly at: Instant;
}

async function writeCodes(
  db: PortalDatabase,
  changes: readonly CodeChange[],
  { subject, purpose, at }: ChangedSubject,
): Promise<void> {
  const rows = changes.map((change) => ({
    id: change.codeId,
    ended: change.kind === 'used' || change.kind === 'replaced' ? change.kind : null,
    proved: change.kind === 'proved',
    ...('holder' in change && {
      holder: change.holder,
      expires_at: instantToIso(change.expiresAt),
      tries: change.tries,
      elsewhere: change.triesElsewhere,
    }),
  }));
  const moment = instantToIso(at);
  await sql`
    update portal.confirmation_code code
       set used_at = case when changed.ended = 'used' then ${moment}::timestamptz end,
           replaced_at = case when changed.ended = 'replaced' then ${moment}::timestamptz end,
           proven_at = case when changed.proved then ${moment}::timestamptz else code.proven_at end,
           holder = coalesce(changed.holder, code.holder), expires_at = coalesce(changed.expires_at, code.expires_at),
           tries = coalesce(changed.tries, code.tries), tries_elsewhere = coalesce(changed.elsewhere, code.tries_elsewhere)
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as changed
           (id uuid, ended text, proved boolean, holder text, expires_at timestamptz, tries smallint, elsewhere jsonb)
     where code.subject_digest = ${subject}::bytea and code.purpose = ${purpose}::text and code.code_id = changed.id
  `.execute(db);
}

interface WrongGuess {
  readonly login: Buffer;
  /** What is older is forgotten. */
  readonly since: Instant;
  readonly digitGuesses: number;
  readonly at: Instant;
}

/** Counts a wrong code of a login. */
async function countWrongCode(
  db: PortalDatabase,
  { login, since, digitGuesses, at }: WrongGuess,
): Promise<void> {
  const moment = sql`${instantToIso(at)}::timestamptz`;
  const start = sql`${instantToIso(since)}::timestamptz`;
  const guesses = sql`${digitGuesses}::integer`;
  await sql`
    insert into portal.wrong_code_count as kept (login_digest, wrong, last_at, digit_guesses, digits_since)
    values (${login}::bytea, 1, ${moment}, ${guesses}, case when ${guesses} > 0 then ${moment} end)
    on conflict (login_digest) do update
      set wrong = case when kept.last_at < ${start} then 1 else kept.wrong + 1 end,
          last_at = excluded.last_at,
          digit_guesses = case when kept.digits_since > ${start} then kept.digit_guesses else 0 end + ${guesses},
          digits_since = case when kept.digits_since > ${start} then kept.digits_since else excluded.digits_since end
  `.execute(db);
}

/** Guesses at digits were the owner's own. */
async function forgiveGuesses(db: PortalDatabase, login: Buffer, guesses: number): Promise<void> {
  await sql`
    update portal.wrong_code_count set digit_guesses = greatest(0, digit_guesses - ${guesses}::integer)
     where login_digest = ${login}::bytea
  `.execute(db);
}

/**
 * Tries a code, in the caller's transaction or one of its own; every wrong guess counts, three exhaust it (product.md
 * section 4) for the network that made them; 'off' after ten wrong ones of a login, until its owner signs in by another
 * way, and 'paused' for the other codes of the same phone, for a day (decisions 0077, 0210). Guesses at one subject wait
 * for each other. It is tried by the newest key by which a code was issued.
 */
export async function tryCode(
  services: Pick<PortalServices, 'db' | 'keys'>,
  guess: CodeAttempt,
  stage: CodeStage,
  now: Instant,
): Promise<CodeAnswer> {
  const { purpose } = guess;
  const tries = codeRing(services.keys).keys.map(({ secret }) => ({
    subject: subjectDigest(secret, guess),
    digest: codeDigest(secret, guess, guess.code),
  }));
  const login = loginOfCode(guess);
  return inTransaction(services.db, async (db) => {
    const held = await lockLiveCodes(
      db,
      tries.map(({ subject }) => subject),
      purpose,
    );
    const wrongCodes = await lockWrongCodes(db, login, now);
    const issuedBy = (subject: Buffer) => held.filter((code) => code.subjectDigest.equals(subject));
    const tried = tries.find(({ subject }) => issuedBy(subject).length > 0) ?? tries[0];
    if (tried === undefined) throw new Error('no key of codes');
    const { subject, digest } = tried;
    const asked = { purpose, digest, network: networkOf(guess.address ?? ''), stage, at: now };
    const decision = decideTry(issuedBy(subject), wrongCodes, asked);
    const { answer, changes, countWrongSince, digitGuesses = 0, forgivenGuesses = 0 } = decision;
    // Two codes of one holder never stand at once: what is replaced ends before another takes its holder.
    const ended = changes.filter(({ kind }) => kind === 'used' || kind === 'replaced');
    const others = changes.filter((change) => !ended.includes(change));
    for (const part of [ended, others]) {
      if (part.length > 0) await writeCodes(db, part, { subject, purpose, at: now });
    }
    if (login !== undefined && countWrongSince !== undefined) {
      await countWrongCode(db, { login, since: countWrongSince, digitGuesses, at: now });
    }
    if (login !== undefined && forgivenGuesses > 0) await forgiveGuesses(db, login, forgivenGuesses);
    return answer;
  });
}

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
  if (answer === 'paused') return codesUsedUp(pauseMs / 1000);
  return { ...fail('identity.attemptsExhausted', { minutes: 1 }), retryAfterSeconds: 60 };
}
