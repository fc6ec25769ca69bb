import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { formatMessage } from '#contract/messages/format-message.ts';
import {
  type AuthorityProposal,
  decideAuthorities,
  listAuthorities,
} from '#contract/signatures/authorities.ts';
import { authoritiesText as text } from '#web/features/signatures/authorities-text.ts';
import { answer, failure, leaveOtherCallsPending, payloadsOf } from '#web/testing/fake-api.ts';
import { openPage, signInAsAdmin } from '#web/testing/render.tsx';

const success = { status: 'success' } as const;
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

test('authorities that wait are confirmed by another owner, never by their author; a refusal is shown', async () => {
  answer(listAuthorities, () => ({
    ...success,
    ...{ isNetworkOn: true, authorities: [], proposals: [proposal, own] },
  }));
  leaveOtherCallsPending();
  signInAsAdmin();
  const user = await openPage('/cabinet/admin/management/authorities');
  const card = within(await screen.findByRole('region', { name: text.waiting }));
  card.getByText(proposal.names.join());
  card.getByText(text.proof('certificates', null));
  card.getByText(text.proof('addresses', 'ЦЗО'));
  card.getByText(text.ownProposal);
  expect(card.getAllByRole('button', { name: text.confirm })).toHaveLength(1);
  answer(decideAuthorities, () => failure('decisions.dependentPerson'));
  await user.click(card.getByRole('button', { name: text.confirm }));
  await card.findByText(formatMessage('decisions.dependentPerson'));
  answer(decideAuthorities, () => ({ ...success, authorities: [], proposals: [own] }));
  await user.click(card.getByRole('button', { name: text.confirm }));
  await screen.findByText(text.confirmed);
  expect(card.queryByRole('button', { name: text.confirm })).toBeNull();
  expect(payloadsOf(decideAuthorities).at(-1)).toMatchObject({
    proposalId: proposal.proposalId,
    decision: 'confirm',
  });
});
