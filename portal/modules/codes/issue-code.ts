import { randomInt } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import {
  confirmationAlphabet,
  confirmationLength,
  digitAlphabet,
} from '#domain/identifiers/account-codes.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { inTransaction } from '#platform/database/database.ts';
import { bool, int4, nullable, ofOuterJoin, timestamptz, typedSql } from '#platform/database/typed-sql.ts';
import { newId } from '#platform/uuid.ts';
import { type CallFailure, fail } from '#portal/http/call-result.ts';
import type { PortalServices } from '#portal/http/route.ts';
import { networkOf, wideNetworkOf } from '#portal/http/session/network-of.ts';
import { queueing } from '#portal/modules/outbox/public.ts';
import { wideNetworkFactor } from './attempt-rules.ts';
import { isKnownNetwork } from './attempts.ts';
import {
  type CodeSubject,
  codeDigest,
  codeRing,
  contactDigest,
  loginOfCode,
  subjectDigest,
} from './code-digests.ts';
import { lockCounts } from './count-locks.ts';
import { decideIssue, type IssueFacts, lifetimeMs, type PastCode, pauseMs, windows } from './issue-rules.ts';
import { codesUsedUp } from './try-code.ts';
import { maxDigitGuesses, maxTries, wrongCodeMemoryMs } from './try-rules.ts';
import { type WorkDone, workIdOf } from './work.ts';

/** A request for a code. */
export interface CodeAsk extends CodeSubject {
  readonly condition: 'always' | 'knownPerson' | 'knownEntity';
  readonly address: string;
  /** What the browser found for a challenge, where it may be asked for one; absent: nothing was found. */
  readonly work?: WorkDone | undefined;
}

/** A code that can be given: sent now, or sent before to the same network while it is too soon for another. */
export interface UsableCode {
  readonly kind: 'sent' | 'active';
  readonly resendAfterSeconds: number;
  readonly expiresInSeconds: number;
  /** Digits alone. */
  readonly isNumeric: boolean;
}

export type IssuedCode =
  | UsableCode
  | { readonly kind: 'tooSoon'; readonly seconds: number }
  /** The codes of the day are used up, or three in a row were not answered. */
  | { readonly kind: 'dayFull'; readonly seconds: number }
  /** The address has asked for many codes: the next one costs work. */
  | { readonly kind: 'work'; readonly seconds: number }
  /** Sign-in by code is disabled for the phone. */
  | { readonly kind: 'off'; readonly seconds: number };

/** Whether there is a code to ask for. */
export function isUsable(issued: IssuedCode): issued is UsableCode {
  return issued.kind === 'sent' || issued.kind === 'active';
}

/** What an answer says of a code that can be given. */
export function timesOf({ kind, resendAfterSeconds, expiresInSeconds, isNumeric }: UsableCode) {
  return {
    ...{ resendAfterSeconds, expiresInSeconds },
    ...(isNumeric && { isNumeric }),
    ...(kind === 'active' && { alreadySent: true }),
  };
}

/** Codes by SMS to persons, but of the second step, whose guesses are counted by its challenge alone. */
function canBeNumeric({ userType, contact, purpose }: CodeSubject): boolean {
  return userType === 'person' && purpose !== 'secondFactor' && !contact.includes('@');
}

function newCode(isNumeric: boolean): string {
  const alphabet = isNumeric ? digitAlphabet : confirmationAlphabet;
  const sign = () => alphabet.charAt(randomInt(alphabet.length));
  return Array.from({ length: confirmationLength }, sign).join('');
}

/** Whether somebody has this phone or confirmed e-mail: a share of the ceiling is kept for them. */
function knownPhone(contact: string) {
  return sql`exists (select from portal.identity where phone = ${contact})`;
}

