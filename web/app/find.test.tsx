import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { OutputOf } from '#contract/define-call.ts';
import { formatMessage } from '#contract/messages/format-message.ts';
import { findSubjects } from '#contract/search.ts';
import { text } from '#web/features/search/text.ts';
import { text as common } from '#web/lib/text.ts';
import { answer, failure, payloadsOf, success } from '#web/testing/fake-api.ts';
import { openAsAdmin, press } from '#web/testing/render.tsx';

const path = '/cabinet/admin/management';
type Found = OutputOf<typeof findSubjects>;
const nothing: Found = { ...success, subjects: [], cabinets: [], conversations: [], more: [] };
const customer = {
  kind: 'customer' as const,
  id: '0199f000-0000-7000-8000-000000000071',
  account: '2390001111',
  holder: 'Шевченко Олена',
  address: 'м. Київ, вул. Садова, 1',
  phone: '+380671112233',
  accountCount: 2,
  isPast: false,
  payment: null,
};
const paid = { orderId: '2390001111-102026-1', sum: '450.00', startedAt: '2026-11-01T10:00:00.000Z' };
const payment = { ...customer, kind: 'payment' as const, payment: paid };

const box = () => screen.findByRole('combobox', { name: text.label });

test('what is found is grouped by kind, with links and what there is more', async () => {
  const more = ['customer' as const];
  answer(findSubjects, () => ({ ...nothing, subjects: [customer, payment], more }));
  const user = await openAsAdmin(path);
  await user.type(await box(), 'шевч');
  const group = await screen.findByRole('group', { name: new RegExp(text.groups.customer) });
  expect(group.textContent).toContain(text.more);
  const option = within(group).getByRole('option');
  expect(option.textContent).toContain('2 рахунки, перший 2390001111');
  expect(option.getAttribute('href')).toContain('/accounts/2390001111');
  expect(option.getAttribute('aria-selected')).toBe('true');
  const paid = within(screen.getByRole('group', { name: text.groups.payment })).getByRole('option');
  expect(paid.getAttribute('href')).toContain('q=2390001111-102026-1');
  expect((await box()).getAttribute('aria-activedescendant')).toBe(option.id);
  await user.keyboard('{ArrowUp}');
  expect((await box()).getAttribute('aria-activedescendant')).toBe(paid.id);
});

test('the answer to an older question is not shown', async () => {
  answer(findSubjects, ({ query }) =>
    query === 'шевченко' ? { ...nothing, subjects: [customer] } : { ...nothing, subjects: [payment] },
  );
  const user = await openAsAdmin(path);
  await user.type(await box(), 'шевч');
  await screen.findByRole('group', { name: text.groups.payment });
  await user.type(await box(), 'енко');
  expect(screen.queryByRole('group', { name: text.groups.payment })).toBeNull();
  await screen.findByRole('group', { name: text.groups.customer });
  expect(payloadsOf(findSubjects).map(({ query }) => query)).toEqual(['шевч', 'шевченко']);
});

test('an analyst finds pages and reports of the role, and the server is not asked', async () => {
  const user = await openAsAdmin(path, ['analyst']);
  screen.getByText(text.hintOfPages);
  await user.type(await box(), 'боржники');
  const report = await screen.findByRole('group', { name: text.groups.report });
  expect(within(report).getByRole('option').getAttribute('href')).toContain('/statreports/reports/debtors');
  await user.clear(await box());
  await user.type(await box(), 'виписки банків');
  await screen.findByText(new RegExp(text.nothingOfPages));
  expect(payloadsOf(findSubjects)).toEqual([]);
  const sections = screen.getByRole('region', { name: text.sections });
  expect(within(sections).queryByRole('link', { name: 'Реєстри' })).toBeNull();
  within(sections).getByRole('link', { name: 'Звіти' });
});

test('nothing found, a failure and no network say what to do', async () => {
  answer(findSubjects, () => nothing);
  const user = await openAsAdmin(path);
  await user.type(await box(), 'немає');
  await screen.findByText(new RegExp(text.nothing));
  answer(findSubjects, () => failure('common.serviceDown'));
  await user.clear(await box());
  await user.type(await box(), 'інше');
  await screen.findByText(formatMessage('common.serviceDown'));
  expect(screen.queryByText(new RegExp(text.nothing))).toBeNull();
  answer(findSubjects, () => ({ ...nothing, subjects: [customer] }));
  await press(user, common.retry);
  await screen.findByRole('group', { name: text.groups.customer });
});

test('Ctrl+K opens the box over a page, Enter opens the first line, Escape empties and closes it', async () => {
  answer(findSubjects, () => ({ ...nothing, subjects: [customer] }));
  const user = await openAsAdmin('/cabinet/admin/settings');
  // It comes when the page has had a second for its own data.
  await screen.findByRole('button', { name: text.find });
  const pressShortcut = () =>
    act(() => {
      window.dispatchEvent(new KeyboardEvent('keydown', { code: 'KeyK', ctrlKey: true, cancelable: true }));
    });
  pressShortcut();
  // Its code is read when it is first wanted.
  await waitFor(async () => expect(document.activeElement).toBe(await box()));
  await user.keyboard('2233{Escape}');
  expect(await box()).toHaveProperty('value', '');
  await user.keyboard('2233{Enter}');
  await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull());
  await screen.findByRole('heading', { level: 1, name: 'Картка рахунка' });
  pressShortcut();
  await screen.findByRole('group', { name: text.recent });
});
