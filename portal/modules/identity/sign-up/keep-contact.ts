import { sql } from 'kysely';
import type { Instant } from '#domain/time/instant.ts';
import type { PortalServices } from '#portal/http/route.ts';
import {
  type Attempt,
  attemptRelease,
  type CodeAnswer,
  type CodeAttempt,
  codeTrying,
} from '#portal/modules/codes/public.ts';
import { queueing } from '../../outbox/public.ts';
import { contactUpdate } from './profile-store.ts';

/** A contact whose code was looked at. */
export interface CheckedContactChange {
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
 * Uses the code, keeps the contact and tells the former one, in one statement of the caller's transaction: all when the
 * code is right, else nothing but the count of a wrong code. A unique index refuses a contact that is another person's.
 */
export async function keepContact(
  services: Pick<PortalServices, 'db' | 'keys'>,
  { identityId, kind, value, former, guess, attempts }: CheckedContactChange,
  at: Instant,
): Promise<CodeAnswer> {
  const isRight = sql<boolean>`(select answer from used) = 'right'`;
  const message = {
    channel: kind === 'phone' ? 'sms' : 'mail',
    recipient: former,
    kind: 'contactChanged',
    params: { contact: kind },
  } as const;
  const told = former === '' || former === value ? [] : [message];
  const queued = queueing(services, told, at, sql`exists (select from changed)`);
  const { rows } = await sql<{ answer: CodeAnswer }>`
    with used as materialized (select ${codeTrying(services, guess, 'use', at)} as answer),
    changed as (${contactUpdate(identityId, { kind, value }, at, isRight)}),
    released as (${attemptRelease(attempts, isRight)}),
    ${queued.parts}
    select answer, ${queued.jobs} as jobs from used
  `.execute(services.db);
  return rows[0]?.answer ?? 'wrong';
}
