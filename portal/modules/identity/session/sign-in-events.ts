import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { newId } from '#platform/uuid.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { loginDigest } from '../../codes/public.ts';
import type { SignInWay } from './user-store.ts';

/** What came of a try to sign in; of a second step where the event has its method. */
export type SignInOutcome =
  | 'success'
  /** The first step is right; the second one is asked for. */
  | 'secondStep'
  /** The code is right, but a code alone lets nobody in whose second step is the SMS. */
  | 'passwordNeeded'
  | 'codeAsked'
  | 'wrongPassword'
  | 'wrongCode'
  | 'codeExpired'
  | 'unknownLogin'
  | 'blocked'
  | 'tooManyAttempts'
  | 'tooManyCodes'
  | 'codeSignInOff'
  /** Right, but the server failed or was busy, or the access changed meanwhile. */
  | 'unfinished';

/** Somebody's try. */
export interface SignInTry {
  readonly kind: 'person' | 'entity' | 'admin';
  /** Phone or confirmed e-mail, account, login in small letters. */
  readonly login: string;
  /** Of an entity: which person of the company it is. */
  readonly uniqueCode?: string;
  readonly way: SignInWay;
  readonly address: string;
  readonly device: string;
}

/** SQL of whose login it is. */
function ownerOf({ kind, login, uniqueCode = '' }: SignInTry): RawBuilder<unknown> {
  if (kind === 'admin') {
    return sql`
      select identity_id, blocked_at from portal.administrator join portal.identity using (identity_id)
       where administrator.login = ${login}`;
  }
  if (kind === 'entity') {
    return sql`
      select identity.identity_id, identity.blocked_at from portal.identity_account owned
        left join portal.company_member member
          on member.company_id = owned.identity_id and member.unique_code = ${uniqueCode} and member.ended_at is null
        join portal.identity on identity.identity_id = coalesce(member.identity_id, owned.identity_id)
       where owned.account_number = ${login} and owned.owner_type = 'entity'`;
  }
  return login.includes('@')
    ? sql`select identity_id, blocked_at from portal.identity
           where lower(email) = lower(${login}) and identity_type = 'person' and email_confirmed_at is not null`
    : sql`select identity_id, blocked_at from portal.identity where phone = ${login} and identity_type = 'person'`;
}

/** Outcomes that may come by the thousand, since nothing was looked at: one row of an hour, a login and an address has them all. */
const folded: readonly SignInOutcome[] = ['tooManyAttempts', 'tooManyCodes', 'codeSignInOff'];
const hourMs = 3_600_000;

function foldedId(digest: Buffer, { way, address }: SignInTry, outcome: SignInOutcome, at: Instant): string {
  const hour = Math.floor(at / hourMs);
  const parts = ['sign-in-event', digest.toString('hex'), way, address, outcome, hour];
  const hex = createHash('sha256').update(parts.join('|')).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/**
 * Keeps what came of a try, in the transaction of what it was judged by. Refusals of a login that is nobody's or of somebody who
 * is blocked say so, after the same work. A login that no administrator has is kept as a digest alone. `eventId`: the event is
 * settled later.
 */
export async function noteSignInTry(
  db: PortalDatabase,
  tried: SignInTry,
  outcome: SignInOutcome,
  at: Instant,
  eventId?: string,
): Promise<void> {
  const digest = loginDigest(tried);
  const isFolded = folded.includes(outcome);
  const id = eventId ?? (isFolded ? foldedId(digest, tried, outcome, at) : newId());
  const moment = instantToIso(at);
  await sql`
    insert into portal.sign_in_event as kept
      (event_id, happened_at, last_at, kind, login, login_digest, identity_id, address, device, way, outcome)
    select ${id}::uuid, ${moment}::timestamptz, ${moment}::timestamptz, ${tried.kind}::text,
           case when ${tried.kind}::text = 'admin' and owner.identity_id is null then null else ${tried.login}::text end,
           ${digest}::bytea, owner.identity_id, ${tried.address}, ${tried.device}, ${tried.way},
           case when ${outcome}::text not in ('wrongPassword', 'wrongCode', 'unknownLogin') then ${outcome}::text
                when owner.identity_id is null then 'unknownLogin'
                when owner.blocked_at is not null then 'blocked' else ${outcome}::text end
      from (select) as one left join (${ownerOf(tried)}) as owner on true
    on conflict (event_id) do update set tries = kept.tries + 1, last_at = greatest(kept.last_at, excluded.last_at)
  `.execute(db);
}

/** SQL that settles an event, as a statement or as a part of one; nothing unless `when` holds. */
export function eventSettling(
  eventId: string | undefined,
  outcome: SignInOutcome,
  when: RawBuilder<boolean> = sql`true`,
): RawBuilder<unknown> {
  return sql`
    update portal.sign_in_event set outcome = ${outcome} where event_id = ${eventId ?? null}::uuid and ${when}
  `;
}

/**
 * Keeps what came of the second step of a sign-in; nothing when there was no such challenge. The login is that of the first step,
 * the newest event of the identity that is no second step.
 */
export async function noteSecondStep(
  db: PortalDatabase,
  challengeId: string,
  { address, device }: Pick<SignInTry, 'address' | 'device'>,
  outcome: SignInOutcome,
  at: Instant,
  eventId: string = newId(),
): Promise<void> {
  const moment = instantToIso(at);
  await sql`
    insert into portal.sign_in_event
      (event_id, happened_at, last_at, kind, login, login_digest, identity_id, address, device, way, factor, outcome)
    select ${eventId}::uuid, ${moment}::timestamptz, ${moment}::timestamptz, first.kind, first.login, first.login_digest,
           first.identity_id, ${address}, ${device}, challenge.way, challenge.method, ${outcome}
      from portal.sign_in_challenge challenge
      cross join lateral (
        select kind, login, login_digest, identity_id from portal.sign_in_event event
         where event.identity_id = challenge.identity_id and event.factor is null
         order by event.happened_at desc, event.event_id desc limit 1) as first
     where challenge.challenge_id = ${challengeId}::uuid
  `.execute(db);
}

/** Deletes events from before a moment. */
export async function deleteOldSignIns(db: PortalDatabase, before: Instant, limit: number): Promise<number> {
  const old = instantToIso(before);
  const { numAffectedRows } = await sql`
    delete from portal.sign_in_event where last_at < ${old}::timestamptz and event_id in (
      select event_id from portal.sign_in_event where last_at < ${old}::timestamptz and happened_at < ${old}::timestamptz
       limit ${limit}::integer)`.execute(db);
  return Number(numAffectedRows ?? 0n);
}
