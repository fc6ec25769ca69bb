import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { OutputOf } from '#contract/define-call.ts';
import { formatMessage } from '#contract/messages/format-message.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { planTariff, readTariffs, stepTariffPlan, tryTariffPlan } from '#contract/tariffs/tariff-plans.ts';
import type { TariffPlanData, TariffTrialData } from '#contract/values/tariff-plan.ts';
import { text } from '#web/features/tariffs/plans/text.ts';
import { answer, failure, payloadsOf, success } from '#web/testing/fake-api.ts';
import { expectAlert, openAsAdmin, press, submitForm } from '#web/testing/render.tsx';

const zones = { two: { day: '1', night: '0.5' }, three: { peak: '1.5', halfPeak: '1', night: '0.4' } };
const trial: TariffTrialData = {
  state: 'done',
  isStale: false,
  months: ['2026-10'],
  comparedWith: '2026-05-01',
  accountsDone: 3,
  accountsTotal: 3,
  startedAt: '2026-11-20T08:00:00.000Z',
  finishedAt: '2026-11-20T08:00:01.000Z',
  accounts: 3,
  energyWh: 300_000,
  before: '1296.00',
  after: '1555.20',
  groups: [0, 0, 0, 0, 0, 1, 0, 1, 0, 1, 0, 0, 0],
  rises: [{ accountNumber: '2390000001', energyWh: 200_000, before: '864.00', after: '1036.80' }],
  falls: [],
};
const author = { id: 'other', name: 'Коваль Марія' };
const plan: TariffPlanData = {
  planId: '0199f000-0000-7000-8000-000000000041',
  tariff: 'household',
  from: '2026-12-01',
  rule: { kind: 'flat', price: '5.184' },
  zones,
  act: 'Постанова КМУ № 12',
  isRecalculation: false,
  state: 'waiting',
  isAhead: true,
  revision: 2,
  author,
  reason: 'Нова постанова',
  changedAt: '2026-11-20T08:00:00.000Z',
  decided: { by: author, accountSince: null, reason: 'Готово', at: '2026-11-20T08:05:00.000Z' },
  trial,
};
const rule = { kind: 'flat' as const, price: '4.32' };
const list = (plans: TariffPlanData[]): OutputOf<typeof readTariffs> => ({
  ...success,
  you: 'me',
  today: '2026-11-20',
  lastClosed: '2026-10',
  tariffs: [
    {
      code: 'household',
      title: 'Побутовий',
      versions: [{ from: '2026-05-01', to: null, rule, zones, act: 'Постанова', state: 'current' }],
      plans,
    },
  ],
});

async function openTariffs(plans: TariffPlanData[], roles?: 'operator'[]) {
  answer(readTariffs, () => list(plans));
  const user = await openAsAdmin('/cabinet/admin/management/tariffs', roles);
  await screen.findByRole('heading', { level: 2, name: 'Побутовий' });
  return user;
}
const dialog = () => within(screen.getByRole('dialog'));
const button = (words: string) => formatText(text.ofPlan, { words, tariff: 'Побутовий', from: '01.12.2026' });

test('versions, the planned one, what its trial found and for whom', async () => {
  const user = await openTariffs([plan]);
  const page = document.querySelector('main')?.textContent ?? '';
  const marks = [text.versionStates.current, text.states.waiting];
  for (const words of ['4,32', '5,184', ...marks, 'Нова постанова', '+259,20']) expect(page).toContain(words);
  expect(screen.getByRole('row', { name: /більше до 10/ }).textContent).toContain('1');
  await user.click(screen.getByText(text.extremes));
  expect(screen.getByRole('row', { name: /2390000001/ }).textContent).toContain('+172,80');
  screen.getByText(text.nobodyFalls);
});

test('another administrator activates it with a reason; its author is told to wait for one', async () => {
  const user = await openTariffs([plan]);
  answer(stepTariffPlan, () => ({ ...success, plan: { ...plan, state: 'activated' as const } }));
  await press(user, button(text.activate));
  dialog().getByText('+259,20');
  await submitForm(user, { reason: ' ' });
  await expectAlert(text.wanted.reason);
  await submitForm(user, { reason: 'Перевірено' });
  const activated = { revision: 2, step: 'activate', reason: 'Перевірено' };
  await waitFor(() => expect(payloadsOf(stepTariffPlan).at(-1)).toMatchObject(activated));
});

