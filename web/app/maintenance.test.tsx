import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import {
  endMaintenance,
  getMaintenance,
  type MaintenanceData,
  setMaintenance,
} from '#contract/maintenance.ts';
import { commonMessages } from '#contract/messages/common-messages.ts';
import { formatMessage } from '#contract/messages/format-message.ts';
import { text } from '#web/features/maintenance/text.ts';
import { answer, failure, payloadsOf, success } from '#web/testing/fake-api.ts';
import { openAsAdmin, press, type signInAsAdmin, submitForm } from '#web/testing/render.tsx';

const off: MaintenanceData = {
  state: 'off',
  from: null,
  until: null,
  reason: '',
  text: '',
  by: '',
  revision: 3,
};
const running: MaintenanceData = {
  state: 'running',
  from: '2026-11-20T08:00:00.000Z',
  until: '2026-11-20T12:00:00.000Z',
  reason: 'Оновлення',
  text: '',
  by: 'Коваль Марія',
  revision: 4,
};

async function openMaintenance(present: () => MaintenanceData, roles?: Parameters<typeof signInAsAdmin>[0]) {
  answer(getMaintenance, () => ({ ...success, maintenance: present() }));
  const user = await openAsAdmin('/cabinet/admin/management/maintenance', roles);
  await screen.findByText(text.lead);
  return user;
}

test('an owner sees what customers will see before it is set, and sets it', async () => {
  const user = await openMaintenance(() => off);
  screen.getByText(text.previewEmpty);
  answer(setMaintenance, () => ({ ...success, maintenance: running }));
  const preview = screen.getByRole('heading', { name: text.preview }).parentElement;
  await user.click(screen.getByLabelText(text.until));
  await user.paste('2026-11-21T14:30');
  await waitFor(() => expect(preview?.textContent).toContain('21.11.2026 14:30'));
  expect(preview?.textContent).toContain(commonMessages['common.restoredSoon']);
  await submitForm(user, { until: '2026-11-21T14:30', reason: 'Оновлення' });
  await screen.findByText(text.states.running);
  expect(payloadsOf(setMaintenance)).toMatchObject([
    { from: null, until: '2026-11-21T12:30:00.000Z', reason: 'Оновлення', revision: 3 },
  ]);
});

test('a window without an end and a reason is refused at both fields; what another owner has set meanwhile is shown', async () => {
  let present = off;
  const user = await openMaintenance(() => present);
  await submitForm(user, { until: '' });
  const summary = await screen.findByRole('alert');
  for (const words of [text.untilWanted, text.reasonWanted])
    within(summary).getByText(words, { exact: false });
  answer(setMaintenance, () => failure('management.changedMeanwhile'));
  await submitForm(user, { until: '2026-11-21T14:30', reason: 'Оновлення' });
  await screen.findByText(formatMessage('management.changedMeanwhile'));
  present = { ...running, by: 'Бойко Олена' };
  await submitForm(user, { until: '2026-11-21T14:30', reason: 'Оновлення' });
  await screen.findByText(/Бойко Олена/);
});

test('a running one is ended with a reason; who is no owner only looks', async () => {
  const user = await openMaintenance(() => running);
  answer(endMaintenance, () => ({ ...success, maintenance: { ...off, revision: 5 } }));
  await press(user, text.end.running);
  const dialog = await screen.findByRole('dialog');
  await user.type(within(dialog).getByLabelText(text.reason), 'Готово');
  await user.click(within(dialog).getByRole('button', { name: text.end.running }));
  await screen.findByText(text.states.off);
  expect(payloadsOf(endMaintenance)).toMatchObject([{ reason: 'Готово', revision: 4 }]);
});

test('an operator sees the window and what customers see, without the switch', async () => {
  await openMaintenance(() => running, ['operator']);
  screen.getByText(text.ownerOnly);
  expect(screen.queryByRole('button', { name: text.end.running })).toBeNull();
  screen.getByText(/Орієнтовний час/);
});
