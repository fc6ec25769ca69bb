import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { formatMessage } from '#contract/messages/format-message.ts';
import { formatText } from '#contract/messages/format-text.ts';
import {
  type CompensationData,
  decideCompensation,
  listCompensations,
} from '#contract/service-terms/compensations.ts';
import { text } from '#web/features/service-terms/compensations-text.ts';
import { answer, failure, payloadsOf, success } from '#web/testing/fake-api.ts';
import { openAsAdmin } from '#web/testing/render.tsx';

const path = '/cabinet/admin/management/compensations';

const row = (n: number, change: Partial<CompensationData> = {}): CompensationData => ({
  account: `239000111${n}`,
  compensationId: `0199f000-0000-7000-8000-00000000000${n}`,
  ticket: {
    id: `0199f000-0000-7000-8000-00000000001${n}`,
    number: 1040 + n,
    title: `Звернення ${n}`,
    topic: 'Перерахунок',
  },
  customerType: 'person',
  customerClass: 'household',
  basis: 'NEURC 375, 4.3 (3)',
  sum: '200.00',
  breachedOn: '2026-11-28',
  dueBy: '2027-01-12',
  daysLeft: 45,
  answeredOn: null,
  state: 'proposed',
  exclusion: null,
  note: '',
  decided: null,
  ...change,
});
const decided = { by: 'Ірина Мазур', at: '2026-11-28T10:00:00.000Z' };

async function openList(search = '') {
  const waiting = [row(1), row(2, { daysLeft: -3, customerClass: 'other', sum: '600.00' })];
  const over = [
    row(3, { state: 'booked', decided }),
    row(4, { state: 'excluded', decided, exclusion: 'noData', note: 'Питали двічі' }),
    row(5, { state: 'approved', decided }),
  ];
  answer(listCompensations, ({ state }) => ({
    ...success,
    compensations: state === 'proposed' ? waiting : over,
    next: null,
    waiting: 2,
    overdue: 1,
    waitingSum: '800.00',
  }));
  return openAsAdmin(`${path}${search}`);
}
const openDialog = async (user: Awaited<ReturnType<typeof openList>>, button: string) => {
  const [first] = await screen.findAllByRole('button', { name: button });
  if (first === undefined) throw new Error(`no ${button}`);
  await user.click(first);
  return screen.findByRole('dialog');
};

test('the list says how long there is, who the customer is and what it comes to', async () => {
  await openList();
  const table = await screen.findByRole('table', { name: text.caption });
  expect(table.textContent).toMatch(/Звернення 1.*О\/р 2390001111 · побутовий клієнт · № 1041/);
  expect(table.textContent).toContain(formatText(text.left, { n: 45 }));
  expect(table.textContent).toContain(formatText(text.late, { n: 3 }));
  screen.getByText(formatText(text.overdue, { n: 1 }));
  screen.getByText(/Разом 800,00/);
});

test('the sum is shown before it is approved, and what came of it after', async () => {
  const user = await openList();
  const dialog = await openDialog(user, text.approve);
  expect(dialog.textContent).toMatch(/200,00.грн зменшать борг за рахунком 2390001111/);
  answer(decideCompensation, () => ({ ...success, compensation: row(1, { state: 'booked', decided }) }));
  await user.click(within(dialog).getByRole('button', { name: /Зарахувати 200,00/ }));
  expect((await screen.findByText(/зараховано на рахунок 2390001111/)).textContent).toContain('200,00');
  expect(payloadsOf(decideCompensation)).toMatchObject([
    { account: '2390001111', compensationId: row(1).compensationId, decision: { kind: 'approve' } },
  ]);
});

test('an exclusion wants its reason; of two who decide the slower learns whose decision it is', async () => {
  const user = await openList();
  const dialog = await openDialog(user, text.exclude);
  const submit = within(dialog).getByRole('button', { name: text.exclude });
  await user.click(submit);
  within(dialog).getByText(text.chooseFirst);
  expect(payloadsOf(decideCompensation)).toEqual([]);
  await user.selectOptions(within(dialog).getByLabelText(text.reason), 'hostilities');
  await user.type(within(dialog).getByLabelText(text.note), ' Обстріл ');
  answer(decideCompensation, () =>
    failure('support.compensationDecided', { by: 'Ірина Мазур', at: '28.11.2026' }, { state: 'booked' }),
  );
  await user.click(submit);
  expect((await within(dialog).findByRole('alert')).textContent).toBe(
    formatMessage('support.compensationDecided', { by: 'Ірина Мазур', at: '28.11.2026' }),
  );
  expect(payloadsOf(decideCompensation)).toMatchObject([
    { decision: { kind: 'exclude', exclusion: 'hostilities', note: 'Обстріл' } },
  ]);
});

test('what the billing has not booked yet is said to be', async () => {
  const user = await openList();
  answer(decideCompensation, () => ({ ...success, compensation: row(1, { state: 'approved', decided }) }));
  const dialog = await openDialog(user, text.approve);
  await user.click(within(dialog).getByRole('button', { name: /Зарахувати 200,00/ }));
  await screen.findByText(/зарахуємо 200,00.грн самі за хвилину/);
});

test('decided ones say what, by whom and why', async () => {
  await openList('?state=decided');
  const table = await screen.findByRole('table', { name: text.caption });
  await within(table).findByText(text.states.booked);
  within(table).getByText(text.states.approved);
  expect(table.textContent).toMatch(/Ірина Мазур, 28.11.2026\D+12:00 · Клієнт не надав даних · Питали двічі/);
  expect(within(table).queryByRole('button')).toBeNull();
});
