import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import {
  addAccountBenefit,
  listAccountBenefits,
  removeAccountBenefit,
} from '#contract/accounts/account-card.ts';
import type { AdminRole } from '#contract/identity/admin-roles.ts';
import { formatMessage } from '#contract/messages/format-message.ts';
import { formatText } from '#contract/messages/format-text.ts';
import type { BenefitData } from '#contract/values/benefit.ts';
import { text } from '#web/features/customers/text.ts';
import { answer, failure, payloadsOf, success } from '#web/testing/fake-api.ts';
import { openAsAdmin, press, submitForm } from '#web/testing/render.tsx';

const words = text.account.benefits;
const account = '2390001111';
const months = { first: '2026-09', last: '2026-11' };
const waiting: BenefitData = {
  benefitId: '0199f000-0000-7000-8000-0000000000b1',
  ...{ period: '2026-10', kind: 'subsidy', title: 'Житлова субсидія', sum: '120.50' },
  ...{ postingPeriod: '2026-11', state: 'waiting', canRemove: true },
  entered: { by: 'Олена Мельник', at: '2026-11-05T10:00:00.000Z', reason: 'Лист № 12' },
};
const booked: BenefitData = {
  benefitId: '0199f000-0000-7000-8000-0000000000b2',
  ...{ period: '2026-09', kind: 'benefit', title: '', sum: '20.00', postingPeriod: '2026-09' },
  ...{ state: 'booked', canRemove: false, entered: null },
};

async function openBenefits(
  benefits: () => BenefitData[],
  { roles = ['billing'] as AdminRole[], of = months as typeof months | null } = {},
) {
  answer(listAccountBenefits, () => ({ ...success, benefits: benefits(), months: of, next: null }));
  return openAsAdmin(`/cabinet/admin/management/accounts/${account}?part=benefits`, roles);
}
const button = (name: string) => screen.queryByRole('button', { name });
const removeWaiting = formatText(words.removeOf, { what: 'Житлова субсидія', period: 'жовтень\u00a02026' });

test('each row tells month, kind, sum, the month that books it, whether it did, and who entered it', async () => {
  await openBenefits(() => [waiting, booked], { roles: ['operator'] });
  const row = (await screen.findByText('Житлова субсидія')).closest('tr')?.textContent;
  for (const shown of [
    'жовтень\u00a02026',
    words.kinds.subsidy,
    '120,50',
    words.states.waiting,
    formatText(words.postedTo, { period: 'листопад\u00a02026' }),
    'Олена Мельник, 05.11.2026 12:00',
    'Лист № 12',
  ])
    expect(row).toContain(shown);
  const other = screen.getByText(words.states.booked).closest('tr')?.textContent;
  for (const shown of [words.kinds.benefit, words.ofImport]) expect(other).toContain(shown);
  expect([button(words.add), button(removeWaiting)]).toEqual([null, null]);
});

test('billing enters one: what lacks is said, a refusal keeps what was typed, the same attempt has one id', async () => {
  let stored: BenefitData[] = [];
  const user = await openBenefits(() => stored);
  await press(user, words.add);
  const dialog = await screen.findByRole('dialog', { name: words.add });
  await submitForm(user, { sum: '0', reason: ' ' });
  const problems = await within(dialog).findByRole('alert');
  for (const wanted of [words.sumWanted, text.wanted.reason]) within(problems).getByText(wanted);
  const select = within(dialog).getByLabelText<HTMLSelectElement>(words.period);
  expect([...select.options].map(({ value }) => value)).toEqual(['2026-11', '2026-10', '2026-09']);
  await user.selectOptions(select, '2026-10');
  await user.selectOptions(within(dialog).getByLabelText(words.what), 'subsidy');
  answer(addAccountBenefit, () => failure('benefits.takesTwo', { most: '100,00' }));
  await submitForm(user, { title: ' Житлова субсидія ', sum: '120,5', reason: 'Лист № 12' });
  const takesTwo = formatMessage('benefits.takesTwo', { most: '100,00' });
  await waitFor(() => expect(dialog.textContent).toContain(takesTwo));
  answer(addAccountBenefit, () => {
    stored = [waiting];
    return { ...success, benefit: waiting };
  });
  await user.click(within(dialog).getByRole('button', { name: words.add }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await screen.findByText('Житлова субсидія');
  const sent = payloadsOf(addAccountBenefit);
  const granted = { period: '2026-10', kind: 'subsidy', title: 'Житлова субсидія', sum: '120.50' };
  const wanted = { account, ...granted, reason: 'Лист № 12' };
  expect(sent).toMatchObject([wanted, wanted]);
  expect(sent[0]?.requestId).toBe(sent[1]?.requestId);
});

test('billing removes one that waits, with a reason; one of an import has no button', async () => {
  let stored = [waiting, booked];
  const user = await openBenefits(() => stored);
  await screen.findByText('Житлова субсидія');
  expect(screen.getAllByRole('button', { name: /^Прибрати/ })).toHaveLength(1);
  await user.click(button(removeWaiting) ?? document.body);
  const dialog = await screen.findByRole('dialog', { name: words.removeTitle });
  answer(removeAccountBenefit, () => failure('benefits.booked'));
  await submitForm(user, { reason: 'Не той рахунок' });
  await within(dialog).findByText(formatMessage('benefits.booked'));
  answer(removeAccountBenefit, () => {
    stored = [booked];
    return success;
  });
  await user.click(within(dialog).getByRole('button', { name: words.remove }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(screen.queryByText('Житлова субсидія')).toBeNull());
  const sent = { account, benefitId: waiting.benefitId, reason: 'Не той рахунок' };
  expect(payloadsOf(removeAccountBenefit)).toMatchObject([sent, sent]);
});

test('a company has none to enter', async () => {
  await openBenefits(() => [], { of: null });
  await screen.findByText(words.empty);
  expect(button(words.add)).toBeNull();
});
