import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { OutputOf } from '#contract/define-call.ts';
import { listStaffActions, type StaffActionData } from '#contract/identity/staff-actions.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { text } from '#web/features/identity/staff-actions/text.ts';
import { answer, payloadsOf, success } from '#web/testing/fake-api.ts';
import { openAsAdmin } from '#web/testing/render.tsx';

const path = '/cabinet/admin/management/actions';
const id = '0199f000-0000-7000-8000-000000000051';

const replied: StaffActionData = {
  actionId: '0199f000-0000-7000-8000-000000000061',
  who: 'Савчук Назар',
  login: 'operator',
  call: '/api/desk/reply',
  what: 'Відповідь клієнтові',
  accounts: ['2390001111'],
  subjects: 1,
  rowCount: null,
  place: { page: 'conversation', account: '2390001111', id },
  happenedAt: '2026-11-20T10:00:00.000Z',
  address: '10.0.0.1',
  reference: 'r-1',
  outcome: 'done',
  reason: null,
  why: 'Прохання споживача',
  changes: [
    {
      what: 'Виправлення боргу, о/р 2390001111',
      fields: [
        { name: 'Баланс', before: '0.00', after: null },
        { name: 'Сума', before: null, after: '50.00' },
        { name: 'Ролі', before: 'оператор', after: 'розрахунки' },
      ],
    },
  ],
  changeCount: 24,
};
const refused: StaffActionData = {
  ...replied,
  actionId: '0199f000-0000-7000-8000-000000000062',
  what: 'Відповідальний або стан звернення',
  accounts: ['2390001111', '2390001112', '2390001113'],
  subjects: 5,
  rowCount: null,
  place: null,
  outcome: 'refused',
  reason: 'Немає прав',
  // As an act in the terminal of the server.
  address: '',
  why: '',
  changes: [],
  changeCount: 0,
};

type Answer = OutputOf<typeof listStaffActions>;
const answerActions = (actions: StaffActionData[], more: Partial<Answer>) =>
  answer(listStaffActions, () => ({
    ...{ ...success, actions, next: null, count: actions.length, staff: [], kinds: [] },
    ...{ isBillingAway: false, isSearchCut: false },
    ...more,
  }));

test('an action says who, what, of which account and how it ended, and leads to its conversation', async () => {
  answerActions([replied, refused], {
    staff: [{ login: 'operator', name: 'Савчук Назар' }],
    kinds: [{ call: '/api/desk/reply', what: 'Відповідь клієнтові' }],
    isBillingAway: true,
    isSearchCut: true,
  });
  await openAsAdmin(
    `${path}?who=operator&of=2390001111&from=2026-11-01&kind=/api/desk/reply&ref=r-1&q=${encodeURIComponent('прохання')}`,
  );
  const [, first, second] = await screen.findAllByRole('row');
  for (const words of ['Савчук Назар', 'Відповідь клієнтові', '2390001111', text.outcomes.done])
    expect(first?.textContent).toContain(words);
  const link = within(first as HTMLElement).getByRole('link', { name: text.places.conversation });
  expect(link.getAttribute('href')).toContain(`id=${id}`);
  expect(first?.textContent).toContain(formatText(text.fromWhere, { address: '10.0.0.1', reference: 'r-1' }));
  expect(second?.textContent).not.toContain('адреси');
  const request = formatText(text.ofRequest, { reference: 'r-1' });
  for (const words of ['рахунків: 3', 'об’єктів дії: 5', text.outcomes.refused, 'Немає прав', request])
    expect(second?.textContent).toContain(words);
  expect(within(second as HTMLElement).queryByRole('link')).toBeNull();
  expect(payloadsOf(listStaffActions)[0]).toMatchObject({
    login: 'operator',
    account: '2390001111',
    from: '2026-11-01',
    kind: '/api/desk/reply',
    reference: 'r-1',
    words: 'прохання',
  });
  screen.getByText(text.billingAway);
  // Before and after are there to be found, folded.
  const why = 'Причина: Прохання споживача';
  for (const words of [why, '0.00', '50.00', 'розрахунки', 'і ще змін: 23', 'запит r-1'])
    expect(first?.textContent).toContain(words);
});

test('a search that did not reach the older changes says so', async () => {
  answerActions([replied], { isSearchCut: true });
  await openAsAdmin(`${path}?q=2026`);
  await screen.findByText(text.searchCut);
});

test('what is no account narrows nothing; that the billing is away is said of an empty list, too', async () => {
  answerActions([], { isBillingAway: true });
  await openAsAdmin(`${path}?of=2390`);
  await screen.findByText(text.noneTitle);
  screen.getByText(text.billingAway);
  expect(payloadsOf(listStaffActions)[0]).not.toHaveProperty('account');
});
