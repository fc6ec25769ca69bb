import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { pages } from '#contract/specification.ts';
import { answerPage, isCabinetPage } from './worker-scope.ts';

const shell = { version: 'one', files: [] };
const request = {} as Request;
const kept = new Response('kept');
const nothing = Promise.resolve(undefined);

/** What the device has of the page that everything starts with. */
let onDevice: Response | undefined;

beforeEach(() => {
  onDevice = kept;
  vi.stubGlobal('caches', { open: async () => ({ match: async () => onDevice }) });
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test.each(pages.filter(({ state }) => state === 'works').map(({ path }) => path.replace(/\$[^/]+/g, 'x')))(
  '%s can be opened without a network',
  (path) => expect(isCabinetPage(path)).toBe(true),
);

test.each([
  '/api/readings/submit',
  '/api/openapi.json',
  '/dev/outbox',
  '/calendar/secret.ics',
  '/healthz',
  '/readyz',
  '/metrics',
  '/cabinets',
  '/service-worker.js',
  '/assets/main-1a2b.js',
])('%s never comes from the device', (path) => expect(isCabinetPage(path)).toBe(false));

describe('a page', () => {
  test('is that of the network while there is one', async () => {
    const fresh = new Response('fresh');
    vi.stubGlobal('fetch', async () => fresh);
    expect(await answerPage(shell, request, nothing)).toBe(fresh);
  });

  test('that the browser has begun to ask for is not asked for again', async () => {
    const begun = new Response('begun');
    const again = vi.fn();
    vi.stubGlobal('fetch', again);
    expect(await answerPage(shell, request, Promise.resolve(begun))).toBe(begun);
    expect(again).not.toHaveBeenCalled();
  });

  test('comes from the device without a network', async () => {
    vi.stubGlobal('fetch', async () => {
      throw new TypeError('Failed to fetch');
    });
    expect(await answerPage(shell, request, nothing)).toBe(kept);
  });

  test.each([502, 503, 504])('comes from the device when the server is down: %i', async (status) => {
    vi.stubGlobal('fetch', async () => new Response('down', { status }));
    expect(await answerPage(shell, request, nothing)).toBe(kept);
  });

  test.each([404, 500])('says what the server says of it: %i', async (status) => {
    vi.stubGlobal('fetch', async () => new Response('said', { status }));
    expect((await answerPage(shell, request, nothing)).status).toBe(status);
  });

  test('comes from the device when the network takes too long', async () => {
    vi.useFakeTimers();
    vi.stubGlobal('fetch', () => new Promise(() => undefined));
    const answer = answerPage(shell, request, nothing);
    await vi.advanceTimersByTimeAsync(5000);
    expect(await answer).toBe(kept);
  });

  test.each(['network', 'device'])('loads nothing ahead past the worker: from the %s', async (place) => {
    const page = () =>
      new Response('<link rel="modulepreload" href="/assets/a.js">page', {
        headers: { 'content-type': 'text/html' },
      });
    onDevice = page();
    vi.stubGlobal('fetch', async () => {
      if (place === 'device') throw new TypeError('Failed to fetch');
      return page();
    });
    expect(await (await answerPage(shell, request, nothing)).text()).toBe('page');
  });

  test('that the device has lost is waited for, and fails as the network does', async () => {
    onDevice = undefined;
    vi.stubGlobal('fetch', async () => {
      throw new TypeError('Failed to fetch');
    });
    await expect(answerPage(shell, request, nothing)).rejects.toThrow('Failed to fetch');
  });
});
