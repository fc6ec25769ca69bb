import { expect, test } from 'vitest';
import {
  connectionsOfNode,
  describeLackOfConnections,
  poolOf,
  usualMainConnections,
} from './node-connections.ts';

test.each([
  ['portalWithBilling', 69],
  ['portal', 26],
  ['billing', 43],
] as const)('a node that runs %s opens at most %d connections', (kind, total) => {
  expect(connectionsOfNode(kind, usualMainConnections).total).toBe(total);
});

test('DATABASE_CONNECTIONS counts for both main pools', () => {
  const { pools, total } = connectionsOfNode('portalWithBilling', 30);
  expect(pools).toMatchObject({ 'svitlo-portal': 30, 'svitlo-billing': 30, 'svitlo-statements': 4 });
  expect(total).toBe(69 + 2 * 18);
});

test('DATABASE_READ_URL adds the pool of reads', () => {
  expect(connectionsOfNode('portalWithBilling', usualMainConnections, true)).toMatchObject({
    pools: { 'svitlo-reads': 8 },
    total: 69 + 8,
  });
});

test('a pool has its name and size from one place', () => {
  expect(poolOf('svitlo-imports')).toEqual({ name: 'svitlo-imports', poolSize: 6 });
});

test('describeLackOfConnections names what is there, what is needed and what to set', () => {
  expect(describeLackOfConnections({ max: 72, reserved: 3 }, 69)).toBeUndefined();
  expect(describeLackOfConnections({ max: 71, reserved: 3 }, 69)).toBe(
    'PostgreSQL takes 68 connections (max_connections 71, of which 3 are reserved), but this node alone opens up to 69: set max_connections to at least 84, or lower DATABASE_CONNECTIONS',
  );
});
