import { describe, expect, test } from 'vitest';
import { dependentAccounts, refuseSecondPerson } from './second-person.ts';

describe('dependentAccounts', () => {
  test.each([
    ['no grants', 'a', [], []],
    ['a made b: neither is a second person of the other', 'a', [['a', 'b']], ['b']],
    ['the same, asked of b', 'b', [['a', 'b']], ['a']],
    [
      'one person made both',
      'b',
      [
        ['a', 'b'],
        ['a', 'c'],
      ],
      ['a', 'c'],
    ],
    [
      'two people made two others: the makers stay independent',
      'a',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
      ['b'],
    ],
    [
      'an account made by two people depends on both',
      'd',
      [
        ['a', 'd'],
        ['c', 'd'],
      ],
      ['a', 'c'],
    ],
    [
      'the makers of one account stay independent of each other',
      'a',
      [
        ['a', 'd'],
        ['c', 'd'],
      ],
      ['d'],
    ],
    [
      'a made b, who made c',
      'a',
      [
        ['a', 'b'],
        ['b', 'c'],
      ],
      ['b', 'c'],
    ],
    [
      'two who reset each other',
      'a',
      [
        ['a', 'b'],
        ['b', 'a'],
      ],
      ['b'],
    ],
  ] as const)('%s', (_, id, grants, dependent) => {
    expect(
      dependentAccounts(
        id,
        grants.map(([byId, toId]) => ({ byId, toId })),
      ),
    ).toEqual(dependent);
  });
});

describe('refuseSecondPerson', () => {
  const person = { id: 'b', dependentIds: ['a'] };
  test.each([
    ['b', 'decisions.ownProposal'],
    ['a', 'decisions.dependentPerson'],
    ['c', undefined],
  ])('author %s: %s', (authorId, refusal) => {
    expect(refuseSecondPerson(authorId, person)).toBe(refusal);
  });
});
