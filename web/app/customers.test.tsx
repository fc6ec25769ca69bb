import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import {
  actOnCustomer,
  type CustomerData,
  customerActs,
  getCustomer,
  listCustomerAccounts,
  listCustomerHistory,
} from '#contract/customers.ts';
import type { AdminRole } from '#contract/identity/admin-roles.ts';
import { formatMessage } from '#contract/messages/format-message.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { text } from '#web/features/customers/text.ts';
import { answer, failure, payloadsOf, success } from '#web/testing/fake-api.ts';
import { expectAlert, openAsAdmin, press, submitForm } from '#web/testing/render.tsx';
import { sampleCustomer as person } from '#web/testing/sample-customer.ts';

const block = {
  reason: 'Заява про чужий доступ',
  by: 'Савчук Назар',
  at: '2026-11-20T09:00:00.000Z',
  ended: null,
  isOfCompany: false,
};
const blocked: CustomerData = { ...person, state: 'blocked', sessionCount: 0, block };
const { acts } = text;
const ofCustomer = { id: person.id };

async function openCard(customer = person, { part = '', roles = ['owner'] as AdminRole[] } = {}) {
  answer(getCustomer, () => ({ ...success, customer, erasure: null }));
  return openAsAdmin(`/cabinet/admin/management/customers/${customer.id}${part && `?part=${part}`}`, roles);
}
const buttons = () => screen.queryAllByRole('button').map(({ textContent }) => textContent);

test('the card tells who the customer is and offers what is possible; a section is loaded when it is opened', async () => {
  answer(listCustomerAccounts, () => ({
    ...success,
    accounts: [
      {
        account: '2390001111',
        address: 'м. Київ, вул. Садова, 1',
        hasContract: false,
        due: '125.40',
        dueActs: '0.00',
        overpaid: '0.00',
      },
    ],
    next: null,
  }));
  const user = await openCard();
  const main = await screen.findByRole('main');
  await screen.findByText('2390001111');
  for (const words of [
    person.name,
    person.phone,
    text.isNotConfirmed,
    text.factors.totp,
    formatText(text.sessions, { n: 2 }),
    '125,40',
    text.accounts.noContract,
  ])
    expect(main.textContent).toContain(words);
  for (const act of ['endSessions', 'resetFactor', 'confirmPhone', 'block'] as const)
    expect(buttons()).toContain(acts[act].name);
  expect(buttons()).not.toContain(acts.unblock.name);
  expect(payloadsOf(listCustomerHistory)).toEqual([]);
  const tabs = within(screen.getByRole('navigation', { name: text.parts }));
  await user.click(tabs.getByRole('link', { name: text.part.history }));
  await waitFor(() => expect(payloadsOf(listCustomerHistory)).toMatchObject([ofCustomer]));
});

test('a customer is blocked with a reason, and the card shows who did it; unblocked, it tells what was', async () => {
  const user = await openCard();
  const answered = { ...success, ended: 2 };
  answer(actOnCustomer, ({ act }) => ({ ...answered, customer: act === 'block' ? blocked : person }));
  await press(user, acts.block.name);
  const dialog = screen.getByRole('dialog', { name: acts.block.title });
  expect(dialog.textContent).toContain(acts.block.hint);
  await submitForm(user, { reason: ' ' });
  expect((await within(dialog).findByRole('alert')).textContent).toContain(text.wanted.reason);
  await submitForm(user, { reason: block.reason });
  await screen.findByText(formatText(text.reasonIs, { why: block.reason }));
  expect(payloadsOf(actOnCustomer)[0]).toMatchObject({ ...ofCustomer, act: 'block', reason: block.reason });
  screen.getByText(/Савчук Назар, 20.11.2026 11:00/);
  expect(buttons()).not.toContain(acts.block.name);
  await press(user, acts.unblock.name);
  await submitForm(user, { reason: 'Особу підтверджено' });
  await screen.findByRole('button', { name: acts.block.name });
});

