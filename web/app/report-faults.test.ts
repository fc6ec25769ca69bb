import { afterEach, expect, test, vi } from 'vitest';
import { reportFaults } from './report-faults.ts';

const { reportError } = vi.hoisted(() => ({ reportError: vi.fn(async () => undefined) }));
vi.mock('./client-log.ts', () => ({ reportError }));
vi.stubGlobal('location', { pathname: '/cabinet/person' });
afterEach(() => reportError.mockClear());

function listen() {
  const target = new EventTarget();
  reportFaults(target as Window);
  return {
    throws: (error: unknown, message = '') =>
      target.dispatchEvent(Object.assign(new Event('error'), { error, message })),
    rejects: (reason: unknown) =>
      target.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason })),
  };
}

test('what was thrown or rejected and never caught is reported, each message once', async () => {
  const { throws, rejects } = listen();
  const fault = new Error('lost');
  throws(fault);
  throws(new Error('lost'));
  throws(undefined, 'Script error.');
  rejects('gone');
  rejects(new DOMException('left', 'AbortError'));
  await vi.waitFor(() => expect(reportError).toHaveBeenCalledTimes(3));
  expect(reportError.mock.calls).toEqual([
    ['/cabinet/person', fault],
    ['/cabinet/person', 'Script error.'],
    ['/cabinet/person', 'gone'],
  ]);
});

test('a loop of faults is reported five times at most', async () => {
  const { throws } = listen();
  for (let count = 0; count < 50; count++) throws(new Error(`fault ${count}`));
  await vi.waitFor(() => expect(reportError).toHaveBeenCalledTimes(5));
});
