import type { Instant } from '#domain/time/instant.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** 5 failures in 15 minutes exhaust the attempts of a login, or slow them (0077). Source: product.md section 4. */
export const maxFailures = 5;
export const spanMs = 15 * minuteMs;

/** A /48 of IPv6 has ten times the limit of an address. */
export const wideNetworkFactor = 10;

/** A network is known for this long after a sign-in from it. */
export const networkDays = 90;
export const knownNetworkMs = networkDays * dayMs;

/** Logins whose failures are counted for each known network apart, and for all strangers together (0077). */
const kindsByNetwork = ['person', 'entity', 'admin'];

const slowAfterPerDay = 50;
const maxNewNetworksPerDay = 100;

/** Whether failures of a login of this kind are counted by networks. */
function countsByNetwork(kind: string): boolean {
  return kindsByNetwork.includes(kind);
}

/** How long attempts of a login matter. */
export function attemptWindowMs(kind: string): number {
  return countsByNetwork(kind) ? dayMs : spanMs;
}

/** An attempt of a login within its window. */
export interface PastAttempt {
  readonly at: Instant;
  readonly succeeded: boolean;
  /** Whether it was counted for a known network; else for all strangers together. */
  readonly ofKnownNetwork: boolean;
  readonly wideNetwork: string;
}

/** What is known, under the locks of the address and of the login, when an attempt is asked for. */
export interface AttemptFacts {
  /** The latest failures of the address within the span: the one that reaches the limit of the address; null: not reached. */
  readonly limitingOfAddress: Instant | null;
  /** The same of the /48 of IPv6, by its own limit. */
  readonly limitingOfWideNetwork: Instant | null;
  /** Whether the login was used from the caller's network, or the network is trusted. */
  readonly isKnownNetwork: boolean;
  /** Attempts of the login: of strangers, and of the caller's network when it is known. */
  readonly attempts: readonly PastAttempt[];
}

/** An attempt that is asked for. */
export interface AskedAttempt {
  readonly kind: string;
  readonly wideNetwork: string;
  readonly maxFailures: number;
  readonly at: Instant;
}

export type AttemptDecision =
  /** For whom it is counted. */
  | { readonly kind: 'taken'; readonly ofKnownNetwork: boolean }
  | { readonly kind: 'exhausted'; readonly freesAt: Instant };

const after = (moment: Instant, ms: number) => (moment + ms) as Instant;

/** When the next attempt may be taken of a login whose failures since its last success, in 15 minutes, exhaust it. */
function freeByLogin(attempts: readonly PastAttempt[], most: number): Instant | undefined {
  const since = Math.max(...attempts.filter(({ succeeded }) => succeeded).map(({ at }) => at));
  const failures = attempts.filter(({ succeeded, at }) => !succeeded && at >= since).map(({ at }) => at);
  const limiting = failures.sort((a, b) => b - a)[most - 1];
  return limiting === undefined ? undefined : after(limiting, spanMs);
}

/**
 * The same where networks are counted apart. Five failures are free; then one a minute, after fifty in a day one in five
 * minutes: for a known network by itself, for all strangers together. A stranger that has not failed for a day is not held
 * up by the others, up to a hundred networks a day.
 */
function freeByNetwork(
  attempts: readonly PastAttempt[],
  ofKnownNetwork: boolean,
  { wideNetwork, maxFailures: most, at }: AskedAttempt,
): Instant | undefined {
  const counted = attempts.filter((one) => one.ofKnownNetwork === ofKnownNetwork);
  const successes = counted.filter((one) => one.succeeded && one.at > at - spanMs).map((one) => one.at);
  const since = Math.max(at - spanMs, ...successes);
  const failures = counted.filter(({ succeeded }) => !succeeded);
  const recent = failures.filter((one) => one.at >= since).length;
  if (recent < most && failures.length < slowAfterPerDay) return undefined;
  const networks = new Set(failures.map((one) => one.wideNetwork));
  const isNewStranger = !ofKnownNetwork && !networks.has(wideNetwork);
  if (isNewStranger && networks.size < maxNewNetworksPerDay) return undefined;
  const last = Math.max(...failures.map((one) => one.at)) as Instant;
  return after(last, failures.length < slowAfterPerDay ? minuteMs : 5 * minuteMs);
}

/** Decides whether an attempt may be taken; the limits of the address come before those of the login. */
export function decideAttempt(facts: AttemptFacts, asked: AskedAttempt): AttemptDecision {
  const byAddress = [facts.limitingOfAddress, facts.limitingOfWideNetwork].filter(
    (moment) => moment !== null,
  );
  if (byAddress.length > 0) {
    return { kind: 'exhausted', freesAt: after(Math.max(...byAddress) as Instant, spanMs) };
  }
  const windowed = facts.attempts.filter(({ at }) => at > asked.at - attemptWindowMs(asked.kind));
  const byNetwork = countsByNetwork(asked.kind);
  const ofKnownNetwork = byNetwork && facts.isKnownNetwork;
  const freesAt = byNetwork
    ? freeByNetwork(windowed, ofKnownNetwork, asked)
    : freeByLogin(windowed, asked.maxFailures);
  if (freesAt !== undefined && freesAt > asked.at) return { kind: 'exhausted', freesAt };
  return { kind: 'taken', ofKnownNetwork };
}
