import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { type Instant, instantToIso } from '#domain/time/instant.ts';
import { inTransaction } from '#platform/database/database.ts';
import {
  bool,
  nullable,
  ofOuterJoin,
  type RowOf,
  text,
  timestamptz,
  typedSql,
} from '#platform/database/typed-sql.ts';
import { newId } from '#platform/uuid.ts';
import { type CallFailure, fail } from '#portal/http/call-result.ts';
import { networkOf, wideNetworkOf } from '#portal/http/session/network-of.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import {
  type AttemptFacts,
  attemptWindowMs,
  decideAttempt,
  knownNetworkMs,
  maxFailures,
  type PastAttempt,
  spanMs,
  wideNetworkFactor,
} from './attempt-rules.ts';
import { lockCounts } from './count-locks.ts';

export interface Attempt {
  readonly digest: Buffer;
  readonly attemptId: string;
  readonly at: Instant;
}

/** What somebody signs in with, or guesses at. */
export interface Login {
  /** 'person', 'entity', 'admin', 'own', 'factor', 'signup', 'add', 'addTo', 'code'. */
  readonly kind: string;
  readonly login: string;
}

/** Whose attempts are counted. */
export interface AttemptLogin extends Login {
  readonly address: string;
  /** The network is known whatever it was used for: one of the configured networks of administrators. */
  readonly isTrusted?: boolean;
}

export type TakenAttempt =
  | { readonly kind: 'taken'; readonly attempt: Attempt }
  | { readonly kind: 'exhausted'; readonly minutes: number };

/** Attempts are kept under a digest, so that the table tells nobody's phone. */
export function loginDigest({ kind, login }: Login): Buffer {
  return createHash('sha256').update(`${kind}:${login}`).digest();
}

/** Digest of the network of an address for one login: the only stored form of a known network. */
function networkDigest(digest: Buffer, address: string): Buffer {
  return createHash('sha256')
    .update(digest)
    .update(wideNetworkOf(networkOf(address)))
    .digest();
}

/** How many failures exhaust a login (default: 5), and its address (0: no limit of addresses). */
export interface AttemptLimits {
  readonly login: AttemptLogin;
  readonly most?: number;
  readonly maxPerAddress?: number;
}

/** SQL of the moment of the n-th latest failure that meets a condition since a moment; no row: there are fewer. */
function limitingFailure(condition: RawBuilder<boolean>, since: Instant, nth: number): RawBuilder<unknown> {
  return sql`
    select attempted_at from portal.sign_in_attempt
     where ${condition} and not succeeded and attempted_at > ${instantToIso(since)}::timestamptz
     order by attempted_at desc offset ${nth - 1}::integer limit 1
  `;
}

const factColumns = {
  limitingOfAddress: nullable(timestamptz<Instant>()),
  limitingOfWideNetwork: nullable(timestamptz<Instant>()),
  isKnownNetwork: bool(),
  /** null: the login has no attempts. */
  at: nullable(timestamptz<Instant>()),
  succeeded: ofOuterJoin(bool()),
  ofKnownNetwork: bool(),
  wideNetwork: ofOuterJoin(text()),
};
type FactRow = RowOf<typeof factColumns>;

/** Reads what an attempt is decided by. The caller holds the locks of the address and of the login. */
async function readAttemptFacts(
  db: PortalDatabase,
  { login, maxPerAddress = 0 }: AttemptLimits,
  at: Instant,
): Promise<AttemptFacts> {
  const digest = loginDigest(login);
  const known = networkDigest(digest, login.address);
  const network = networkOf(login.address);
  const wide = wideNetworkOf(network);
  const since = (at - spanMs) as Instant;
  const nothing = sql`null::timestamptz`;
  const ofAddress =
    maxPerAddress === 0 ? nothing : limitingFailure(sql`address = ${network}`, since, maxPerAddress);
  const ofWideNetwork =
    maxPerAddress === 0 || !network.includes(':')
      ? nothing
      : limitingFailure(sql`wide_network = ${wide}`, since, wideNetworkFactor * maxPerAddress);
  const windowStart = instantToIso((at - attemptWindowMs(login.kind)) as Instant);
  const { rows } = await typedSql(factColumns)`
    select (${ofAddress}) as "limitingOfAddress", (${ofWideNetwork}) as "limitingOfWideNetwork",
           ${isKnownNetwork(digest, login.address, at)} as "isKnownNetwork",
           past.attempted_at as at, past.succeeded, past.network_digest is not null as "ofKnownNetwork",
           past.wide_network as "wideNetwork"
      from (select 1) as one
      left join portal.sign_in_attempt past
        on past.login_digest = ${digest}::bytea and past.attempted_at > ${windowStart}::timestamptz
       and coalesce(past.network_digest, ${known}::bytea) = ${known}::bytea
  `.execute(db);
  const [facts] = rows;
  if (facts === undefined) throw new Error('no facts to decide an attempt by');
  const { limitingOfAddress, limitingOfWideNetwork } = facts;
  return {
    limitingOfAddress,
    limitingOfWideNetwork,
    isKnownNetwork: login.isTrusted === true || facts.isKnownNetwork,
    attempts: rows.filter((row): row is FactRow & PastAttempt => row.at !== null),
  };
}

