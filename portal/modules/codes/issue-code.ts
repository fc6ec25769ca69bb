import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { confirmationAlphabet, confirmationLength } from '#domain/identifiers/account-codes.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { newId } from '#platform/uuid.ts';
import { type CallFailure, fail } from '#portal/http/call-result.ts';
import { networkOf } from '#portal/http/network-of.ts';
import type { PortalServices } from '#portal/http/route.ts';
import { queueing } from '#portal/modules/outbox/public.ts';
import {
  type CodeSubject,
  codeDigest,
  codeRing,
  contactDigest,
  loginOfCode,
  subjectDigest,
} from './code-digests.ts';
import { codesUsedUp } from './try-code.ts';
import { type WorkDone, workIdOf } from './work.ts';

const lifetimeSeconds = 5 * 60;
const pauseSeconds = 60;
const maxPerContact = 5;

/** A request for a code. */
export interface CodeAsk extends CodeSubject {
  readonly condition: 'always' | 'knownPerson' | 'knownEntity';
  readonly address: string;
  /** What the browser found for a challenge, where it may be asked for one; absent: nothing was found. */
  readonly work?: WorkDone | undefined;
}

/** A code that can be given: sent now, or sent before to the same network while it is too soon for another. */
export interface UsableCode {
  readonly kind: 'sent' | 'standing';
  readonly resendAfterSeconds: number;
  readonly expiresInSeconds: number;
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
  return issued.kind === 'sent' || issued.kind === 'standing';
}

/** What an answer says of a code that can be given. */
export function timesOf({ kind, resendAfterSeconds, expiresInSeconds }: UsableCode) {
  return { resendAfterSeconds, expiresInSeconds, ...(kind === 'standing' && { alreadySent: true }) };
}

function newCode(): string {
  const sign = () => confirmationAlphabet.charAt(randomInt(confirmationAlphabet.length));
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

/** SQL of the moment until which the code of a subject that was sent to the same network can be given; no row: there is none. */
function endOfStanding(secret: Buffer, ask: Pick<CodeAsk, keyof CodeSubject | 'address'>, now: Instant) {
  return sql<Instant>`
    select expires_at from portal.confirmation_code
     where subject_digest = ${subjectDigest(secret, ask)}::bytea and purpose = ${ask.purpose}::text
       and holder = ${networkOf(ask.address)}::text and used_at is null and replaced_at is null and tries < 3
       and expires_at > ${instantToIso(now)}::timestamptz
  `;
}

/** Whether a code that was sent to the network before can still be given. */
export async function hasUsableCode(
  { db, keys }: Pick<PortalServices, 'db' | 'keys'>,
  subject: CodeSubject & { readonly address: string },
  now: Instant,
): Promise<boolean> {
  const { rows } = await endOfStanding(codeRing(keys).current.secret, subject, now).execute(db);
  return rows.length > 0;
}

/**
 * Issues a code and queues its message, in one statement: 5 minutes, not sooner than 60 seconds after the last, at most 5 an hour for a
 * contact (product.md section 4), ten a day, three in a row that nobody answered (decision 0077); those of the second step
 * are counted apart. The code before it of the same network is no longer valid; while no other may be issued it is
 * the one to give.
 */
export async function issueCode(
  services: Pick<PortalServices, 'db' | 'keys' | 'config'>,
  ask: CodeAsk,
  now: Instant,
): Promise<IssuedCode> {
  const { db, keys, config } = services;
  const { secret } = codeRing(keys).current;
  const code = newCode();
  const expiresAt = (now + lifetimeSeconds * 1000) as Instant;
  const message = {
    channel: ask.contact.includes('@') ? 'mail' : 'sms',
    recipient: ask.contact,
    kind: 'code',
    params: { code, purpose: ask.purpose },
    condition: ask.condition,
    ...(ask.account !== undefined && { conditionAccount: ask.account }),
    expiresAt,
  } as const;
  // Somebody signed in, or with the right password, is not asked to work.
  const canWork = ask.purpose !== 'secondFactor' && ask.purpose !== 'access';
  const workId = ask.work && workIdOf(keys.messages, ask.work, ask.address, now);
  const isSent = sql<boolean>`(select next_at is null and not is_silent from issued)`;
  const queued = queueing(services, [message], now, isSent);
  const isKnownPhone = ask.purpose === 'access' ? sql`true` : knownPhone(ask.contact);
  const { rows } = await sql<{
    nextAt: number | null;
    reason: 'tooSoon' | 'dayFull' | 'work' | 'off';
    standsUntil: number | null;
  }>`
    with issued as materialized (
      select * from portal.issue_code(
        ${subjectDigest(secret, ask)}::bytea, ${ask.purpose}::text, ${newId()}::uuid,
        ${contactDigest(secret, ask.contact)}::bytea, ${codeDigest(secret, ask, code)}::bytea, ${networkOf(ask.address)}::text,
        ${instantToIso(now)}::timestamptz, ${instantToIso(expiresAt)}::timestamptz,
        pg_catalog.make_interval(secs => ${pauseSeconds}::integer), ${maxPerContact}::integer,
        ${config.codesPerAddress}::integer, ${config.codesPerMinute}::integer,
        ${loginOfCode(ask) ?? null}::bytea, ${isKnownPhone},
        ${canWork ? config.codesWithoutWork : 0}::integer, ${workId ?? null}::uuid
      )
    ), ${queued.parts}
    select next_at as "nextAt", reason, ${queued.jobs} as jobs, (${endOfStanding(secret, ask, now)}) as "standsUntil"
      from issued
  `.execute(db);
  const [row] = rows;
  if (row === undefined || row.nextAt === null) {
    return { kind: 'sent', resendAfterSeconds: pauseSeconds, expiresInSeconds: lifetimeSeconds };
  }
  const secondsUntil = (moment: number) => Math.max(1, Math.ceil((moment - now) / 1000));
  const seconds = secondsUntil(row.nextAt);
  if (row.standsUntil === null || row.reason === 'work' || row.reason === 'off')
    return { kind: row.reason, seconds };
  return { kind: 'standing', resendAfterSeconds: seconds, expiresInSeconds: secondsUntil(row.standsUntil) };
}