test('who comes second keeps the form and sees what the first has done; a phone that is taken is told at its field', async () => {
  const user = await openCard();
  const changed = failure('identity.customerChanged', {}, { customer: blocked });
  answer(actOnCustomer, ({ act }) => (act === 'block' ? changed : failure('identity.phoneTaken')));
  await press(user, acts.block.name);
  await submitForm(user, { reason: block.reason });
  await expectAlert(formatMessage('identity.customerChanged', {}));
  screen.getByText(formatText(text.blocked, { by: block.by, moment: '20.11.2026 11:00' }));
  await press(user, text.cancel);
  await press(user, acts.confirmPhone.name);
  await submitForm(user, { phone: '671112233', reason: 'Новий номер' });
  await expectAlert(text.phoneOfOther);
  expect(payloadsOf(actOnCustomer).at(-1)).toMatchObject({ phone: '+380671112233', seenPhone: person.phone });
});

test('a phone that is confirmed already is not confirmed again: another one is asked for', async () => {
  const user = await openCard({ ...person, isPhoneConfirmed: true });
  await press(user, acts.confirmPhone.name);
  expect(screen.getByLabelText<HTMLInputElement>(text.phoneNumber).value).toBe('');
  await submitForm(user, { phone: person.phone.slice(4), reason: 'Телефонує з нього' });
  await expectAlert(text.phoneConfirmed);
  expect(payloadsOf(actOnCustomer)).toEqual([]);
});

test('who does not act on sign-ins has no buttons and no conversations; an unknown customer is told as such', async () => {
  await openCard(blocked, { roles: ['billing'], part: 'conversations' });
  await screen.findByText(person.name);
  expect(buttons()).not.toContain(acts.unblock.name);
  expect(screen.queryByRole('link', { name: text.part.conversations })).toBeNull();
  expect(screen.getByRole('link', { name: text.part.accounts }).getAttribute('aria-current')).toBe('page');
});

test('an unknown customer is told as such', async () => {
  answer(getCustomer, () => failure('common.notFound'));
  await openAsAdmin(`/cabinet/admin/management/customers/${person.id}`);
  await screen.findByText(text.unknown);
});

test('the history shows what was before and after, and says when the billing is away', async () => {
  answer(listCustomerHistory, () => ({
    ...success,
    actions: [
      {
        id: '0199f000-0000-7000-8000-0000000000d1',
        who: 'Савчук Назар',
        what: 'Доступ клієнта',
        accounts: [],
        at: '2026-11-20T09:00:00.000Z',
        why: block.reason,
        outcome: 'done' as const,
        refusal: null,
        changes: [{ what: person.phone, fields: [{ name: 'Заблоковано', before: 'ні', after: 'так' }] }],
        changeCount: 1,
      },
    ],
    next: null,
    isBillingAway: true,
  }));
  await openCard(person, { part: 'history' });
  const row = (await screen.findByText('Доступ клієнта')).closest('tr');
  for (const words of [block.reason, 'Заблоковано', 'ні', 'так', text.history.outcomes.done])
    expect(row?.textContent).toContain(words);
  screen.getByText(text.history.billingAway);
});

test('the card says when the data of a person will be deleted', async () => {
  const erasure = { askedAt: '2026-11-20T10:00:00.000Z', dueAt: '2026-11-27T10:00:00.000Z' };
  answer(getCustomer, () => ({ ...success, customer: person, erasure }));
  const path = `/cabinet/admin/management/customers/${person.id}`;
  await openAsAdmin(path, ['operator']);
  await screen.findByText(/Клієнт попросив видалити свої дані: видалимо 27\.11\.2026/);
});

test('a person whose data are deleted has no acts', async () => {
  const erased: CustomerData = {
    ...person,
    name: '',
    phone: '',
    email: '',
    state: 'erased',
    sessionCount: 0,
  };
  await openCard(erased, { roles: ['operator'] });
  await screen.findByText(text.states.erased);
  for (const act of customerActs) expect(buttons()).not.toContain(acts[act].name);
});
