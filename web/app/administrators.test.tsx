import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { readAdminLink, setAdminPassword } from '#contract/identity/administrator-links.ts';
import {
  type AdministratorData,
  actOnAdmin,
  changeAdmin,
  createAdmin,
  listAdmins,
} from '#contract/identity/administrators.ts';
import { formatMessage } from '#contract/messages/format-message.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { text } from '#web/features/identity/administrators/text.ts';
import { text as joinText } from '#web/features/identity/join/text.ts';
import { rolesText } from '#web/lib/list/roles-text.ts';
import { answer, failure, leaveOtherCallsPending, payloadsOf, success } from '#web/testing/fake-api.ts';
import { expectAlert, openAsAdmin, openPage, press, submitForm } from '#web/testing/render.tsx';

const you: AdministratorData = {
  login: 'owner',
  fullName: 'Коваль Марія',
  roles: ['owner'],
  phone: '',
  email: '',
  dualAuth: false,
  secondFactor: 'totp',
  state: 'active',
  blockReason: '',
  isYou: true,
  lastSignInAt: '2026-11-20T08:00:00.000Z',
  sessionCount: 1,
  linkUntil: null,
};
const operator: AdministratorData = {
  ...you,
  login: 'operator',
  fullName: 'Савчук Назар',
  roles: ['operator', 'content'],
  phone: '+380501130002',
  email: 'savchuk@svitlo.example',
  dualAuth: true,
  secondFactor: 'none',
  isYou: false,
  sessionCount: 0,
};
const gone = { state: 'blocked', blockReason: 'Звільнено', lastSignInAt: null } as const;
const blocked: AdministratorData = { ...operator, login: 'gone', fullName: '', ...gone };

async function openAdministrators() {
  answer(listAdmins, () => ({ ...success, admins: [blocked, operator, you] }));
  return openAsAdmin('/cabinet/admin/management/administrators');
}
const button = (words: string, name: string) => formatText(text.wordsOf, { words, name });

test('roles, second step, state and last sign-in are shown; the own row has no buttons', async () => {
  await openAdministrators();
  await screen.findByText('Савчук Назар');
  const [first, second, third] = ['gone', 'Савчук Назар', 'Коваль Марія'].map((name) =>
    screen.getByText(name).closest('li'),
  );
  for (const words of [text.states.blocked, 'Звільнено', text.neverSignedIn])
    expect(first?.textContent).toContain(words);
  const contacts = 'operator · +380501130002 · savchuk@svitlo.example';
  for (const words of [contacts, rolesText.content.name, text.bySmsRequired])
    expect(second?.textContent).toContain(words);
  expect(third?.textContent).toContain(text.you);
  expect(third?.querySelectorAll('button')).toHaveLength(0);
});

test('a new administrator needs a role, a contact, and a phone when a code is required; the link is not shown', async () => {
  const user = await openAdministrators();
  const created = { ...success, admins: [you], sentTo: 'olena@svitlo.example' };
  answer(createAdmin, ({ login }) => (login === 'taken' ? failure('identity.loginTaken') : created));
  await press(user, text.add);
  await user.click(screen.getByLabelText(text.dualAuth));
  await submitForm(user, { login: 'taken', fullName: 'Бойко Олена' });
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain(text.wanted.roles);
  expect(alert.textContent).toContain(text.wanted.phone);
  expect(alert.textContent).toContain(text.wanted.email);
  await user.click(screen.getByLabelText(new RegExp(rolesText.billing.name)));
  await user.click(screen.getByLabelText(text.dualAuth));
  await submitForm(user, { fullName: 'Бойко Олена', email: 'olena@svitlo.example' });
  await expectAlert(formatMessage('identity.loginTaken'));
  await user.clear(screen.getByLabelText(text.login));
  await submitForm(user, { login: ' Olena ' });
  const sent = formatText(text.linkSent, { done: text.added, contact: 'olena@svitlo.example' });
  await screen.findByText(sent);
  expect(document.body.textContent).not.toContain('/join');
  const asked = { login: 'olena', fullName: 'Бойко Олена', email: 'olena@svitlo.example' };
  expect(payloadsOf(createAdmin).at(-1)).toMatchObject({ ...asked, roles: ['billing'], dualAuth: false });
});

test('roles are changed and access is ended with a reason; what is not possible is not offered', async () => {
  const user = await openAdministrators();
  answer(changeAdmin, () => ({ ...success, admins: [operator, you] }));
  answer(actOnAdmin, () => ({ ...success, admins: [operator, you], sentTo: null }));
  await press(user, button(text.change, 'Савчук Назар'));
  await user.click(screen.getByLabelText(new RegExp(rolesText.content.name)));
  await submitForm(user, { fullName: 'Савчук Назар' });
  await expectAlert(text.wanted.reason);
  await submitForm(user, { reason: 'Інші обов’язки' });
  await waitFor(() => expect(payloadsOf(changeAdmin)).toHaveLength(1));
  expect(payloadsOf(changeAdmin)[0]).toMatchObject({
    login: 'operator',
    roles: ['operator'],
    phone: '+380501130002',
    email: 'savchuk@svitlo.example',
    dualAuth: true,
    reason: 'Інші обов’язки',
  });
  await press(user, button(text.access, 'Савчук Назар'));
  const choice = await screen.findByLabelText(text.act);
  const options = within(choice).getAllByRole('option');
  expect(options.map((option) => option.getAttribute('value'))).toEqual(['link', 'block']);
  await user.selectOptions(choice, 'block');
  screen.getByText(text.acts.block.hint);
  await submitForm(user, { reason: 'Звільнено' });
  await waitFor(() => expect(payloadsOf(actOnAdmin)).toHaveLength(1));
  expect(payloadsOf(actOnAdmin)[0]).toMatchObject({ login: 'operator', act: 'block', reason: 'Звільнено' });
});

test('a link sets a password; one that works no more says so', async () => {
  const key = `staff-${'k'.repeat(27)}`;
  answer(readAdminLink, (input) =>
    input.key === key
      ? { ...success, login: 'olena', fullName: 'Бойко Олена', expiresAt: '2026-11-27T10:00:00.000Z' }
      : failure('identity.invitationEnded'),
  );
  answer(setAdminPassword, (_, basicAuth) => {
    expect(basicAuth).toEqual({ login: 'olena', password: 'Kalyna-2026-lystopad' });
    return success;
  });
  leaveOtherCallsPending();
  const user = await openPage(`/join?key=${key}`);
  await screen.findByLabelText(joinText.password);
  await submitForm(user, { password: 'Kalyna-2026-lystopad' });
  await screen.findByText(joinText.passwordSet);
  await openPage(`/join?key=${key}x`);
  await screen.findByText(formatMessage('identity.invitationEnded'));
});
