import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { render, screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { formatMessage } from '#contract/messages/format-message.ts';
import { unsuccessfulApi, unsuccessfulApiCalls } from '#contract/reports/calls/unsuccessful-api.ts';
import { debtors } from '#contract/reports/supplier/debtors.ts';
import { money } from '#contract/reports/supplier/money.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { addDays } from '#domain/time/local-date.ts';
import { text } from '#web/features/reports/text.ts';
import { deviceNow } from '#web/lib/clock.ts';
import { text as listText } from '#web/lib/list/list-text.ts';
import { answer, failure, leaveOtherCallsPending, payloadsOf, success } from '#web/testing/fake-api.ts';
import { openAsAdmin, openPage, press, signInAsAdmin } from '#web/testing/render.tsx';
import { createAppRouter } from './router.tsx';

const page = '/cabinet/admin/statreports/reports/unsuccessful_api';
const days = { from: '2026-11-14', to: '2026-11-20', asOf: '2026-11-20T10:00:00.000Z' };
const group = {
  code: 'common.unexpected',
  cause: 'RangeError: no row 0',
  api: '/api/bills/list',
  status: 500,
  calls: 1234,
  users: 2,
  firstSeen: '2026-11-19T10:00:00.000Z',
  lastSeen: '2026-11-20T09:00:00.000Z',
  isNew: true,
};
const call = {
  happenedAt: '2026-11-20T09:00:00.000Z',
  reference: '0199f000-0000-7000-8000-000000000005',
  status: 500,
  duration: 12.3,
  account: null,
  node: null,
  cause: group.cause,
};
const answerOf = (rows: readonly Readonly<Record<string, string | number | boolean | null>>[]) => ({
  ...success,
  rows,
  totals: { calls: 1234 },
  count: rows.length,
  isCapped: false,
  charts: {},
  next: null,
  ...days,
});

function prepare(): void {
  signInAsAdmin();
  leaveOtherCallsPending();
  answer(unsuccessfulApi.read, () => answerOf([group]));
  answer(unsuccessfulApiCalls.read, () => ({ ...answerOf([call]), totals: {} }));
}

const sent = (payload: object) => expect.objectContaining(payload);

test('shows rows, totals, their number and the time of the data', async () => {
  prepare();
  await openPage(page);
  const table = await screen.findByRole('table', { name: unsuccessfulApi.title });
  const [head, row, total] = within(table).getAllByRole('row');
  expect(head?.textContent).toContain(unsuccessfulApi.columns.lastSeen.title);
  expect(row?.textContent).toContain('1\u00a0234');
  expect(row?.textContent).toContain('нове');
  expect(total?.textContent).toContain(text.total);
  screen.getByText(/Станом на 20\.11\.2026 12:00/);
  screen.getAllByText(/1 рядок/);
});

test('a press on a column sorts by it, another one the other way round', async () => {
  prepare();
  const user = await openPage(page);
  const column = await screen.findByRole('columnheader', { name: /^Користувачів/ });
  await user.click(within(column).getByRole('button'));
  await expect.poll(() => payloadsOf(unsuccessfulApi.read).at(-1)).toEqual(sent({ sort: '-users' }));
  await user.click(
    within(await screen.findByRole('columnheader', { name: /^Користувачів/ })).getByRole('button'),
  );
  await expect.poll(() => payloadsOf(unsuccessfulApi.read).at(-1)).toEqual(sent({ sort: 'users' }));
});

test('the address is the filter, and what is invalid in it is left out', async () => {
  prepare();
  await openPage(`${page}?from=2026-11-14&to=nothing&kind=fault&age=old&sort=cause`);
  await screen.findByRole('table');
  expect(payloadsOf(unsuccessfulApi.read).map((payload) => ({ ...payload, token: undefined }))).toEqual([
    { from: '2026-11-14', to: kyivDateOf(deviceNow()), kind: 'fault', token: undefined },
  ]);
});

test('the address and the fields of a report opened without days hold the usual days', async () => {
  prepare();
  const history = createMemoryHistory({ initialEntries: [`${page}?kind=fault`] });
  const router = createAppRouter(history);
  await router.load();
  render(<RouterProvider router={router} />);
  await screen.findByRole('table');
  const today = kyivDateOf(deviceNow());
  const usual = { from: addDays(today, -6), to: today };
  await expect
    .poll(() => Object.fromEntries(new URLSearchParams(history.location.search)))
    .toEqual({ ...usual, kind: 'fault' });
  expect(screen.getByLabelText<HTMLInputElement>(text.from).value).toBe(usual.from);
  expect(payloadsOf(unsuccessfulApi.read)).toHaveLength(1);
});

test('a group leads to its calls and back', async () => {
  prepare();
  const user = await openPage(page);
  await user.click(await screen.findByRole('link', { name: group.code }));
  await screen.findByRole('heading', { level: 1, name: unsuccessfulApiCalls.title });
  const { api, code, cause } = group;
  await expect.poll(() => payloadsOf(unsuccessfulApiCalls.read).at(-1)).toEqual(sent({ api, code, cause }));
  await screen.findByText(call.reference);
  await user.click(screen.getByRole('link', { name: 'Усі невдалі виклики' }));
  await screen.findByRole('heading', { level: 1, name: unsuccessfulApi.title });
});

test.each(['reports.badPeriod', 'reports.tooMuch'] as const)('%s tells what to do', async (code) => {
  prepare();
  answer(unsuccessfulApi.read, () => failure(code, { n: 31 }));
  await openPage(page);
  await screen.findByText(text.tooMuchTitle);
  screen.getByText(formatMessage(code, { n: 31 }));
});

const debtor = {
  account: '2390001111',
  place: 'Київ',
  amount: '432.50',
  days30: '432.50',
  days60: '0.00',
  days90: '0.00',
  days365: '0.00',
  older: '0.00',
  oldest: '2026-10',
  lastPaidOn: null,
};

test.each([
  [['analyst'], false],
  [['billing'], true],
] as const)('roles %j: a debtor leads to the payments of the account: %s', async (roles, isLed) => {
  signInAsAdmin([...roles]);
  leaveOtherCallsPending();
  answer(debtors.read, () => ({ ...answerOf([debtor]), totals: {} }));
  await openPage(
    '/cabinet/admin/statreports/reports/debtors?sum=100,5&age=1-30&from=2026-11-01&customer=nobody',
  );
  await screen.findByText(debtor.account);
  // A report of the moment has no days; what is not known is left out.
  expect(payloadsOf(debtors.read).map((payload) => ({ ...payload, token: undefined }))).toEqual([
    { sum: '100,5', age: '1-30', token: undefined },
  ]);
  expect(screen.queryByLabelText(text.from)).toBeNull();
  const link = screen.queryByRole('link', { name: debtor.account });
  expect(link?.getAttribute('href') ?? null).toBe(isLed ? '/cabinet/admin/payments?q=2390001111' : null);
});

test('an administrator sees the reports of the own roles only', async () => {
  await openAsAdmin('/cabinet/admin/statreports', ['billing']);
  await screen.findByRole('link', { name: money.title });
  const reports = within(screen.getByRole('main')).getAllByRole('link');
  expect(reports.map(({ textContent }) => textContent)).toEqual([money.title, debtors.title]);
});

test('on a phone a report shows fifteen rows, leaves out noughts, and unfolds a row', async () => {
  vi.spyOn(globalThis, 'matchMedia').mockImplementation(
    (query) =>
      ({
        matches: query.includes('max-width'),
        addEventListener: () => undefined,
        removeEventListener: () => undefined,
      }) as unknown as MediaQueryList,
  );
  const accounts = Array.from({ length: 20 }, (_, index) => String(2390001100 + index));
  answer(debtors.read, () => ({
    ...answerOf(accounts.map((account) => ({ ...debtor, account }))),
    totals: { amount: '8650.00', days60: '0.00' },
  }));
  const user = await openAsAdmin('/cabinet/admin/statreports/reports/debtors');
  await screen.findByText(accounts[14] ?? '');
  expect(screen.queryByText(accounts[15] ?? '')).toBeNull();
  await press(user, listText.more);
  await screen.findByText(accounts[19] ?? '');
  expect(screen.queryByRole('button', { name: listText.more })).toBeNull();
  expect(payloadsOf(debtors.read)).toHaveLength(1);

  const [, row] = within(screen.getByRole('table')).getAllByRole('row');
  const cells = [...(row?.querySelectorAll<HTMLElement>('td[data-cell]') ?? [])];
  const places = Object.fromEntries(cells.map(({ dataset }) => [dataset.cell, dataset.phone]));
  expect(places).toMatchObject({ amount: 'main', days60: 'blank', older: 'blank', lastPaidOn: 'blank' });
  expect(places.days30).toBeUndefined();
});

test('a file of a report that has come is said to be kept', async () => {
  prepare();
  answer(unsuccessfulApi.export, () => new Blob(['code\ncommon.unexpected\n']) as never);
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:');
  const user = await openPage(page);
  await press(user, /^CSV/);
  await screen.findByText(new RegExp(listText.filesSaved));
});
