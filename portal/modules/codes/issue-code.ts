import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { confirmationAlphabet, confirmationLength } from '#domain/identifiers/confirmation-code.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { newId } from '#platform/uuid.ts';
import { type CallFailure, fail } from '#portal/http/call-result.ts';
import { networkOf } from '#portal/http/network-of.ts';
import type { PortalServices } from '#portal/http/route.ts';
import { queueing } from '../messages/public.ts';
import { type CodeSubject, codeDigest, contactDigest, loginOfCode, subjectDigest } from './code-digests.ts';
import { codesUsedUp } from './try-code.ts';
import { type WorkDone, workIdOf } from './work.ts';

const lifetimeSeconds = 5 * 60;
const pauseSeconds = 60;
const mostOfContact = 5;

/** A code that is asked for. */
export interface CodeAsk extends CodeSubject {
  readonly condition: 'always' | 'knownPerson' | 'knownEntity';
  readonly address: string;
  /** What the browser found for a challenge, where it may be asked for one; absent: nothing was found. */
  readonly work?: WorkDone | undefined;
}

export type IssuedCode =
  | { readonly kind: 'sent'; readonly resendAfterSeconds: number; readonly expiresInSeconds: number }
  | { readonly kind: 'tooSoon'; readonly seconds: number }
  /** The codes of the day are used up, or three in a row were not answered. */
  | { readonly kind: 'dayFull'; readonly seconds: number }
  /** The address has asked for many codes: the next one costs work. */
  | { readonly kind: 'work'; readonly seconds: number }
  /** Sign-in by code is off for the phone. */
  | { readonly kind: 'off'; readonly seconds: number };

function newCode(): string {
  const sign = () => confirmationAlphabet.charAt(randomInt(confirmationAlphabet.length));
  return Array.from({ length: confirmationLength }, sign).join('');
}

/** Whether somebody has this phone or confirmed e-mail: a share of the ceiling is kept for them. */
function knownPhone(contact: string) {
  return sql`exists (select from portal.identity where phone = ${contact})`;
}

/** What is said to somebody who gets no code now. */
export function failureOfIssue({ kind, seconds }: Exclude<IssuedCode, { kind: 'sent' }>): CallFailure {
  if (kind === 'work') return fail('identity.workNeeded');
  if (kind === 'off') return fail('identity.codeSignInOff');
  if (kind === 'dayFull') return codesUsedUp(seconds);
  return { ...fail('common.tooManyRequests', { seconds }), retryAfterSeconds: seconds };
}

/**
 * Issues a code and queues its message, in one statement: 5 minutes, not sooner than 60 seconds after the last, at most 5 an hour for a
 * contact (product.md section 4), ten a day, three in a row that nobody answered (decision 0077); those of the second step
 * are counted apart (decision 0029). The code before it of the same network stands no more.
 */
export async function issueCode(
  services: Pick<PortalServices, 'db' | 'secretFor' | 'config'>,
  ask: CodeAsk,
  now: Instant,
): Promise<IssuedCode> {
  const { db, secretFor, config } = services;
  const secret = secretFor('codes');
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
  const workId = ask.work && workIdOf(secretFor('code-work'), ask.work, ask.address, now);
  const isSent = sql<boolean>`(select next_at is null and not is_silent from issued)`;
  const queued = queueing(services, [message], now, isSent);
  const isKnownPhone = ask.purpose === 'access' ? sql`true` : knownPhone(ask.contact);
  const { rows } = await sql<{ nextAt: number | null; reason: 'tooSoon' | 'dayFull' | 'work' | 'off' }>`
    with issued as materialized (
      select * from portal.issue_code(
        ${subjectDigest(secret, ask)}::bytea, ${ask.purpose}::text, ${newId()}::uuid,
        ${contactDigest(secret, ask.contact)}::bytea, ${codeDigest(secret, ask, code)}::bytea, ${networkOf(ask.address)}::text,
        ${instantToIso(now)}::timestamptz, ${instantToIso(expiresAt)}::timestamptz,
        pg_catalog.make_interval(secs => ${pauseSeconds}::integer), ${mostOfContact}::integer,
        ${config.codesPerAddress}::integer, ${config.codesPerMinute}::integer,
        ${loginOfCode(ask) ?? null}::bytea, ${isKnownPhone},
        ${canWork ? config.codesWithoutWork : 0}::integer, ${workId ?? null}::uuid
      )
    ), ${queued.parts}
    select next_at as "nextAt", reason, ${queued.jobs} as jobs from issued
  `.execute(db);
  const [row] = rows;
  if (row === undefined || row.nextAt === null) {
    return { kind: 'sent', resendAfterSeconds: pauseSeconds, expiresInSeconds: lifetimeSeconds };
  }
  return { kind: row.reason, seconds: Math.max(1, Math.ceil((row.nextAt - now) / 1000)) };
}
