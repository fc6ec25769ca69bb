import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { clientLog } from '#contract/client-log.ts';
import { commonMessages } from '#contract/messages/common-messages.ts';
import { ApiError, localFailure } from '#web/lib/api-failure.ts';
import { text } from '#web/lib/reference/text.ts';
import { answer, payloadsOf, success } from '#web/testing/fake-api.ts';
import { press } from '#web/testing/render.tsx';
import { ErrorPage } from '../page-parts/error-page.tsx';
import { text as appText } from '../text.ts';

const reported = '0199f000-0000-7000-8000-000000000001';
const ofCall = '0199f000-0000-7000-8000-000000000002';

/** Opens a page that throws; answers what the clipboard holds once the number is copied. */
async function open(error: unknown): Promise<void> {
  vi.spyOn(console, 'error').mockReturnValue(undefined);
  const routeTree = createRootRoute({
    component: () => {
      throw error;
    },
    errorComponent: ErrorPage,
  });
  const router = createRouter({ routeTree, history: createMemoryHistory() });
  await router.load();
  render(<RouterProvider router={router as never} />);
}

const title = () => screen.findByRole('heading', { level: 1 });
const isReported = () => vi.waitFor(() => expect(payloadsOf(clientLog)).toHaveLength(1), { timeout: 10_000 });

test.each([
  ['a fault of the page shows the number of its report', new TypeError('no row 0'), reported],
  [
    'the code of the page that does not load too',
    new Error('failed to load the code of the page', { cause: new TypeError('failed to fetch') }),
    reported,
  ],
  [
    'a failed call shows its own, which its report names',
    new ApiError(localFailure('common.unexpected', 500, ofCall)),
    ofCall,
  ],
])('%s, and it can be copied', async (_, error, reference) => {
  answer(clientLog, () => ({ ...success, reference: reported }));
  const user = userEvent.setup({ delay: null });
  await open(error);
  expect((await title()).textContent).toBe(commonMessages['page.error']);
  await screen.findByText(reference);
  await press(user, text.copy);
  expect(await navigator.clipboard.readText()).toBe(reference);
  await screen.findByText(text.copied);
  expect(payloadsOf(clientLog).map((report) => report.reference)).toEqual([
    reference === ofCall ? ofCall : undefined,
  ]);
});

test('a report that is not sent leaves no number', async () => {
  answer(clientLog, () => 'offline');
  await open(new TypeError('no row 0'));
  await title();
  await isReported();
  expect(screen.queryByText(text.reference)).toBeNull();
});

test('without a network the title is the specified one, and the hint says why', async () => {
  answer(clientLog, () => 'offline');
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await open(new TypeError('failed to fetch'));
  expect((await title()).textContent).toBe(commonMessages['page.error']);
  screen.getByText(appText.errorHintOffline);
  // Its call would meet the real network after the test.
  await isReported();
});

test('an address without a page has no number', async () => {
  answer(clientLog, () => ({ ...success, reference: reported }));
  await open(Object.assign(new Error('nothing here'), { status: 404 }));
  expect((await title()).textContent).toBe(commonMessages['page.notFound']);
  await isReported();
  expect(screen.queryByText(text.reference)).toBeNull();
});
