import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { OutputOf } from '#contract/define-call.ts';
import { formatMessage } from '#contract/messages/format-message.ts';
import { formatText } from '#contract/messages/format-text.ts';
import {
  addTermChange,
  listTermChanges,
  previewTermChange,
  type TermContent,
  undoTermChange,
} from '#contract/service-terms/term-changes.ts';
import { text } from '#web/features/service-terms/versions/text.ts';
import { answer, failure, payloadsOf, success } from '#web/testing/fake-api.ts';
import { openAsAdmin, press, type signInAsAdmin, submitForm } from '#web/testing/render.tsx';

const calendar: TermContent = {
  kind: 'calendar',
  weeklyDaysOff: [6, 7],
  days: [{ day: '2026-12-25', kind: 'holiday' }],
  holidaysAreWorkdays: true,
  opensAt: '09:00',
  closesAt: '18:00',
  afterHoursIsNextDay: true,
};
const chat: TermContent = {
  kind: 'chat',
  opensAt: '09:00',
  closesAt: '18:00',
  answerMinutes: 5,
  ticketAfterMinutes: 30,
  endsAfterMinutes: 1440,
};
const standard: TermContent = {
  kind: 'standard',
  code: 'APPEAL_SIMPLE',
  days: 15,
  unit: 'calendar',
  basis: 'Law 393/96, 20',
  extensionDays: 45,
  compensation: { household: '200.00', smallBusiness: '400.00', other: '600.00', afterDays: 30 },
};
const compensation: TermContent = { kind: 'compensation', dueDays: 45, basis: 'NEURC 375, 5.1' };

type Terms = OutputOf<typeof listTermChanges>;
const planned: Terms['changes'][number] = {
  changeId: '01a21bb0-5fec-7377-b362-f0ea79098739',
  validFrom: '2030-01-15',
  state: 'planned',
  content: { ...chat, closesAt: '20:00' },
  before: chat,
  reason: 'Наказ 7',
  author: 'Коваль Марія',
  savedAt: '2026-11-20T08:00:00.000Z',
  undone: null,
  canUndo: true,
};
const terms: Terms = {
  ...success,
  revision: 4,
  earliest: '2026-11-21',
  latest: '2028-11-20',
  inForce: [calendar, chat, compensation, standard].map((content) => ({ validFrom: '2018-10-24', content })),
  changes: [],
};
const moved = { account: '0123456789', id: '01a21bb0-5fec-7377-b362-f0ea79098740', number: 1007 };
const counted = {
  ...success,
  requests: {
    of: 12,
    earlier: 0,
    later: 3,
    mostEarlier: 0,
    mostLater: 2,
    kinds: [
      { code: 'APPEAL', of: 10, earlier: 0, later: 3, mostEarlier: 0, mostLater: 2 },
      { code: 'DATA', of: 2, earlier: 0, later: 0, mostEarlier: 0, mostLater: 0 },
    ],
    toEarlier: [],
    toLater: [{ ...moved, code: 'APPEAL', dueOn: '2026-12-31', wouldBeDueOn: '2027-01-02' }],
  },
  chats: {
    of: 9,
    before: 8,
    after: 7,
    toOutside: [{ ...moved, openedAt: '2026-11-20T15:30:00.000Z' }],
    toInside: [],
  },
};

async function openTerms(...roles: Parameters<typeof signInAsAdmin>) {
  answer(listTermChanges, () => ({ ...terms, changes: [planned] }));
  answer(previewTermChange, () => counted);
  const user = await openAsAdmin('/cabinet/admin/management/service-terms', ...roles);
  await screen.findByText(text.inForce);
  return user;
}

async function openForm(user: Awaited<ReturnType<typeof openTerms>>, group: string) {
  await press(user, formatText(text.changeOf, { words: text.change, group }));
  return within(screen.getByRole('dialog'));
}

const save = async (user: Awaited<ReturnType<typeof openTerms>>) => press(user, text.save);
const sent = () => payloadsOf(addTermChange).at(-1);

