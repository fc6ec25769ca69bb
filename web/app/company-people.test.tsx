import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { entityBalance } from '#contract/balance.ts';
import { makeToken } from '#contract/identity/api-tokens.ts';
import {
  type CompanyPersonData,
  endPerson,
  invitePerson,
  listActions,
  listPeople,
  readInvitation,
} from '#contract/identity/company-people.ts';
import { formatMessage } from '#contract/messages/format-message.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { listSigners } from '#contract/signatures.ts';
import { text as joinText } from '#web/features/identity/join/text.ts';
import { text } from '#web/features/identity/people/text.ts';
import { text as programsText } from '#web/features/identity/programs/text.ts';
import { text as cabinetText } from '#web/lib/cabinet-text.ts';
import { answer, failure, leaveOtherCallsPending, payloadsOf, success } from '#web/testing/fake-api.ts';
import { expectAlert, openAsEntityOfTwo, openPage, press, submitForm } from '#web/testing/render.tsx';

const page = '/cabinet/entity/settings/people';

const owner: CompanyPersonData = {
  personId: '0199f000-0000-7000-8000-000000000001',
  name: '',
  email: 'office@chain.example',
  role: 'owner',
  objects: { kind: 'all' },
  state: 'active',
  isContract: true,
  isYou: true,
  uniqueCode: null,
  lastUsedAt: null,
  invitedAt: null,
  expiresAt: null,
  endedAt: null,
};
const engineer: CompanyPersonData = {
  ...owner,
  personId: '0199f000-0000-7000-8000-000000000002',
  name: 'Бондар Ігор',
  email: 'engineer@chain.example',
  role: 'powerEngineer',
  objects: { kind: 'points', points: ['62Z0000000000001', '62Z0000000000002'] },
  isContract: false,
  isYou: false,
  uniqueCode: 'SVITLO12',
};

function openPeople() {
  answer(listPeople, () => ({ ...success, people: [owner, engineer] }));
  answer(listActions, () => ({ ...success, actions: [], next: null, count: 0 }));
  return openAsEntityOfTwo(page);
}

test('the owner sees role, objects and code of each person, and the own row has no buttons', async () => {
  await openPeople();
  const row = (await screen.findByText(/SVITLO12/)).closest('li');
  expect(row?.textContent).toContain('Енергетик, точок обліку: 2');
  expect(row?.textContent).toContain('Бондар Ігор');
  const own = screen.getByText(text.contractNote).closest('li');
  expect(own?.querySelectorAll('button')).toHaveLength(0);
});

test('an invitation is sent with role and objects; one that exists is told at the e-mail', async () => {
  const user = await openPeople();
  answer(invitePerson, () => failure('identity.alreadyInvited'));
  await press(user, text.invite);
  await user.click(await screen.findByLabelText(text.kinds.accounts));
  await user.click(screen.getByLabelText(/^1000000003/));
  await submitForm(user, { name: 'Мороз Остап', email: 'viewer@chain.example' });
  await waitFor(() => expect(payloadsOf(invitePerson)).toHaveLength(1));
  expect(payloadsOf(invitePerson)[0]).toMatchObject({
    name: 'Мороз Остап',
    email: 'viewer@chain.example',
    role: 'accountant',
    objects: { kind: 'accounts', accounts: ['1000000003'] },
  });
  await expectAlert(formatMessage('identity.alreadyInvited'));
});

test('the end of access is confirmed by a dialog that says what happens', async () => {
  const user = await openPeople();
  answer(endPerson, () => ({
    ...success,
    people: [owner, { ...engineer, state: 'ended' as const, endedAt: '2026-11-20T10:00:00.000Z' }],
  }));
  await press(user, formatText(text.wordsOf, { words: text.endShort, name: 'Бондар Ігор' }));
  const dialog = screen.getByText(text.endLead).closest('dialog');
  if (dialog === null) throw new Error('no dialog');
  expect(payloadsOf(endPerson)).toEqual([]);
  await user.click(within(dialog).getByRole('button', { name: text.end }));
  await waitFor(() => expect(payloadsOf(endPerson)).toHaveLength(1));
  await screen.findByText(formatText(text.endedPeople, { n: 1 }));
});

test.each([
  ['powerEngineer', '/cabinet/entity/bills/balance'],
  ['powerEngineer', '/cabinet/entity/settings/signers'],
  ['accountant', page],
  ['viewer', '/cabinet/entity/settings/programs'],
] as const)('%s opens %s by its address and reads why it is not shown', async (role, path) => {
  await openAsEntityOfTwo(path, { role, objects: 'all' });
  await screen.findByRole('heading', { level: 1, name: cabinetText.notForRole });
  expect(payloadsOf(entityBalance)).toEqual([]);
  expect(payloadsOf(listPeople)).toEqual([]);
  expect(payloadsOf(listSigners)).toEqual([]);
});

test('the navigation of an engineer has no money, and the settings no people', async () => {
  await openAsEntityOfTwo('/cabinet/entity/settings/account', { role: 'powerEngineer', objects: 'points' });
  const links = (await screen.findAllByRole('link')).map((link) => link.getAttribute('href'));
  expect(links).toContain('/cabinet/entity/indication');
  for (const path of ['/cabinet/entity/bills', '/cabinet/entity/limits', page])
    expect(links).not.toContain(path);
});

test('the key of a program is shown once, in the dialog that made it', async () => {
  answer(makeToken, () => ({ ...success, secret: 'svt_shown-once', tokens: [] }));
  const user = await openAsEntityOfTwo('/cabinet/entity/settings/programs');
  await press(user, programsText.make);
  await submitForm(user, { name: 'Облік' });
  await screen.findByText('svt_shown-once');
  expect(payloadsOf(makeToken)[0]).toMatchObject({ name: 'Облік', scopes: ['read'], perMinute: 60 });
  await press(user, programsText.done);
  expect(screen.queryByText('svt_shown-once')).toBeNull();
});

test('an invitation that stands no more says whom to ask', async () => {
  answer(readInvitation, () => failure('identity.invitationEnded'));
  leaveOtherCallsPending();
  await openPage('/join?key=abcdefghijklmnopqrstuvwxyz0');
  await screen.findByText(formatMessage('identity.invitationEnded'));
  screen.getByText(joinText.failed);
});