/** Converts a refusal to a failure of the call. */
export function failureOfIssue({ kind, seconds }: Exclude<IssuedCode, UsableCode>): CallFailure {
  if (kind === 'work') return fail('identity.workNeeded');
  if (kind === 'off') return fail('identity.codeSignInOff');
  if (kind === 'dayFull') return codesUsedUp(seconds);
  return { ...fail('common.tooManyRequests', { seconds }), retryAfterSeconds: seconds };
}

/** SQL of what stands of the code of a subject that was sent to the same network and can be given; no row: there is none. */
function usableCode(
  secret: Buffer,
  column: 'expires_at' | 'is_numeric',
  ask: Pick<CodeAsk, keyof CodeSubject | 'address'>,
  now: Instant,
) {
  return sql`
    select ${sql.ref(column)} from portal.confirmation_code
     where subject_digest = ${subjectDigest(secret, ask)}::bytea and purpose = ${ask.purpose}::text
       and holder = ${networkOf(ask.address)}::text and used_at is null and replaced_at is null and tries < ${maxTries}::integer
       and expires_at > ${instantToIso(now)}::timestamptz
  `;
}

/** Whether a code that was sent to the network before can still be given. */
export async function hasUsableCode(
  { db, keys }: Pick<PortalServices, 'db' | 'keys'>,
  subject: CodeSubject & { readonly address: string },
  now: Instant,
): Promise<boolean> {
  const { rows } = await usableCode(codeRing(keys).current.secret, 'expires_at', subject, now).execute(db);
  return rows.length > 0;
}

/** SQL of the moment of the n-th latest code that meets a condition since a moment; no row: there are fewer, or no limit. */
function limitingCode(condition: RawBuilder<unknown>, since: Instant, limit: number): RawBuilder<unknown> {
  if (limit === 0) return sql`null::timestamptz`;
  return sql`
    select created_at from portal.confirmation_code
     where ${condition} and created_at > ${instantToIso(since)}::timestamptz
     order by created_at desc offset ${limit - 1}::integer limit 1
  `;
}

function countOfCodes(condition: RawBuilder<unknown>, since: Instant): RawBuilder<unknown> {
  return sql`
    select count(*)::integer from portal.confirmation_code
     where ${condition} and purpose <> 'secondFactor' and created_at > ${instantToIso(since)}::timestamptz
  `;
}

interface FactRow extends Omit<IssueFacts, 'ofContact' | 'hasWork'> {
  readonly isWorkUsed: boolean;
  readonly validUntil: Instant | null;
  /** null: there is no valid code. */
  readonly isNumeric: boolean | null;
  /** Guesses at codes of digits within 90 days. */
  readonly digitGuesses: number;
  /** null: no code was issued to the contact. */
  readonly at: Instant | null;
}

type Services = Pick<PortalServices, 'db' | 'keys' | 'config'>;

/** What a code is issued by, and until when the one before it can be given. */
interface ReadFacts {
  readonly facts: IssueFacts;
  readonly valid: { readonly until: Instant; readonly isNumeric: boolean } | undefined;
  readonly digitGuesses: number;
}