/** SQL of whether a login was used from the network of an address. */
export function isKnownNetwork(digest: Buffer, address: string, at: Instant): RawBuilder<boolean> {
  const since = (at - knownNetworkMs) as Instant;
  return sql`exists (
    select from portal.known_network known
     where known.login_digest = ${digest}::bytea and known.network_digest = ${networkDigest(digest, address)}::bytea
       and known.seen_at > ${instantToIso(since)}::timestamptz)`;
}

/**
 * Takes an attempt before the secret is looked at, in the caller's transaction or one of its own; it counts as failed until
 * `markSucceeded`. Exhausted, by the login or by the failures of the address: how many minutes to wait, at least 1.
 * Attempts of one login, and of one address whose failures are limited, wait for each other until that transaction ends,
 * so that guesses made at once on several servers can't slip past the limit.
 */
export async function takeAttempt(
  db: PortalDatabase,
  limits: AttemptLimits,
  at: Instant,
): Promise<TakenAttempt> {
  const { login, most = maxFailures, maxPerAddress = 0 } = limits;
  const digest = loginDigest(login);
  const network = networkOf(login.address);
  const wideNetwork = wideNetworkOf(network);
  return inTransaction(db, async (transaction) => {
    await lockCounts(transaction, { ...(maxPerAddress > 0 && { network }), login: digest });
    const facts = await readAttemptFacts(transaction, limits, at);
    const decision = decideAttempt(facts, { kind: login.kind, wideNetwork, maxFailures: most, at });
    if (decision.kind === 'exhausted') {
      return { kind: 'exhausted', minutes: Math.max(1, Math.ceil((decision.freesAt - at) / 60_000)) };
    }
    const attempt = { digest, attemptId: newId(), at };
    await transaction
      .insertInto('portal.sign_in_attempt')
      .values({
        login_digest: digest,
        attempted_at: instantToIso(at),
        attempt_id: attempt.attemptId,
        succeeded: false,
        address: network,
        wide_network: wideNetwork,
        network_digest: decision.ofKnownNetwork ? networkDigest(digest, login.address) : null,
      })
      .execute();
    return { kind: 'taken', attempt };
  });
}

/**
 * Takes an attempt of each of two logins, the second only when the first is not exhausted. When the second is, the first
 * counts for nothing.
 */
export async function takeTwoAttempts(
  db: PortalDatabase,
  limits: readonly [AttemptLimits, AttemptLimits],
  at: Instant,
): Promise<
  | { readonly kind: 'taken'; readonly attempts: readonly Attempt[] }
  | Extract<TakenAttempt, { kind: 'exhausted' }>
> {
  const first = await takeAttempt(db, limits[0], at);
  if (first.kind === 'exhausted') return first;
  const second = await takeAttempt(db, limits[1], at);
  if (second.kind === 'taken') return { kind: 'taken', attempts: [first.attempt, second.attempt] };
  await releaseAttempt(db, first.attempt);
  return second;
}

/** SQL by which an attempt clears the failures before it, as a statement or as a part of one; nothing unless `when` holds. */
export function attemptSuccess(
  { digest, at, attemptId }: Attempt,
  when: RawBuilder<boolean> = sql`true`,
): RawBuilder<unknown> {
  return sql`
    update portal.sign_in_attempt set succeeded = true
     where login_digest = ${digest}::bytea and attempted_at = ${instantToIso(at)}::timestamptz
       and attempt_id = ${attemptId}::uuid and ${when}
  `;
}

