import type { Instant } from '#domain/time/instant.ts';
import type { CodePurpose } from './code-digests.ts';

const dayMs = 24 * 3_600_000;

/** Each network has three wrong guesses at a code, so that nobody burns those of another. Source: product.md section 4. */
export const maxTries = 3;

/** So many wrong guesses of all networks that do not hold a code end it. */
const maxTriesElsewhere = 17;

/** Ten wrong codes of a login switch its sign-in by code off until its owner comes in, and its other codes for a day. */
export const maxWrongCodes = 10;

/** Guesses at codes of digits that a login has in 90 days; afterwards its codes have letters too. Decision 0210. */
export const maxDigitGuesses = 5;

/** Until so many, the network that holds a code of digits may still guess at it: strangers do not take it away. @internal */
export const maxDigitGuessesOfHolder = 8;

/** After so long without a wrong code the count restarts; guesses at digits count for so long after the first. */
export const wrongCodeMemoryMs = 90 * dayMs;

/** How long other codes of a login wait after too many wrong ones. */
export const pauseMs = dayMs;

/** A proved code is good for its form for half an hour. */
const provenMs = 30 * 60_000;

export type CodeAnswer = 'right' | 'wrong' | 'expired' | 'exhausted' | 'off' | 'paused';

/** 'check' looks, 'prove' marks the code and gives its form half an hour, 'use' ends it. */
export type CodeStage = 'check' | 'prove' | 'use';

/** A code that was issued and neither used nor replaced. */
export interface LiveCode {
  readonly codeId: string;
  readonly digest: Buffer;
  /** Of digits alone. */
  readonly isNumeric: boolean;
  /** The network that asked for it, then the one that proved it: nobody elsewhere replaces it. */
  readonly holder: string;
  readonly createdAt: Instant;
  readonly expiresAt: Instant;
  readonly provenAt: Instant | null;
  /** Wrong guesses of the holder. */
  readonly tries: number;
  /** Wrong guesses of each other network. */
  readonly triesElsewhere: Readonly<Record<string, number>>;
}

/** Wrong codes of a login since its owner last came in. */
export interface WrongCodes {
  readonly count: number;
  readonly lastAt: Instant;
  /** Guesses at codes of digits within 90 days, also before the owner came in. */
  readonly digitGuesses: number;
}

/** A guess at the codes of a subject. */
export interface CodeGuess {
  readonly purpose: CodePurpose;
  readonly digest: Buffer;
  readonly network: string;
  readonly stage: CodeStage;
  readonly at: Instant;
}

/** What becomes of a code. */
export type CodeChange =
  | { readonly kind: 'used' | 'replaced'; readonly codeId: string }
  | (Pick<LiveCode, 'holder' | 'expiresAt' | 'tries' | 'triesElsewhere'> & {
      readonly kind: 'proved' | 'counted';
      readonly codeId: string;
    });

export interface TryDecision {
  readonly answer: CodeAnswer;
  /** In the order in which they are written. */
  readonly changes: readonly CodeChange[];
  /** One more wrong code of the login; a count whose last is older than this begins anew. Absent: the count stays. */
  readonly countWrongSince?: Instant;
  /** Codes of digits that the wrong guess was compared with. */
  readonly digitGuesses?: number;
  /** Wrong guesses at a code of digits that were its owner's: the right one came from the same network. */
  readonly forgivenGuesses?: number;
}

function triesOf(code: LiveCode, network: string): number {
  return code.holder === network ? code.tries : (code.triesElsewhere[network] ?? 0);
}

function isExhausted(code: LiveCode, network: string): boolean {
  if (triesOf(code, network) >= maxTries) return true;
  const elsewhere = Object.values(code.triesElsewhere).reduce((sum, tries) => sum + tries, 0);
  return code.holder !== network && elsewhere >= maxTriesElsewhere;
}

/**
 * The codes that a guess is compared with: of digits only while the login has guesses left, the one of its holder a little
 * longer, and one that the network proved at any time.
 */
function comparedCodes(
  codes: readonly LiveCode[],
  digitGuesses: number,
  { network, at }: CodeGuess,
): LiveCode[] {
  const live = codes.filter((code) => at < code.expiresAt && !isExhausted(code, network));
  const numeric = live.filter((code) => code.isNumeric).length;
  if (digitGuesses + numeric <= maxDigitGuesses) return live;
  const isOwnLeft = digitGuesses < maxDigitGuessesOfHolder;
  return live.filter(
    ({ isNumeric, holder, provenAt }) =>
      !isNumeric || (holder === network && (isOwnLeft || provenAt !== null)),
  );
}

