import { describe, expect, test } from 'vitest';
import { obstacleOf } from './servers.ts';

const primary = { isStandby: false, isReadOnly: false, behindSeconds: null };
const standby = { isStandby: true, isReadOnly: true, behindSeconds: 3 };

describe('obstacleOf', () => {
  test.each([
    ['read-write', primary, undefined],
    ['read-write', { ...primary, isReadOnly: true }, 'read only'],
    ['read-write', standby, 'a standby'],
    ['prefer-standby', primary, undefined],
    ['prefer-standby', { ...primary, isReadOnly: true }, 'read only'],
    ['prefer-standby', standby, undefined],
    ['prefer-standby', { ...standby, behindSeconds: 16 }, 'a standby 16 s behind'],
    ['prefer-standby', { ...standby, behindSeconds: null }, 'a standby that has applied nothing yet'],
  ] as const)('%s with %j: %s', (target, state, obstacle) => {
    expect(obstacleOf(state, target)).toBe(obstacle);
  });
});
