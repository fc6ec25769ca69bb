import { expect, test } from 'vitest';
import { assessPerformance, type PerformanceFacts } from './assess-performance.ts';

const database = { connections: 20, maxConnections: 100, longestSeconds: 1, longestLockSeconds: 0 };
const node = { name: 'a', steadyWaiting: 0, steadyLagMs: 5 };
const well: PerformanceFacts = {
  calls: 1000,
  failed: 0,
  p95Ms: 40,
  nodes: [node],
  silent: [],
  jobsLateSeconds: 0,
  database,
};

test.each<[string, Partial<PerformanceFacts>]>([
  ['nothing happens', { calls: 0, p95Ms: null }],
  ['one call of a thousand fails', { failed: 1 }],
  ['few calls fail, whatever their share', { calls: 2, failed: 2 }],
  ['exactly the limits', { failed: 10, p95Ms: 500, jobsLateSeconds: 120 }],
  ['slow, but too few calls to tell', { calls: 19, p95Ms: 5000 }],
  ['the database does not tell', { database: null }],
  ['nobody is there', { nodes: [], calls: 0, p95Ms: null }],
])('all is well: %s', (_, facts) => {
  expect(assessPerformance({ ...well, ...facts })).toEqual([]);
});

test.each<[Partial<PerformanceFacts>, string, number | null, string | null]>([
  [{ failed: 11 }, 'failing', 0.011, null],
  [{ p95Ms: 501 }, 'slow', 501, null],
  [{ silent: [{ name: 'b' }] }, 'nodeSilent', null, 'b'],
  [{ nodes: [node, { ...node, name: 'b', steadyWaiting: 6 }] }, 'poolWaiting', 6, 'b'],
  [{ nodes: [{ ...node, steadyLagMs: 101 }] }, 'lag', 101, 'a'],
  [{ jobsLateSeconds: 121 }, 'jobsLate', 121, null],
  [{ database: { ...database, longestLockSeconds: 6 } }, 'lockWaiting', 6, null],
  [{ database: { ...database, longestSeconds: 31 } }, 'longStatement', 31, null],
  [{ database: { ...database, connections: 91 } }, 'connections', 0.91, null],
])('not well: %j', (facts, code, value, of) => {
  expect(assessPerformance({ ...well, ...facts })).toEqual([{ code, value, node: of }]);
});

test('what hits customers now comes first', () => {
  const facts = { ...well, failed: 500, p95Ms: 900, silent: [{ name: 'b' }], jobsLateSeconds: 999 };
  expect(assessPerformance(facts).map(({ code }) => code)).toEqual([
    'failing',
    'slow',
    'nodeSilent',
    'jobsLate',
  ]);
});
