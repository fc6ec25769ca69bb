import { describe, expect, test } from 'vitest';
import type { Instant } from '#domain/time/instant.ts';
import {
  type CodeGuess,
  decideTry,
  type LiveCode,
  maxDigitGuessesOfHolder,
  maxWrongCodes,
} from './try-rules.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const now = Date.parse('2026-11-20T10:00:00Z') as Instant;
const later = (ms: number) => (now + ms) as Instant;
const [right, wrong] = [Buffer.from('right'), Buffer.from('wrong')];
const [home, elsewhere] = ['192.0.2.1', '198.51.100.9'];

const code = (changes: Partial<LiveCode> = {}): LiveCode => ({
  ...{
    codeId: 'one',
    digest: right,
    isNumeric: false,
    holder: home,
    createdAt: now,
    expiresAt: later(5 * minute),
  },
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

describe('ten wrong codes of a login', () => {
  const wrongCodes = { count: 10, digitGuesses: 0, lastAt: (now - day + 1) as Instant };

  test.each([
    ['switch its sign-in by code off', 'login', wrongCodes, 'off'],
    ['also long after', 'login', { ...wrongCodes, lastAt: (now - 80 * day) as Instant }, 'off'],
    ['pause its other codes', 'recover', wrongCodes, 'paused'],
    ['for a day', 'recover', { ...wrongCodes, lastAt: (now - day) as Instant }, 'right'],
    ['nine do not', 'login', { ...wrongCodes, count: 9 }, 'right'],
  ] as const)('%s', (_, purpose, counted, answer) => {
    expect(decideTry([code()], counted, guess({ purpose })).answer).toBe(answer);
  });

  test('leave a form alone whose code was proved from the network', () => {
    const proved = code({ provenAt: now });
    expect(decideTry([proved], wrongCodes, guess()).answer).toBe('right');
    expect(decideTry([proved], wrongCodes, guess({ network: elsewhere })).answer).toBe('off');
  });
});

describe('guesses at codes of digits', () => {
  const digits = (changes: Partial<LiveCode> = {}) => code({ isNumeric: true, ...changes });
  const having = (digitGuesses: number) => ({ count: 0, digitGuesses, lastAt: now });
  const [other, third] = [
    digits({ codeId: 'two', holder: elsewhere, digest: Buffer.from('other') }),
    digits({ codeId: 'three', holder: 'third', digest: Buffer.from('third') }),
  ];
  const [holder, stranger] = [guess(), guess({ network: 'stranger' })];

  test.each([
    ['five of a login: the fifth of a stranger', [digits()], 4, stranger, 'right'],
    ['the sixth of a stranger', [digits()], 5, stranger, 'exhausted'],
    ['the eighth of its holder', [digits()], 7, holder, 'right'],
    ['the ninth of its holder', [digits()], 8, holder, 'exhausted'],
    ['a guess at three codes is three', [digits(), other, third], 2, stranger, 'right'],
    ['and not let through when two are left', [digits(), other, third], 3, stranger, 'exhausted'],
    ['the holder is compared with its own alone then', [other, digits()], 5, holder, 'right'],
    [
      'not with those of others',
      [digits({ digest: wrong }), { ...other, digest: right }],
      5,
      holder,
      'wrong',
    ],
    ['a code with letters is compared always', [code()], 8, stranger, 'right'],
    ['a proved code goes on', [digits({ provenAt: now })], 8, holder, 'right'],
  ] as const)('%s', (_, codes, guesses, asked, answer) => {
    expect(decideTry(codes, having(guesses), asked).answer).toBe(answer);
  });

  test('count once for each code of digits that is compared', () => {
    const wrongly = guess({ digest: wrong });
    expect(
      decideTry([digits(), other, code({ codeId: 'four', holder: 'x' })], having(0), wrongly),
    ).toMatchObject({
      answer: 'wrong',
      digitGuesses: 2,
    });
    expect(decideTry([code()], having(0), wrongly).digitGuesses).toBe(0);
  });

  test('are forgiven when the right one follows from the same network, once', () => {
    const mistyped = digits({ tries: 2 });
    expect(decideTry([mistyped], having(2), guess()).forgivenGuesses).toBe(2);
    expect(decideTry([mistyped], having(2), guess({ stage: 'prove' })).forgivenGuesses).toBe(2);
    expect(decideTry([mistyped], having(2), guess({ stage: 'check' })).forgivenGuesses).toBeUndefined();
    expect(decideTry([mistyped], having(2), stranger).forgivenGuesses).toBeUndefined();
    const proved = digits({ tries: 2, provenAt: now });
    expect(decideTry([proved], having(2), guess()).forgivenGuesses).toBeUndefined();
  });

  test('at one code alive leave a day and login a chance below that of twenty guesses at four of 32 characters', () => {
    const ofDigits = maxDigitGuessesOfHolder / 10 ** 4 / 90;
    const ofLetters = maxWrongCodes / 32 ** 4;
    expect(ofDigits + ofLetters).toBeLessThan(20 / 32 ** 4);
    expect(ofDigits + ofLetters).toBeLessThan(1 / 50_000);
  });
});
