import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Call } from '#contract/define-call.ts';
import { listFeedIn } from '#contract/feed-in.ts';
import { cabinetPages, type Page } from '#contract/pages.ts';
import { listPayments } from '#contract/payments/payments.ts';
import { listReadings } from '#contract/readings.ts';
import { getSubscriberBook } from '#contract/subscriber-book.ts';
import { answer, leaveOtherCallsPending, payloadsOf } from '#web/testing/fake-api.ts';
import { openAsPerson, openPage, signInAsAdmin, signInAsPerson } from '#web/testing/render.tsx';
import { text } from './text.ts';

const directory = '/cabinet/person/directory';

test.each<[string, Call, string, object]>([
  ['payments', listPayments, `${directory}/payment-history?state=done&from=2026-02-30`, { state: 'done' }],
  [
    'readings',
    listReadings,
    `${directory}/indicators-history?source=me&meterSerial=01`,
    { meterSerial: '01' },
  ],
  ['the subscriber book', getSubscriberBook, '/cabinet/person/sub-book?year=26', {}],
  ['a year of the book', getSubscriberBook, '/cabinet/person/sub-book?year=2025', { year: 2025 }],
  ['the feed-in', listFeedIn, '/cabinet/person/docs/green-tarif?year=x&when=now', {}],
])('%s are asked for by the valid parameters alone', async (_, call, path, asked) => {
  answer(call, () => 'pending');
  await openAsPerson(path, { greenTarif: true });
  await waitFor(() => expect(payloadsOf(call)).not.toEqual([]));
  const payload = payloadsOf(call)[0] as Record<string, unknown>;
  const { token: _token, account: _account, limit: _limit, ...fields } = payload;
  expect(fields).toEqual(asked);
});

const pages = cabinetPages.filter((page: Page) => page.search && !page.path.includes('entity'));

test.each(pages.map(({ path }) => path))('%s opens with parameters that are all invalid', async (path) => {
  const page: Page | undefined = cabinetPages.find((one) => one.path === path);
  if (path.startsWith('/cabinet/admin')) signInAsAdmin();
  else signInAsPerson();
  leaveOtherCallsPending();
  const names = Object.keys(page?.search ?? {});
  const query = new URLSearchParams(names.map((name) => [name, '%'])).toString();
  await openPage(`${path.replace('$period', '2026-10').replace(/\$\w+/, '1')}?${query}`);
  await screen.findByRole('main');
  expect(screen.queryByText(text.errorHintFailed)).toBeNull();
});
