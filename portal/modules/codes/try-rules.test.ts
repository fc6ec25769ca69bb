import { describe, expect, test } from 'vitest';
import type { Instant } from '#domain/time/instant.ts';
import { type CodeGuess, decideTry, type LiveCode } from './try-rules.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const now = Date.parse('2026-11-20T10:00:00Z') as Instant;
const later = (ms: number) => (now + ms) as Instant;
const [right, wrong] = [Buffer.from('right'), Buffer.from('wrong')];
const [home, elsewhere] = ['192.0.2.1', '198.51.100.9'];

const code = (changes: Partial<LiveCode> = {}): LiveCode => ({
  ...{ codeId: 'one', digest: right, holder: home, createdAt: now, expiresAt: later(5 * minute) },
  ...{ provenAt: null, tries: 0, triesElsewhere: {}, ...changes },
});
const asked: CodeGuess = { purpose: 'login', digest: right, network: home, stage: 'use', at: now };
const guess = (changes: Partial<CodeGuess> = {}): CodeGuess => ({ ...asked, ...changes });
const answerOf = (codes: readonly LiveCode[], asked: CodeGuess) => decideTry(codes, undefined, asked).answer;
const ofOther = { network: elsewhere };
const seventeen = { a: 3, b: 3, c: 3, d: 3, e: 3, f: 2 };
const triedBy = (triesElsewhere: LiveCode['triesElsewhere']) => code({ triesElsewhere });
/** The code of another network. */
const second = code({ codeId: 'two', holder: elsewhere, digest: wrong });

describe('the answer to a guess', () => {
  test.each([
    ['the right code', [code()], guess(), 'right'],
    ['a wrong code', [code()], guess({ digest: wrong }), 'wrong'],
    ['no code', [], guess(), 'wrong'],
    ['the third wrong one', [code({ tries: 2 })], guess({ digest: wrong }), 'exhausted'],
    ['the right one after three wrong ones', [code({ tries: 3 })], guess(), 'exhausted'],
    ['the right one at its end', [code()], guess({ at: later(5 * minute) }), 'expired'],
    ['the right one just before its end', [code()], guess({ at: later(5 * minute - 1) }), 'right'],
    ['from elsewhere, whatever the holder guessed', [code({ tries: 3 })], guess(ofOther), 'right'],
    ['from elsewhere after three of its own', [triedBy({ [elsewhere]: 3 })], guess(ofOther), 'exhausted'],
    ['from elsewhere after seventeen of all', [triedBy(seventeen)], guess(ofOther), 'exhausted'],
    ['of the holder after seventeen of all others', [triedBy(seventeen)], guess(), 'right'],
    ['the code of another network', [code(), second], guess({ digest: wrong }), 'right'],
  ] as const)('%s', (_, codes, asked, answer) => {
    expect(answerOf(codes, asked)).toBe(answer);
  });
});

describe('what becomes of the codes', () => {
  test('a check of a right code changes nothing', () => {
    const decision = decideTry([code()], undefined, guess({ stage: 'check' }));
    expect(decision).toEqual({ answer: 'right', changes: [] });
  });

  test('a used code ends, and the others of the subject with it', () => {
    expect(decideTry([code(), second], undefined, guess()).changes).toEqual([
      { kind: 'used', codeId: 'one' },
      { kind: 'replaced', codeId: 'two' },
    ]);
  });

  test('a proved code is held by the network that proved it, with its tries, for half an hour', () => {
    const codes = [
      code({ holder: elsewhere, tries: 1, triesElsewhere: { [home]: 2, a: 1 } }),
      code({ codeId: 'two', digest: wrong }),
    ];
    expect(decideTry(codes, undefined, guess({ stage: 'prove' })).changes).toEqual([
      { kind: 'replaced', codeId: 'two' },
      {
        kind: 'proved',
        codeId: 'one',
        holder: home,
        expiresAt: later(30 * minute),
        tries: 2,
        triesElsewhere: { a: 1, [elsewhere]: 1 },
      },
    ]);
    const proved = code({ provenAt: now });
    expect(decideTry([proved], undefined, guess({ stage: 'prove' })).changes).toEqual([]);
  });

  test('a wrong guess counts for every valid code, and for the login', () => {
    const codes = [
      code(),
      code({ codeId: 'two', holder: elsewhere }),
      code({ codeId: 'old', expiresAt: now }),
    ];
    const { changes, countWrongSince } = decideTry(codes, undefined, guess({ digest: wrong }));
    expect(changes).toMatchObject([
      { kind: 'counted', codeId: 'one', tries: 1, triesElsewhere: {} },
      { kind: 'counted', codeId: 'two', tries: 0, triesElsewhere: { [home]: 1 } },
    ]);
    expect(countWrongSince).toBe(now - 90 * day);
  });

  test.each([
    ['no code', [], guess()],
    ['an expired code', [code({ expiresAt: now })], guess()],
    ['an exhausted code', [code({ tries: 3 })], guess()],
  ] as const)('%s counts nothing', (_, codes, asked) => {
    const decision = decideTry(codes, undefined, asked);
    expect(decision.changes).toEqual([]);
    expect(decision.countWrongSince).toBeUndefined();
  });
});

describe('twenty wrong codes of a login', () => {
  const wrongCodes = { count: 20, lastAt: (now - day + 1) as Instant };

  test.each([
    ['switch its sign-in by code off', 'login', wrongCodes, 'off'],
    ['also long after', 'login', { ...wrongCodes, lastAt: (now - 80 * day) as Instant }, 'off'],
    ['pause its other codes', 'recover', wrongCodes, 'paused'],
    ['for a day', 'recover', { ...wrongCodes, lastAt: (now - day) as Instant }, 'right'],
    ['nineteen do not', 'login', { ...wrongCodes, count: 19 }, 'right'],
  ] as const)('%s', (_, purpose, counted, answer) => {
    expect(decideTry([code()], counted, guess({ purpose })).answer).toBe(answer);
  });

  test('leave a form alone whose code was proved from the network', () => {
    const proved = code({ provenAt: now });
    expect(decideTry([proved], wrongCodes, guess()).answer).toBe('right');
    expect(decideTry([proved], wrongCodes, guess({ network: elsewhere })).answer).toBe('off');
  });
});
