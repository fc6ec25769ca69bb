import { expect, test } from 'vitest';
import { secretGroups } from './second-factor-steps.tsx';

test.each([
  ['', ''],
  ['JBSW', 'JBSW'],
  ['JBSWY3DPEHPK3PXP', 'JBSW Y3DP EHPK 3PXP'],
  ['JBSWY3', 'JBSW Y3'],
])('secretGroups shows the key %j as %j', (secret, groups) => expect(secretGroups(secret)).toBe(groups));
