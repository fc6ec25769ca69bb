import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { formatMessage } from '#contract/messages/format-message.ts';
import {
  type AuthorityProposal,
  decideAuthorities,
  listAuthorities,
  removeAuthority,
} from '#contract/signatures/authorities.ts';
import { authoritiesText as text } from '#web/features/signatures/authorities-text.ts';
import { answer, failure, payloadsOf, success } from '#web/testing/fake-api.ts';
import { openAsAdmin, press } from '#web/testing/render.tsx';

const proposal: AuthorityProposal = {
  proposalId: '0199f000-0000-7000-8000-0000000000aa',
  kind: 'certificates',
  names: ['КНЕДП «Приклад», 1F'],
  signedBy: null,
  author: 'Коваль Марія',
  proposedAt: '2026-11-20T08:00:00.000Z',
  isOwn: false,
};
const own: AuthorityProposal = {
  ...proposal,
  proposalId: '0199f000-0000-7000-8000-0000000000ab',
  kind: 'addresses',
  names: ['КНЕДП «Інший», 2F'],
  signedBy: 'ЦЗО',
  isOwn: true,
};

const removalId = own.proposalId.replace('ab', 'ac');
const removal: AuthorityProposal = { ...proposal, proposalId: removalId, kind: 'removal' };
const authority = {
  authorityId: 'a'.repeat(64),
  name: 'КНЕДП «Приклад»',
  issuer: 'ЦЗО',
  serial: '1F',
  isRoot: false,
  validFrom: '2023-02-03T00:00:00.000Z',
  validTo: '2031-02-03T00:00:00.000Z',
  ocspUrl: null,
  tspUrl: null,
  cmpUrl: null,
  origin: 'uploaded' as const,
  addedAt: '2026-06-20T10:01:00.000Z',
  addedBy: 'olena',
  removedAt: null,
};

test('authorities that wait are confirmed by another owner, never by their author; a refusal is shown', async () => {
  const listed = { isNetworkOn: true, authorities: [], proposals: [proposal, own] };
  answer(listAuthorities, () => ({ ...success, ...listed }));
  const user = await openAsAdmin('/cabinet/admin/management/authorities');
  const card = within(await screen.findByRole('region', { name: text.waiting }));
  card.getByText(proposal.names.join());
  card.getByText(text.proof('certificates', null));
  card.getByText(text.proof('addresses', 'ЦЗО'));
  card.getByText(text.ownProposal);
  expect(card.getAllByRole('button', { name: text.confirm.certificates })).toHaveLength(1);
  answer(decideAuthorities, () => failure('decisions.dependentPerson'));
  await user.click(card.getByRole('button', { name: text.confirm.certificates }));
  await card.findByText(formatMessage('decisions.dependentPerson'));
  answer(decideAuthorities, () => ({ ...success, authorities: [], proposals: [own] }));
  await user.click(card.getByRole('button', { name: text.confirm.certificates }));
  await screen.findByText(text.confirmed);
  expect(card.queryByRole('button', { name: text.confirm.certificates })).toBeNull();
  const { proposalId } = proposal;
  expect(payloadsOf(decideAuthorities).at(-1)).toMatchObject({ proposalId, decision: 'confirm' });
});

test('an authority is proposed to be trusted no longer, and another owner confirms it', async () => {
  const list = { ...success, authorities: [authority] };
  answer(listAuthorities, () => ({ ...list, isNetworkOn: true, proposals: [] }));
  answer(removeAuthority, () => ({ ...list, proposals: [removal] }));
  answer(decideAuthorities, () => ({ ...list, proposals: [] }));
  const user = await openAsAdmin('/cabinet/admin/management/authorities');
  await press(user, text.remove);
  const dialog = within(await screen.findByRole('dialog'));
  dialog.getByText(text.removeLead(authority.name));
  await user.click(dialog.getByRole('button', { name: text.remove }));
  await screen.findByText(text.removalProposed);
  expect(payloadsOf(removeAuthority)).toMatchObject([{ authorityId: authority.authorityId }]);
  const card = within(await screen.findByRole('region', { name: text.waiting }));
  card.getByText(text.proof('removal', null));
  await user.click(card.getByRole('button', { name: text.confirm.removal }));
  await waitFor(() => expect(screen.queryByRole('region', { name: text.waiting })).toBeNull());
  const { proposalId } = removal;
  expect(payloadsOf(decideAuthorities).at(-1)).toMatchObject({ proposalId, decision: 'confirm' });
});
