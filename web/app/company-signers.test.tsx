import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { OutputOf } from '#contract/define-call.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { addSigner, endSigner, listSigners, removeSigner } from '#contract/signatures.ts';
import { text } from '#web/features/signatures/signers-text.ts';
import { text as signatureText } from '#web/features/signatures/text.ts';
import { answer, failure, payloadsOf, success } from '#web/testing/fake-api.ts';
import { openAsEntityOfTwo, press, submitForm } from '#web/testing/render.tsx';

type Signer = OutputOf<typeof listSigners>['signers'][number];

const page = '/cabinet/entity/settings/signers';
const mazur: Signer = {
  signerId: '0199f000-0000-7000-8000-000000000001',
  drfo: '2890123454',
  fullName: 'Мазур Ірина',
  post: 'директор',
  ground: 'статут',
  kinds: null,
  validFrom: '2026-01-01',
  validTo: null,
  state: 'active',
  addedBy: 'Коваль Олена',
  addedAt: '2026-01-01T10:00:00.000Z',
};
const koval: Signer = {
  ...mazur,
  signerId: '0199f000-0000-7000-8000-000000000002',
  drfo: '2763401233',
  fullName: 'Коваль Петро',
  kinds: ['acceptanceAct'],
  validTo: '2026-03-31',
  state: 'ended',
  addedBy: '',
};

function openSigners(signers: Signer[] = [mazur, koval]) {
  answer(listSigners, () => ({ ...success, signers }));
  return openAsEntityOfTwo(page);
}

const nameOf = (words: string) => formatText(words, { name: mazur.fullName });

test('an entry says who may sign what, on what ground and until when; powers that ended are folded', async () => {
  await openSigners();
  const row = (await screen.findByText(mazur.fullName)).closest('li');
  const powers = [text.allKinds, 'статут', 'з 01.01.2026, без строку', text.states.active];
  for (const words of ['директор, РНОКПП 2890123454', ...powers]) expect(row?.textContent).toContain(words);
  const folded = (await screen.findByText(koval.fullName)).closest('li');
  expect(folded?.textContent).toContain(signatureText.kinds.acceptanceAct);
  expect(folded?.closest('details')?.querySelector('summary')?.textContent).toContain(
    formatText(text.endedOnes, { n: 1 }),
  );
  expect(screen.queryByText(text.nobodyTitle)).toBeNull();
});

test('a list without powers that are active says that nobody may sign', async () => {
  await openSigners([koval]);
  await screen.findByText(text.nobodyTitle);
});

test('a person is added with chosen kinds; what the server refuses stands at its field', async () => {
  const user = await openSigners([]);
  const replies = [failure('signature.signerTwice'), { ...success, signers: [koval] }];
  answer(addSigner, () => replies.shift() ?? 'pending');
  await press(user, text.add);
  await user.click(screen.getByRole('checkbox', { name: signatureText.kinds.readingReport }));
  const powers = { ground: 'довіреність № 4', validFrom: '2026-03-01' };
  const typed = { fullName: 'Коваль Петро', drfo: '2763401233', ...powers };
  await submitForm(user, { ...typed, drfo: '27', validTo: '2026-02-01' });
  expect(payloadsOf(addSigner)).toEqual([]);
  const alert = (await screen.findByRole('alert')).textContent;
  for (const words of [text.wanted.drfo, text.wanted.to]) expect(alert).toContain(words);
  await submitForm(user, { ...typed, validTo: '' });
  await waitFor(() => expect(document.getElementById('drfo-error')).not.toBeNull());
  await submitForm(user, { drfo: typed.drfo });
  await screen.findByText(koval.fullName);
  const kinds = ['acceptanceAct', 'reconciliationAct'];
  expect(payloadsOf(addSigner)[1]?.signer).toEqual({ ...typed, post: '', kinds, validTo: null });
});

test('powers are ended by a day inside of them, and a mistake is taken out after a warning', async () => {
  const user = await openSigners([mazur]);
  answer(endSigner, () => ({ ...success, signers: [{ ...mazur, validTo: '2026-06-30' }] }));
  answer(removeSigner, () => ({ ...success, signers: [] }));
  await press(user, nameOf(text.endOf));
  await submitForm(user, { lastDay: '2025-12-31' });
  expect(payloadsOf(endSigner)).toEqual([]);
  await submitForm(user, { lastDay: '2026-06-30' });
  await screen.findByText('з 01.01.2026 до 30.06.2026 включно');
  expect(payloadsOf(endSigner)[0]).toMatchObject({ signerId: mazur.signerId, lastDay: '2026-06-30' });
  await press(user, nameOf(text.removeOf));
  const dialog = screen.getByRole('dialog', { name: nameOf(text.removeTitle) });
  within(dialog).getByText(text.removeLast);
  await user.click(within(dialog).getByRole('button', { name: text.remove }));
  await screen.findByText(text.emptyTitle);
});

test('an accountant reads the list, and has no button', async () => {
  answer(listSigners, () => ({ ...success, signers: [mazur] }));
  await openAsEntityOfTwo(page, { role: 'accountant', objects: 'all' });
  const row = (await screen.findByText(mazur.fullName)).closest('li');
  expect(row?.querySelectorAll('button')).toHaveLength(0);
  screen.getByText(text.askOwner);
  expect(screen.queryByRole('button', { name: text.add })).toBeNull();
});
