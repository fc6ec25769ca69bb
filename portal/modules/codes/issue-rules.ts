import type { Instant } from '#domain/time/instant.ts';
import type { CodePurpose } from './code-digests.ts';
import { maxWrongCodes } from './try-rules.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** A code is good for so long. Source: product.md section 4. */
export const lifetimeMs = 5 * minuteMs;
/** Between two codes of a contact. Source: product.md section 4. */
export const pauseMs = minuteMs;
const maxPerContactInHour = 5;
const maxPerContactInDay = 10;
/** Of the ten of a day; the others are kept for known networks. */
const maxOfStrangersInDay = 6;
const maxUnanswered = 3;
const unansweredPauseMs = 3 * hourMs;
const offMs = dayMs;

/** How far back codes of a contact, of an address and of all matter. */
export const windows = {
  contactMs: 2 * dayMs,
  addressMs: hourMs,
  allMs: minuteMs,
} as const;

/** The limits of a deployment; 0: none. */
export interface IssueLimits {
  readonly codesPerAddress: number;
  readonly codesPerMinute: number;
  /** After so many codes of an address in an hour each further one takes work. */
  readonly codesWithoutWork: number;
}

/** A code that was issued to a contact within two days. */
export interface PastCode {
  readonly at: Instant;
  readonly isSecondStep: boolean;
  /** Whether it was asked for from a known network of the login. */
  readonly fromKnown: boolean;
  /** When it was proved or used; null: nobody answered. */
  readonly answeredAt: Instant | null;
}

/** What is known, under the locks of the address and of the contact, when a code is asked for. */
export interface IssueFacts {
  readonly isKnownNetwork: boolean;
  /** Whether somebody has this phone: a share of the ceiling is kept for them. */
  readonly isKnownPhone: boolean;
  readonly wrongCodes: number;
  /** Newest first. */
  readonly ofContact: readonly PastCode[];
  /** The latest codes of the address within the hour: the one that reaches its limit; null: not reached. */
  readonly limitingOfAddress: Instant | null;
  /** The same of the /48 of IPv6, by ten times the limit. */
  readonly limitingOfWideNetwork: Instant | null;
  /** The same of the whole deployment within the minute. */
  readonly limitingOfAll: Instant | null;
  /** Codes of the address within the hour, and codes sent by the whole deployment within the minute; not of the second step. */
  readonly countOfAddress: number;
  readonly countOfAll: number;
  /** Whether work was done for this code that was not taken before. */
  readonly hasWork: boolean;
}

export interface AskedCode {
  readonly purpose: CodePurpose;
  /** Whether the asker may be made to work: not somebody signed in, or with the right password. */
  readonly canWork: boolean;
  readonly at: Instant;
}

export type IssueDecision =
  | {
      readonly kind: 'issued';
      readonly fromKnown: boolean;
      /** Nothing is sent: the ceiling's share of strangers is used up. */
      readonly isSilent: boolean;
      readonly takesWork: boolean;
    }
  | { readonly kind: 'tooSoon' | 'dayFull' | 'work' | 'off'; readonly nextAt: Instant };

const after = (moment: Instant, ms: number) => (moment + ms) as Instant;
const latest = (moments: readonly (Instant | undefined)[]) => {
  const given = moments.filter((moment) => moment !== undefined);
  return given.length === 0 ? undefined : (Math.max(...given) as Instant);
};

/** When the code that reaches a limit in a window leaves it; undefined: the limit is not reached. `codes`: newest first. */
function freedAt(
  codes: readonly PastCode[],
  limit: number,
  windowMs: number,
  at: Instant,
): Instant | undefined {
  const limiting = codes.filter((code) => code.at > at - windowMs)[limit - 1];
  return limiting && after(limiting.at, windowMs);
}

const freedFrom = (limiting: Instant | null, windowMs: number) =>
  limiting === null ? undefined : after(limiting, windowMs);

/** Known networks of a login have a pause and an hour of their own, and so has the second step. */
function tooSoonUntil(facts: IssueFacts, { purpose, at }: AskedCode): Instant | undefined {
  const isSecondStep = purpose === 'secondFactor';
  const alike = facts.ofContact.filter(
    (code) => code.isSecondStep === isSecondStep && code.fromKnown === facts.isKnownNetwork,
  );
  return latest([
    freedAt(alike, 1, pauseMs, at),
    freedAt(alike, maxPerContactInHour, hourMs, at),
    freedFrom(facts.limitingOfAddress, windows.addressMs),
    freedFrom(facts.limitingOfWideNetwork, windows.addressMs),
    isSecondStep ? undefined : freedFrom(facts.limitingOfAll, windows.allMs),
  ]);
}

/**
 * Ten codes a day, of which strangers have six. A row of three that nobody answered, of known networks or of strangers,
 * makes the next one wait for three hours.
 */
function dayFullUntil(facts: IssueFacts, { at }: AskedCode): Instant | undefined {
  const { isKnownNetwork } = facts;
  const codes = facts.ofContact.filter(({ isSecondStep }) => !isSecondStep);
  const answeredAt = Math.max(...facts.ofContact.map((code) => code.answeredAt ?? Number.NEGATIVE_INFINITY));
  const unanswered = codes.filter(
    (code) => code.fromKnown === isKnownNetwork && code.at > Math.max(at - dayMs, answeredAt),
  );
  const last = unanswered[0]?.at;
  const isWaiting = unanswered.length >= maxUnanswered && last !== undefined && last > at - unansweredPauseMs;
  const ofStrangers = isKnownNetwork ? [] : codes.filter(({ fromKnown }) => !fromKnown);
  return latest([
    freedAt(codes, maxPerContactInDay, dayMs, at),
    freedAt(ofStrangers, maxOfStrangersInDay, dayMs, at),
    isWaiting ? after(last, unansweredPauseMs) : undefined,
  ]);
}

/**
 * Decides whether a code is issued: not while wrong codes have switched the sign-in by code off, nor too soon, nor after
 * the codes of the day; then work may be asked for. Codes of the second step have a budget of their own: who knows only a
 * phone must not close the step of its owner. A fifth of the ceiling is kept for phones that somebody has: the others hear
 * the same, and nothing is sent.
 */
export function decideIssue(facts: IssueFacts, asked: AskedCode, limits: IssueLimits): IssueDecision {
  const { purpose, canWork, at } = asked;
  if (purpose === 'login' && facts.wrongCodes >= maxWrongCodes)
    return { kind: 'off', nextAt: after(at, offMs) };
  const tooSoon = tooSoonUntil(facts, asked);
  if (tooSoon !== undefined) return { kind: 'tooSoon', nextAt: tooSoon };
  const issued = {
    kind: 'issued',
    fromKnown: facts.isKnownNetwork,
    isSilent: false,
    takesWork: false,
  } as const;
  if (purpose === 'secondFactor') return issued;
  const dayFull = dayFullUntil(facts, asked);
  if (dayFull !== undefined) return { kind: 'dayFull', nextAt: dayFull };
  const { codesPerMinute, codesWithoutWork } = limits;
  const takesWork = canWork && codesWithoutWork > 0 && facts.countOfAddress >= codesWithoutWork;
  if (takesWork && !facts.hasWork) return { kind: 'work', nextAt: at };
  const shareOfStrangers = Math.max(1, Math.floor((codesPerMinute * 4) / 5));
  const isSilent = codesPerMinute > 0 && !facts.isKnownPhone && facts.countOfAll >= shareOfStrangers;
  return { ...issued, isSilent, takesWork };
}