test('an author has no button to activate, and who may not change has none at all', async () => {
  await openTariffs([{ ...plan, author: { id: 'me', name: 'Я' } }]);
  screen.getByText(text.ownPlan);
  expect(screen.queryByRole('button', { name: button(text.activate) })).toBeNull();
  screen.getByRole('button', { name: button(text.cancel) });
});

test('an operator reads only', async () => {
  await openTariffs([plan], ['operator']);
  expect(screen.queryByRole('button', { name: button(text.activate) })).toBeNull();
  expect(screen.queryByRole('button', { name: formatText(text.planOf, { tariff: 'Побутовий' }) })).toBeNull();
});

test('a version is planned from the newest one; a day that has come asks for a recalculation; prices are exact', async () => {
  const user = await openTariffs([]);
  answer(planTariff, () => ({ ...success, plan }));
  await press(user, formatText(text.planOf, { tariff: 'Побутовий' }));
  await submitForm(user, { price: '5,1234567', act: 'Наказ', reason: 'Нова ціна' });
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain(text.wanted.price);
  expect(alert.textContent).toContain(text.wanted.from);
  await user.type(screen.getByLabelText(text.from), '2026-11-01');
  await user.clear(screen.getByLabelText(text.price));
  await submitForm(user, { price: '5,123456' });
  await expectAlert(text.wanted.asRecalculation);
  await user.click(screen.getByLabelText(text.asRecalculation));
  await user.click(dialog().getByRole('button', { name: text.save }));
  await waitFor(() =>
    expect(payloadsOf(planTariff).at(-1)).toMatchObject({
      tariff: 'household',
      revision: 0,
      from: '2026-11-01',
      asRecalculation: true,
      prices: { rule: { kind: 'flat', price: '5.123456' }, zones },
    }),
  );
});

test('what another administrator made of the version meanwhile is shown, and what was typed stays', async () => {
  const draft = { ...plan, state: 'draft' as const, decided: null };
  const user = await openTariffs([{ ...draft, revision: 1 }]);
  const present = { ...draft, rule: { kind: 'flat' as const, price: '6.00' } };
  const changed = failure('tariffs.changedMeanwhile', {}, { plan: present });
  answer(planTariff, ({ revision }) => (revision === 1 ? changed : { ...success, plan: present }));
  await press(user, button(text.change));
  await user.clear(dialog().getByLabelText(text.price));
  await submitForm(user, { price: '7,00', reason: 'Виправлення' });
  await screen.findByText(text.conflict);
  const was = formatText(text.fieldWas, { before: '5,184', after: '6,00' });
  expect(screen.getByRole('dialog').textContent).toContain(was);
  expect(screen.getByRole('dialog').textContent).toContain(formatMessage('tariffs.changedMeanwhile'));
  expect((dialog().getByLabelText(text.price) as HTMLInputElement).value).toBe('7,00');
  await user.click(dialog().getByRole('button', { name: text.saveAnyway }));
  await waitFor(() =>
    expect(payloadsOf(planTariff).at(-1)).toMatchObject({ revision: 2, prices: { rule: { price: '7.00' } } }),
  );
});

test('a trial that runs shows how far it is and is stopped; one that is stale says so', async () => {
  const running = { ...trial, state: 'running' as const, accountsDone: 1 };
  const user = await openTariffs([{ ...plan, trial: running }]);
  answer(tryTariffPlan, () => ({ ...success, plan }));
  screen.getByText(formatText(text.trying, { done: '1', total: '3' }));
  answer(readTariffs, () => list([{ ...plan, trial: { ...trial, state: 'stopped', isStale: true } }]));
  await press(user, button(text.stop));
  expect(payloadsOf(tryTariffPlan).at(-1)).toMatchObject({ act: 'stop' });
  await screen.findByText(text.stale);
});

test('a step that the plan no longer allows is refused with what it has become', async () => {
  const user = await openTariffs([plan]);
  const present = { ...plan, state: 'cancelled' as const, revision: 3 };
  answer(stepTariffPlan, () => failure('tariffs.wrongState', {}, { plan: present }));
  await press(user, button(text.activate));
  await submitForm(user, { reason: 'Згода' });
  await screen.findByText(text.conflict);
  const now = formatText(text.conflictState, { state: text.states.cancelled });
  expect(screen.getByRole('dialog').textContent).toContain(now);
  await expectAlert(formatMessage('tariffs.wrongState'));
});
