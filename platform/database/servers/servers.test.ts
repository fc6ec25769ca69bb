import { describe, expect, test } from 'vitest';
import { obstacleOf } from './servers.ts';

const primary = { isStandby: false, isReadOnly: false, behindSeconds: null, timeline: 2 };
const standby = { isStandby: true, isReadOnly: true, behindSeconds: 3, timeline: null };

describe('obstacleOf', () => {
  test.each([
    ['read-write', primary, undefined],
    ['read-write', { ...primary, isReadOnly: true }, 'read only'],
    ['read-write', standby, 'a standby'],
    ['read-write', { ...primary, timeline: 3 }, undefined],
    ['read-write', { ...primary, timeline: 1 }, 'a former primary: its timeline is 1, the newest is 2'],
    ['prefer-standby', { ...primary, timeline: 1 }, 'a former primary: its timeline is 1, the newest is 2'],
    ['prefer-standby', primary, undefined],
    ['prefer-standby', { ...primary, isReadOnly: true }, 'read only'],
    ['prefer-standby', standby, undefined],
    ['prefer-standby', { ...standby, behindSeconds: 16 }, 'a standby 16 s behind'],
    ['prefer-standby', { ...standby, behindSeconds: null }, 'a standby that has applied nothing yet'],
  ] as const)('%s with %j: %s', (target, state, obstacle) => {
    expect(obstacleOf(state, target, 2)).toBe(obstacle);
  });
});
