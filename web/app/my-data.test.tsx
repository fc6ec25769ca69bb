import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { formatMessage } from '#contract/messages/format-message.ts';
import {
  type ErasureState,
  exportPersonalData,
  getErasure,
  requestErasure,
  withdrawErasure,
} from '#contract/personal-data.ts';
import { text } from '#web/features/personal-data/text.ts';
import { answer, failure, payloadsOf, success } from '#web/testing/fake-api.ts';
import { expectAlert, openAsPerson, press, submitForm } from '#web/testing/render.tsx';

const page = '/cabinet/person/settings/my-data';
const erasure = { askedAt: '2026-11-20T10:00:00.000Z', dueAt: '2026-11-27T10:00:00.000Z' };
const none: ErasureState = { erasure: null, waitDays: 7, openTickets: 0, debts: [] };

/** The page of a person whose request is as the given state says, until a call changes it. */
async function openMyData(state: Partial<ErasureState> = {}) {
  let now: ErasureState = { ...none, ...state };
  answer(getErasure, () => ({ ...success, ...now }));
  answer(requestErasure, () => {
    now = { ...now, erasure };
    return { ...success, erasure };
  });
  answer(withdrawErasure, () => {
    now = { ...now, erasure: null };
    return success;
  });
  return openAsPerson(page);
}

test('a failed archive is explained beside its button', async () => {
  const user = await openMyData();
  answer(exportPersonalData, () => failure('common.busy', { seconds: 30 }));
  await press(user, text.archive.save);
  await expectAlert(formatMessage('common.busy', { seconds: 30 }));
});

test('before the password debts and open tickets are shown, and the request can be withdrawn afterwards', async () => {
  const user = await openMyData({ openTickets: 2, debts: [{ account: '1000000001', sum: '432.00' }] });
  await press(user, text.erasure.open);
  const shown = document.body.textContent?.replaceAll('\u00a0', ' ');
  expect(shown).toContain('За рахунком 1000000001 є борг 432,00 грн');
  expect(shown).toContain('Без відповіді: 2 звернення');
  expect(shown).toContain('Видалимо через 7 днів');
  await submitForm(user, { password: 'МійПароль2026' });
  await waitFor(() => expect(payloadsOf(requestErasure)).toMatchObject([{ password: 'МійПароль2026' }]));
  await screen.findByText(/Дані буде видалено 27\.11\.2026/);
  await press(user, text.erasure.withdraw);
  await screen.findByRole('button', { name: text.erasure.open });
  expect(payloadsOf(withdrawErasure)).toHaveLength(1);
});

test('a wrong password is shown at its field, and nothing is asked for', async () => {
  const user = await openMyData({ debts: null });
  answer(requestErasure, () => failure('identity.wrongPassword'));
  await press(user, text.erasure.open);
  expect(screen.getByText(text.erasure.debtsUnknown)).toBeDefined();
  await submitForm(user, { password: 'не той пароль' });
  await expectAlert(formatMessage('identity.wrongPassword'));
  expect(screen.queryByText(/Дані буде видалено/)).toBeNull();
});