/** Reads what an issue is decided by. The caller holds the locks of the address and of the contact. */
async function readIssueFacts(
  { db, keys, config }: Services,
  ask: CodeAsk,
  workId: string | undefined,
  now: Instant,
): Promise<ReadFacts> {
  const { secret } = codeRing(keys).current;
  const login = loginOfCode(ask);
  const network = networkOf(ask.address);
  const ago = (ms: number) => (now - ms) as Instant;
  const ofAddress = sql`address = ${network}::text`;
  const ofWideNetwork = sql`wide_network = ${wideNetworkOf(network)}::text`;
  const ofAll = sql`purpose <> 'secondFactor' and not is_silent`;
  const wideLimit = network.includes(':') ? wideNetworkFactor * config.codesPerAddress : 0;
  const { rows } = await typedSql<FactRow & PastCode>({
    isWorkUsed: bool(),
    validUntil: nullable(timestamptz()),
    isNumeric: nullable(bool()),
    digitGuesses: int4(),
    at: ofOuterJoin(timestamptz()),
    isKnownNetwork: bool(),
    isKnownPhone: bool(),
    wrongCodes: int4(),
    limitingOfAddress: nullable(timestamptz()),
    limitingOfWideNetwork: nullable(timestamptz()),
    limitingOfAll: nullable(timestamptz()),
    countOfAddress: int4(),
    countOfAll: int4(),
    isSecondStep: ofOuterJoin(bool()),
    fromKnown: ofOuterJoin(bool()),
    answeredAt: nullable(timestamptz()),
  })`
    select ${login === undefined ? sql`false` : isKnownNetwork(login, ask.address, now)} as "isKnownNetwork",
           ${ask.purpose === 'access' ? sql`true` : knownPhone(ask.contact)} as "isKnownPhone",
           coalesce((select wrong from portal.wrong_code_count where login_digest = ${login ?? null}::bytea), 0) as "wrongCodes",
           (${limitingCode(ofAddress, ago(windows.addressMs), config.codesPerAddress)}) as "limitingOfAddress",
           (${limitingCode(ofWideNetwork, ago(windows.addressMs), wideLimit)}) as "limitingOfWideNetwork",
           (${limitingCode(ofAll, ago(windows.allMs), config.codesPerMinute)}) as "limitingOfAll",
           (${countOfCodes(ofAddress, ago(windows.addressMs))}) as "countOfAddress",
           (${countOfCodes(ofAll, ago(windows.allMs))}) as "countOfAll",
           exists (select from portal.used_work where work_id = ${workId ?? null}::uuid) as "isWorkUsed",
           (${usableCode(secret, 'expires_at', ask, now)}) as "validUntil",
           (${usableCode(secret, 'is_numeric', ask, now)}) as "isNumeric",
           coalesce((select digit_guesses from portal.wrong_code_count
                      where login_digest = ${login ?? null}::bytea and digits_since > ${instantToIso(ago(wrongCodeMemoryMs))}::timestamptz), 0)
             as "digitGuesses",
           past.created_at as at, past.purpose = 'secondFactor' as "isSecondStep", past.from_known as "fromKnown",
           coalesce(past.used_at, past.proven_at) as "answeredAt"
      from (select 1) as one
      left join portal.confirmation_code past
        on past.contact_digest = ${contactDigest(secret, ask.contact)}::bytea
       and past.created_at > ${instantToIso(ago(windows.contactMs))}::timestamptz
     order by past.created_at desc
  `.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('no facts to decide a code by');
  const ofContact = rows.filter(({ at }) => at !== null);
  const hasWork = workId !== undefined && !row.isWorkUsed;
  const { validUntil, isNumeric, digitGuesses } = row;
  const valid = validUntil === null ? undefined : { until: validUntil, isNumeric: isNumeric === true };
  return { facts: { ...row, ofContact, hasWork }, valid, digitGuesses };
}

/** A code to keep. */
interface NewCode {
  readonly code: string;
  readonly isNumeric: boolean;
  readonly fromKnown: boolean;
  readonly isSilent: boolean;
  /** The work that it took. */
  readonly workId: string | undefined;
}