test('a day off is read from its field, told before it is saved and sent with the revision that was seen', async () => {
  const user = await openTerms();
  answer(addTermChange, () => failure('rules.nothingChanged'));
  const form = await openForm(user, 'Робочий календар');
  await submitForm(user, { dayOff: '31.12.2026\n2026-12-25', reason: '' });
  const summary = await form.findByRole('alert');
  expect(summary.textContent).toContain(formatText(text.wanted.dates, { name: text.dates.dayOff }));
  expect(summary.textContent).toContain(text.reasonWanted);
  await submitForm(user, { dayOff: '31.12.2026', validFrom: '2026-12-01', reason: 'Наказ 12' });
  await form.findByText('+ 31.12.2026 вихідний');
  expect((await form.findByText(text.requestsLater)).nextElementSibling?.textContent).toBe('3, до 2 днів');
  form.getByRole('row', { name: 'Відповідь на звернення, скаргу, претензію 10 пізніше: 3, до 2 днів' });
  await user.click(form.getByText(text.mostMoved));
  form.getByText(text.nobodyEarlier);
  form.getByText('31.12.2026 → 02.01.2027');
  form.getByText('+2 дні');
  await user.click(form.getByText(text.movedChats));
  form.getByText(text.nobodyInside);
  for (const link of form.getAllByRole('link', { name: '№ 1007' }))
    expect(link.getAttribute('href')).toMatch(/desk\?.*id=/);
  form.getByText('8 → 7 із 9');
  form.getByText(text.requestsKeep);
  await save(user);
  await form.findByText(formatMessage('rules.nothingChanged'));
  expect(sent()).toMatchObject({
    content: { ...calendar, days: [...calendar.days, { day: '2026-12-31', kind: 'dayOff' }] },
    validFrom: '2026-12-01',
    revision: 4,
    reason: 'Наказ 12',
  });
  await user.click(form.getByRole('button', { name: text.back }));
  expect(form.getByLabelText(text.dates.dayOff)).toHaveProperty('value', '31.12.2026');
});

test('a week without a working day is refused; a Saturday is ticked off and sent', async () => {
  const user = await openTerms();
  answer(addTermChange, () => terms);
  const form = await openForm(user, 'Робочий календар');
  for (const day of ['Понеділок', 'Вівторок', 'Середа', 'Четвер', 'П’ятниця'])
    await user.click(form.getByLabelText(formatText(text.isDayOff, { day })));
  await submitForm(user, { reason: 'Наказ' });
  expect((await form.findByRole('alert')).textContent).toContain(text.wanted.week);
  for (const day of ['Понеділок', 'Вівторок', 'Середа', 'Четвер', 'П’ятниця', 'Субота'])
    await user.click(form.getByLabelText(formatText(text.isDayOff, { day })));
  await user.selectOptions(form.getByLabelText(text.holidays), text.holidaysOff);
  await user.selectOptions(form.getByLabelText(text.afterHours), text.sameDay);
  await submitForm(user, { reason: 'Наказ 13' });
  await save(user);
  await screen.findByText(text.noPlanned);
  expect(sent()).toMatchObject({
    content: { weeklyDaysOff: [7], holidaysAreWorkdays: false, afterHoursIsNextDay: false },
  });
});

