import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as liveTopics from '#web/lib/query/live.ts';
import { leaveOtherCallsPending } from '#web/testing/fake-api.ts';
import { signInAsAdmin } from '#web/testing/render.tsx';
import { Dashboard } from './dashboard.tsx';
import type { PerformanceState } from './performance-queries.ts';
import { text } from './text.ts';

let live: PerformanceState | undefined;

const figures = {
  perSecond: 1,
  calls: 60,
  failed: 0,
  p50Ms: 4,
  p95Ms: 9,
  p99Ms: 20,
  inFlight: 0,
  lagMs: 1,
  loopUsed: 0.1,
  pool: { used: 0, idle: 2, waiting: 0 },
  jobsRunning: 0,
  rssBytes: 1e8,
};
const stateAt = (at: string): PerformanceState => ({
  at,
  findings: [],
  hit: null,
  together: figures,
  nodes: [{ name: 'node', version: '1.0.0 (0123abc)', ...figures }],
  backup: null,
  silent: [],
  seconds: { calls: [1, 2], failed: [0, 0] },
  paths: [],
  running: [],
  jobs: { waiting: 0, running: 0, lateSeconds: 0, lateJob: null },
  database: {
    connections: 5,
    maxConnections: 80,
    longestSeconds: 0,
    lockWaits: 0,
    longestLockSeconds: 0,
    cacheShare: 1,
    sizeBytes: 1e8,
  },
});

beforeEach(() => {
  live = undefined;
  // Not a mock of the module: another file of the same worker may have loaded it before.
  vi.spyOn(liveTopics, 'useLiveTopic').mockImplementation(() => live);
  vi.useFakeTimers({ now: new Date('2026-11-20T10:00:00Z') });
});
afterEach(() => vi.useRealTimers());

function show(): () => void {
  signInAsAdmin();
  leaveOtherCallsPending();
  const client = new QueryClient();
  const dashboard = () => (
    <QueryClientProvider client={client}>
      <Dashboard span="hour" onSpan={() => undefined} />
    </QueryClientProvider>
  );
  const { rerender } = render(dashboard());
  return () => rerender(dashboard());
}
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

test('figures are said to be old ten seconds after the last ones, with its time, until new ones come', async () => {
  live = stateAt('2026-11-20T10:00:00.000Z');
  const again = show();
  await wait(9900);
  expect(screen.queryByText(text.staleTitle)).toBeNull();
  await wait(200);
  screen.getByText(text.staleTitle);
  screen.getByText(/Останні надійшли о 12:00:00/);
  screen.getByRole('heading', { name: text.well });
  live = stateAt('2026-11-20T10:00:12.000Z');
  again();
  await wait(0);
  expect(screen.queryByText(text.staleTitle)).toBeNull();
  screen.getByText(/^Станом на 12:00:12/);
});

test('without any figures for ten seconds it is said what to look at', async () => {
  show();
  screen.getByText(text.loading);
  await wait(10_100);
  screen.getByText(text.notComing);
  screen.getByText(text.notComingNext);
});

test('a node that is gone is what is not well, and its row says since when it is silent', async () => {
  const gone = { name: 'second', lastAt: '2026-11-20T09:58:00.000Z' };
  live = {
    ...stateAt('2026-11-20T10:00:00.000Z'),
    findings: [{ code: 'nodeSilent', node: gone.name, value: null, since: gone.lastAt, isSinceKnown: true }],
    silent: [gone],
  };
  show();
  await wait(0);
  screen.getByRole('heading', { name: /^Не гаразд: 1/ });
  screen.getByText(text.findingNames.nodeSilent);
  const row = screen.getByRole('row', { name: /^second/ });
  expect(row.textContent).toContain('не чути з 11:58');
  expect(screen.getByRole('row', { name: /^node/ }).textContent).toContain(text.live);
});

test('nodes of different versions are named, also one that does not say its version', async () => {
  const state = stateAt('2026-11-20T10:00:00.000Z');
  live = state;
  const again = show();
  await wait(0);
  expect(screen.getByRole('row', { name: /^node/ }).textContent).toContain('1.0.0 (0123abc)');
  expect(screen.queryByText(/різними версіями/)).toBeNull();
  live = { ...state, nodes: [...state.nodes, { name: 'older', version: '', ...figures }] };
  again();
  await wait(0);
  screen.getByText('Вузли працюють різними версіями: 1.0.0 (0123abc), невідома');
});

test('backups: what to do when there are none; an old copy and a failed trial of a restore are named', async () => {
  const again = show();
  live = stateAt('2026-11-20T10:00:00.000Z');
  again();
  screen.getByText(text.backupNone);
  screen.getByText(text.backupNoneNext);
  live = {
    ...live,
    backup: {
      ...{ copy: 'old', lastBackupAt: '2026-11-18T10:00:00.000Z' },
      ...{ check: 'failed', lastCheckAt: '2026-11-17T10:00:00.000Z' },
      ...{ log: 'fresh', walArchivedAt: '2026-11-20T09:59:00.000Z' },
    },
  };
  again();
  expect(screen.queryByText(text.backupNone)).toBe(null);
  screen.getByText('18.11.2026 12:00, застаріла: має бути щодня');
  screen.getByText('17.11.2026 12:00, не вдалася');
  screen.getByText('20.11.2026 11:59');
});
