import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { confirmationAlphabet, confirmationLength } from '#domain/identifiers/confirmation-code.ts';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { newId } from '#platform/uuid.ts';
import { networkOf } from '#portal/http/network-of.ts';
import type { PortalServices } from '#portal/http/route.ts';
import { queueing } from '../messages/public.ts';
import { type CodeSubject, codeDigest, contactDigest, subjectDigest } from './code-digests.ts';

const lifetimeSeconds = 5 * 60;
const pauseSeconds = 60;
const mostOfContact = 5;

/** A code that is asked for. */
export interface CodeAsk extends CodeSubject {
  readonly condition: 'always' | 'knownPerson' | 'knownEntity';
  readonly address: string;
}

export type IssuedCode =
  | { readonly kind: 'sent'; readonly resendAfterSeconds: number; readonly expiresInSeconds: number }
  | { readonly kind: 'tooSoon'; readonly seconds: number };

function newCode(): string {
  const sign = () => confirmationAlphabet.charAt(randomInt(confirmationAlphabet.length));
  return Array.from({ length: confirmationLength }, sign).join('');
}

/**
 * Issues a code and queues its message, in one statement: 5 minutes, not sooner than 60 seconds after the last, at most 5 an hour for a
 * contact (product.md section 4); those of the second step are counted apart (decision 0029). The code before it of the
 * same network stands no more.
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
  const queued = queueing(services, [message], now, sql`(select next_at from issued) is null`);
  const { rows } = await sql<{ next_at: number | null }>`
    with issued as materialized (
      select portal.issue_code(
        ${subjectDigest(secret, ask)}::bytea, ${ask.purpose}::text, ${newId()}::uuid,
        ${contactDigest(secret, ask.contact)}::bytea, ${codeDigest(secret, ask, code)}::bytea, ${networkOf(ask.address)}::text,
        ${instantToIso(now)}::timestamptz, ${instantToIso(expiresAt)}::timestamptz,
        pg_catalog.make_interval(secs => ${pauseSeconds}::integer), ${mostOfContact}::integer,
        ${config.codesPerAddress}::integer, ${config.codesPerMinute}::integer
      ) as next_at
    ), ${queued.parts}
    select next_at, ${queued.jobs} as jobs from issued
  `.execute(db);
  const nextAt = rows[0]?.next_at ?? null;
  if (nextAt === null) {
    return { kind: 'sent', resendAfterSeconds: pauseSeconds, expiresInSeconds: lifetimeSeconds };
  }
  return { kind: 'tooSoon', seconds: Math.max(1, Math.ceil((nextAt - now) / 1000)) };
}
