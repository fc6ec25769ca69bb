import { afterEach, expect, test, vi } from 'vitest';
import { reportUncaughtErrors } from './report-uncaught-errors.ts';

const { reportError } = vi.hoisted(() => ({ reportError: vi.fn(async () => undefined) }));
vi.mock('./client-log.ts', () => ({ reportError }));
vi.stubGlobal('location', { pathname: '/cabinet/person' });
afterEach(() => reportError.mockClear());

function listen() {
  const target = new EventTarget();
  reportUncaughtErrors(target as Window);
  return {
    throws: (error: unknown, message = '') =>
      target.dispatchEvent(Object.assign(new Event('error'), { error, message })),
    rejects: (reason: unknown) =>
      target.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason })),
  };
}

test('reportUncaughtErrors reports uncaught errors and rejections, each message once', async () => {
  const { throws, rejects } = listen();
  const fault = new Error('lost');
  throws(fault);
  throws(new Error('lost'));
  throws(undefined, 'Script error.');
  rejects('gone');
  rejects(new DOMException('left', 'AbortError'));
  await vi.waitFor(() => expect(reportError).toHaveBeenCalledTimes(3), { timeout: 10_000 });
  expect(reportError.mock.calls).toEqual([
    ['/cabinet/person', fault],
    ['/cabinet/person', 'Script error.'],
    ['/cabinet/person', 'gone'],
  ]);
});

test('reportUncaughtErrors reports at most 5 errors per page', async () => {
  const { throws } = listen();
  for (let count = 0; count < 50; count++) throws(new Error(`fault ${count}`));
  await vi.waitFor(() => expect(reportError).toHaveBeenCalledTimes(5), { timeout: 10_000 });
});