test('the form of the hours follows the version that is planned last, and says what another has changed meanwhile', async () => {
  const user = await openTerms();
  const form = await openForm(user, 'Години чату');
  expect(form.getByLabelText(text.closesAt)).toHaveProperty('value', '20:00');
  const wrong = { closesAt: '8:00', ticketAfterMinutes: '3', endsAfterMinutes: 'доба', reason: 'Наказ' };
  await submitForm(user, wrong);
  const summary = await form.findByRole('alert');
  expect(summary.textContent).toContain(text.wanted.closesAt);
  expect(summary.textContent).toContain(text.wanted.ticketAfter);
  const count = formatText(text.wanted.count, { name: text.endsAfterMinutes, most: 43_200 });
  expect(summary.textContent).toContain(count);
  await submitForm(user, { opensAt: '25:00' });
  expect(form.getByRole('alert').textContent).toContain(formatText(text.wanted.time, { name: text.opensAt }));
  answer(addTermChange, () => failure('rules.changedMeanwhile', {}, { changes: [planned] }));
  const typed = { opensAt: '8:30', closesAt: '24:00', ticketAfterMinutes: '40', endsAfterMinutes: '60' };
  await submitForm(user, typed);
  await save(user);
  await form.findByText(text.conflictTitle);
  answer(addTermChange, () => failure('rules.laterPlanned', { date: '15.01.2030' }));
  await save(user);
  await form.findByText(formatMessage('rules.laterPlanned', { date: '15.01.2030' }));
  expect(sent()).toMatchObject({
    content: { opensAt: '08:30', closesAt: '24:00', ticketAfterMinutes: 40, endsAfterMinutes: 60 },
  });
});

test('a term without compensation and extension is sent as such; wrong ones are told at their fields', async () => {
  const user = await openTerms();
  const form = await openForm(user, 'Відповідь на звернення, яке не треба вивчати');
  await submitForm(user, { days: '50', household: '0', afterDays: '20', basis: 'x', reason: 'Наказ' });
  const summary = await form.findByRole('alert');
  for (const name of [text.extensionDays, text.afterDays])
    expect(summary.textContent).toContain(formatText(text.wanted.longer, { name }));
  expect(summary.textContent).toContain(formatText(text.wanted.sum, { name: text.sums.household }));
  expect(summary.textContent).toContain(text.wanted.basis);
  answer(addTermChange, () => failure('rules.dayOutOfRange', { from: '22.11.2026', to: '20.11.2028' }));
  const none = { household: '', smallBusiness: '', other: '', afterDays: '', extensionDays: '' };
  await user.selectOptions(form.getByLabelText(text.unit), text.units.working);
  await submitForm(user, { ...none, days: '10', basis: 'Закон № 393/96-ВР, ст. 20' });
  await save(user);
  await form.findByText(formatMessage('rules.dayOutOfRange', { from: '22.11.2026', to: '20.11.2028' }));
  const withoutThem = { ...standard, extensionDays: null, compensation: null };
  expect(sent()?.content).toEqual({ ...withoutThem, days: 10, unit: 'working' });
});

test('what no count depends on says so; nothing changed is said before anything is sent', async () => {
  const user = await openTerms();
  answer(previewTermChange, () => ({ ...success, requests: null, chats: null }));
  const form = await openForm(user, 'Строк виплати компенсацій');
  await submitForm(user, { reason: 'Наказ' });
  expect((await form.findByRole('alert')).textContent).toContain(text.nothing);
  await submitForm(user, { dueDays: '30' });
  await form.findByText(text.noEffects);
});

test('a planned version stands at its row and is undone with a reason; too late it says so', async () => {
  const user = await openTerms();
  screen.getByText(formatText(text.willBe, { value: '09:00–20:00', date: '15.01.2030' }));
  answer(undoTermChange, () => failure('rules.tooLateToUndo'));
  await press(user, formatText(text.undoOf, { date: '15.01.2030' }));
  const dialog = screen.getByRole('dialog');
  await submitForm(user, { reason: 'Помилка' });
  await within(dialog).findByText(formatMessage('rules.tooLateToUndo'));
  answer(undoTermChange, () => terms);
  await user.click(within(dialog).getByRole('button', { name: text.undo }));
  await screen.findByText(text.noPlanned);
  expect(payloadsOf(undoTermChange).at(-1)).toMatchObject({ changeId: planned.changeId, reason: 'Помилка' });
});

test('who may not change the terms reads them', async () => {
  await openTerms(['operator']);
  screen.getByText('15 днів');
  screen.getByText('побутовому 200,00, малому непобутовому 400,00, іншому 600,00 грн; після 30 днів');
  expect(screen.queryAllByRole('button', { name: new RegExp(`^(${text.change}|${text.undo})`) })).toEqual([]);
});
