import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { prefetchLinksOnIdle } from './link-prefetch.ts';

const link = (pathname: string, top: number) => {
  return { pathname, getBoundingClientRect: () => ({ top, bottom: top + 20 }) };
};
let settled: (() => void) | undefined;
let idle: { work: () => void; timeout: number | undefined } | undefined;

function browser(connection: object | undefined, onLine = true) {
  vi.stubGlobal('navigator', connection ? { connection, onLine } : { onLine });
}

beforeEach(() => {
  idle = undefined;
  settled = undefined;
  vi.stubGlobal('window', {
    innerHeight: 800,
    setTimeout: (work: () => void, milliseconds: number) => {
      if (milliseconds === 1000) settled = work;
    },
    requestIdleCallback: (work: () => void, options?: { timeout?: number }) => {
      idle = { work, timeout: options?.timeout };
    },
  });
  vi.stubGlobal('document', {
    querySelectorAll: () => [
      link('/auth', 10),
      link('/auth', 40),
      link('/sign-up/person', 700),
      link('/below', 900),
      link('/above', -50),
    ],
  });
});
afterEach(() => vi.unstubAllGlobals());

test('prefetchLinksOnIdle loads the pages of visible links once each, when the browser is idle 1 s after load, at most after 2000 ms', async () => {
  browser(undefined);
  const preload = vi.fn();
  prefetchLinksOnIdle(preload);
  expect(idle).toBeUndefined();
  settled?.();
  expect(preload).not.toHaveBeenCalled();
  // 2000 ms less the second that has passed.
  expect(idle?.timeout).toBe(1000);
  idle?.work();
  await vi.waitFor(() => expect(preload.mock.calls).toEqual([['/auth'], ['/sign-up/person']]), {
    timeout: 10_000,
  });
});

test('prefetchLinksOnIdle waits 2000 ms in a browser without requestIdleCallback', () => {
  browser({ effectiveType: '4g' });
  const setTimeout = vi.fn();
  vi.stubGlobal('window', { innerHeight: 800, setTimeout });
  prefetchLinksOnIdle(vi.fn());
  expect(setTimeout).toHaveBeenCalledWith(expect.any(Function), 2000);
});

test.each([
  ['a 2g network', { effectiveType: '2g' }],
  ['a slow 2g network', { effectiveType: 'slow-2g' }],
  ['data saver', { saveData: true, effectiveType: '4g' }],
])('prefetchLinksOnIdle loads nothing on %s', (_case, connection) => {
  browser(connection);
  prefetchLinksOnIdle(vi.fn());
  expect(settled).toBeUndefined();
  expect(idle).toBeUndefined();
});

test('prefetchLinksOnIdle loads nothing when the browser goes offline before it starts', () => {
  browser(undefined);
  const preload = vi.fn();
  prefetchLinksOnIdle(preload);
  settled?.();
  browser(undefined, false);
  idle?.work();
  expect(preload).not.toHaveBeenCalled();
});