/** Codes that the network holds come first, then the newest. */
function byHolder(network: string) {
  return (a: LiveCode, b: LiveCode) =>
    Number(b.holder === network) - Number(a.holder === network) || b.createdAt - a.createdAt;
}

/** Whether wrong codes of a login close its codes. */
function closedBy(
  wrongCodes: WrongCodes | undefined,
  { purpose, at }: CodeGuess,
): 'off' | 'paused' | undefined {
  if (wrongCodes === undefined || wrongCodes.count < maxWrongCodes) return undefined;
  if (purpose === 'login') return 'off';
  return wrongCodes.lastAt > at - pauseMs ? 'paused' : undefined;
}

/** The network of a guess holds a code that it proved; its other codes are replaced. */
function prove(kept: LiveCode, codes: readonly LiveCode[], { network, at }: CodeGuess): CodeChange[] {
  const others = codes.filter(({ codeId, holder }) => holder === network && codeId !== kept.codeId);
  const { [network]: _, ...elsewhere } = kept.triesElsewhere;
  const proved = {
    kind: 'proved',
    codeId: kept.codeId,
    holder: network,
    expiresAt: (at + provenMs) as Instant,
    tries: triesOf(kept, network),
    triesElsewhere:
      kept.holder === network ? kept.triesElsewhere : { ...elsewhere, [kept.holder]: kept.tries },
  } as const;
  return [...others.map(({ codeId }) => ({ kind: 'replaced', codeId }) as const), proved];
}

/** Wrong guesses that a right one shows to be its owner's. */
function forgivenBy(kept: LiveCode, { network, stage }: CodeGuess): Pick<TryDecision, 'forgivenGuesses'> {
  if (stage === 'check' || !kept.isNumeric || kept.provenAt !== null) return {};
  const forgivenGuesses = triesOf(kept, network);
  return forgivenGuesses > 0 ? { forgivenGuesses } : {};
}

function changesOfRight(kept: LiveCode, codes: readonly LiveCode[], guess: CodeGuess): CodeChange[] {
  if (guess.stage === 'prove') return kept.provenAt === null ? prove(kept, codes, guess) : [];
  if (guess.stage === 'check') return [];
  return codes.map(({ codeId }) => ({ kind: codeId === kept.codeId ? 'used' : 'replaced', codeId }));
}

/** A wrong guess counts for every code that stands. */
function countWrong(codes: readonly LiveCode[], { network, at }: CodeGuess): CodeChange[] {
  return codes
    .filter(({ expiresAt }) => at < expiresAt)
    .map(({ codeId, holder, expiresAt, tries, triesElsewhere }) => ({
      kind: 'counted',
      codeId,
      holder,
      expiresAt,
      tries: holder === network ? Math.min(maxTries, tries + 1) : tries,
      triesElsewhere:
        holder === network
          ? triesElsewhere
          : { ...triesElsewhere, [network]: Math.min(maxTries, (triesElsewhere[network] ?? 0) + 1) },
    }));
}

/**
 * Decides about a guess at the live codes of a subject. Every wrong guess counts: for the network that made it, and for the
 * login. Each network that asked has a code of its own; any is right. A form whose code was proved from the network goes
 * on, whatever strangers guess meanwhile.
 */
export function decideTry(
  codes: readonly LiveCode[],
  wrongCodes: WrongCodes | undefined,
  guess: CodeGuess,
): TryDecision {
  const { digest, network, at } = guess;
  const closed = closedBy(wrongCodes, guess);
  const compared = comparedCodes(codes, wrongCodes?.digitGuesses ?? 0, guess);
  const [matching] = compared.filter((code) => code.digest.equals(digest)).sort(byHolder(network));
  const isHeld = matching !== undefined && matching.provenAt !== null && matching.holder === network;
  if (matching !== undefined && (closed === undefined || isHeld)) {
    const changes = changesOfRight(matching, codes, guess);
    return { answer: 'right', changes, ...forgivenBy(matching, guess) };
  }
  if (closed !== undefined) return { answer: closed, changes: [] };
  const [nearest] = codes.toSorted(
    (a, b) => Number(at < b.expiresAt) - Number(at < a.expiresAt) || byHolder(network)(a, b),
  );
  if (nearest === undefined) return { answer: 'wrong', changes: [] };
  if (isExhausted(nearest, network)) return { answer: 'exhausted', changes: [] };
  if (at >= nearest.expiresAt) return { answer: 'expired', changes: [] };
  if (compared.length === 0) return { answer: 'exhausted', changes: [] };
  return {
    answer: triesOf(nearest, network) + 1 >= maxTries ? 'exhausted' : 'wrong',
    changes: countWrong(codes, guess),
    countWrongSince: (at - wrongCodeMemoryMs) as Instant,
    digitGuesses: compared.filter((code) => code.isNumeric).length,
  };
}