/** The attempt was the customer's own: it clears the failures before it. */
export async function markSucceeded(db: PortalDatabase, attempt: Attempt): Promise<void> {
  await attemptSuccess(attempt).execute(db);
}

/**
 * The failures of logins count no more, as after a sign-in: their owner has proved by another way who it is. Those of the
 * address stay; the networks are known from now on, and wrong codes count no more.
 */
export async function clearFailures(
  db: PortalDatabase,
  logins: readonly AttemptLogin[],
  at: Instant,
): Promise<void> {
  if (logins.length === 0) return;
  // Two successes of each: for all strangers together, and for the network that is known from now on.
  const successes = logins.flatMap((login) => {
    const digest = loginDigest(login);
    const network = networkOf(login.address);
    return [null, networkDigest(digest, login.address)].map((known) => ({
      login_digest: digest,
      attempted_at: instantToIso(at),
      attempt_id: newId(),
      succeeded: true,
      address: network,
      wide_network: wideNetworkOf(network),
      network_digest: known,
    }));
  });
  await inTransaction(db, async (transaction) => {
    await noteSignIn(transaction, logins, at);
    await transaction.insertInto('portal.sign_in_attempt').values(successes).execute();
  });
}

/** SQL that forgets attempts, as a statement or as a part of what was done instead of judging them; nothing unless `when` holds. */
export function attemptRelease(
  attempts: readonly Attempt[],
  when: RawBuilder<boolean> = sql`true`,
): RawBuilder<unknown> {
  const digests = attempts.map(({ digest }) => digest);
  const ids = attempts.map(({ attemptId }) => attemptId);
  const moments = attempts.map(({ at }) => instantToIso(at));
  return sql`
    delete from portal.sign_in_attempt
     using unnest(${digests}::bytea[], ${ids}::uuid[], ${moments}::timestamptz[]) as released (digest, id, at)
     where login_digest = released.digest and attempted_at = released.at and attempt_id = released.id and ${when}
  `;
}

/** The attempts were never checked: they count for nothing. */
export async function releaseAttempts(db: PortalDatabase, attempts: readonly Attempt[]): Promise<void> {
  await attemptRelease(attempts).execute(db);
}

/** The attempt was never checked: it counts for nothing. */
export async function releaseAttempt(db: PortalDatabase, attempt: Attempt): Promise<void> {
  await releaseAttempts(db, [attempt]);
}

/** The attempts of a login or an address are used up. */
export function attemptsExhausted(minutes: number): CallFailure {
  return { ...fail('identity.attemptsExhausted', { minutes }), retryAfterSeconds: minutes * 60 };
}

/** SQL that keeps the networks of logins as known; those without an address are passed over. */
function networksNoting(logins: readonly AttemptLogin[], at: Instant): RawBuilder<unknown> {
  const noted = logins.filter(({ address }) => address !== '');
  const digests = noted.map(loginDigest);
  const networks = noted.map(({ address }, index) => networkDigest(digests[index] ?? Buffer.of(), address));
  return sql`
    insert into portal.known_network (login_digest, network_digest, seen_at)
    select digest, network, ${instantToIso(at)}::timestamptz
      from unnest(${digests}::bytea[], ${networks}::bytea[]) as noted (digest, network)
    on conflict (login_digest, network_digest) do update set seen_at = greatest(known_network.seen_at, excluded.seen_at)
  `;
}

/** The networks are known for logins whose session is used from them. */
export async function noteNetworks(
  db: PortalDatabase,
  logins: readonly AttemptLogin[],
  at: Instant,
): Promise<void> {
  await networksNoting(logins, at).execute(db);
}

/** The owner of logins came in: the networks are known, and wrong codes of these logins count no more, but as guesses at digits. */
export async function noteSignIn(
  db: PortalDatabase,
  logins: readonly AttemptLogin[],
  at: Instant,
): Promise<void> {
  const ofLogins = sql`login_digest = any(${logins.map(loginDigest)}::bytea[])`;
  await sql`
    with noted as (${networksNoting(logins, at)}),
    kept as (update portal.wrong_code_count set wrong = 0 where ${ofLogins} and digit_guesses > 0)
    delete from portal.wrong_code_count where ${ofLogins} and digit_guesses = 0
  `.execute(db);
}