/** Keeps a code in place of the one before it of the same network, and queues its message. */
async function insertCode(
  { db, keys, config }: Services,
  ask: CodeAsk,
  { code, isNumeric, fromKnown, isSilent, workId }: NewCode,
  now: Instant,
): Promise<void> {
  const { secret } = codeRing(keys).current;
  const network = networkOf(ask.address);
  const subject = subjectDigest(secret, ask);
  const expiresAt = (now + lifetimeMs) as Instant;
  await db
    .updateTable('portal.confirmation_code')
    .set({ replaced_at: instantToIso(now) })
    .where('subject_digest', '=', subject)
    .where('purpose', '=', ask.purpose)
    .where('holder', '=', network)
    .where('used_at', 'is', null)
    .where('replaced_at', 'is', null)
    .execute();
  const message = {
    channel: ask.contact.includes('@') ? 'mail' : 'sms',
    recipient: ask.contact,
    kind: 'code',
    params: { code, purpose: ask.purpose, ...(isNumeric && { host: new URL(config.publicUrl).hostname }) },
    condition: ask.condition,
    ...(ask.account !== undefined && { conditionAccount: ask.account }),
    expiresAt,
  } as const;
  const queued = queueing({ keys }, isSilent ? [] : [message], now, sql`true`);
  await sql`
    with work as (
      insert into portal.used_work (work_id, used_at)
      select work_id, ${instantToIso(now)}::timestamptz from unnest(${workId === undefined ? [] : [workId]}::uuid[]) as work_id
    ), issued as (
      insert into portal.confirmation_code
        (subject_digest, purpose, code_id, contact_digest, code_digest, address, wide_network, holder, created_at, expires_at,
         from_known, is_silent, is_numeric)
      values (${subject}::bytea, ${ask.purpose}, ${newId()}::uuid, ${contactDigest(secret, ask.contact)}::bytea,
              ${codeDigest(secret, ask, code)}::bytea, ${network}, ${wideNetworkOf(network)}, ${network},
              ${instantToIso(now)}::timestamptz, ${instantToIso(expiresAt)}::timestamptz, ${fromKnown}::boolean, ${isSilent}::boolean,
              ${isNumeric}::boolean)
    ), ${queued.parts}
    select ${queued.jobs} as jobs
  `.execute(db);
}

/**
 * Issues a code and queues its message, in the caller's transaction or one of its own: 5 minutes, not sooner than 60 seconds
 * after the last, at most 5 an hour for a contact (product.md section 4), ten a day, three in a row that nobody answered
 * (decision 0077); those of the second step are counted apart. The code before it of the same network is no
 * longer valid; while no other may be issued it is the one to give. Codes of one contact, and of one address, wait for
 * each other.
 */
export async function issueCode(services: Services, ask: CodeAsk, now: Instant): Promise<IssuedCode> {
  const { keys, config } = services;
  const { secret } = codeRing(keys).current;
  const canWork = ask.purpose !== 'secondFactor' && ask.purpose !== 'access';
  const workId = ask.work && workIdOf(keys.messages, ask.work, ask.address, now);
  const isAddressCounted = config.codesPerAddress > 0 || (canWork && config.codesWithoutWork > 0);
  return inTransaction(services.db, async (db) => {
    const inside = { ...services, db };
    await lockCounts(db, {
      ...(isAddressCounted && { network: networkOf(ask.address) }),
      contact: contactDigest(secret, ask.contact),
    });
    const { facts, valid, digitGuesses } = await readIssueFacts(inside, ask, workId, now);
    const decision = decideIssue(facts, { purpose: ask.purpose, canWork, at: now }, config);
    if (decision.kind === 'issued') {
      const { fromKnown, isSilent, takesWork } = decision;
      const work = takesWork ? workId : undefined;
      const isNumeric = canBeNumeric(ask) && digitGuesses < maxDigitGuesses;
      const code = newCode(isNumeric);
      await insertCode(inside, ask, { code, isNumeric, fromKnown, isSilent, workId: work }, now);
      const times = { resendAfterSeconds: pauseMs / 1000, expiresInSeconds: lifetimeMs / 1000 };
      return { kind: 'sent', ...times, isNumeric };
    }
    const secondsUntil = (moment: Instant) => Math.max(1, Math.ceil((moment - now) / 1000));
    const seconds = secondsUntil(decision.nextAt);
    if (valid === undefined || decision.kind === 'work' || decision.kind === 'off') {
      return { kind: decision.kind, seconds };
    }
    const { until, isNumeric } = valid;
    return { kind: 'active', resendAfterSeconds: seconds, expiresInSeconds: secondsUntil(until), isNumeric };
  });
}
