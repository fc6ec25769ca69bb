import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { changeResponsible, listMasterData } from '#contract/master-data.ts';
import { formatText } from '#contract/messages/format-text.ts';
import type { ResponsiblePerson } from '#contract/values/master-data.ts';
import { text as all } from '#web/features/master-data/text.ts';
import { answer, failure, payloadsOf, success } from '#web/testing/fake-api.ts';
import { masterDataFixture } from '#web/testing/fixtures/master-data-fixture.ts';
import { openAsAdmin, press, type signInAsAdmin, submitForm } from '#web/testing/render.tsx';

const text = all.responsibles;
const account = '2390001111';
const facts = { phone: '+380501110009', role: 'Довірена особа', until: null };
const person: ResponsiblePerson = { name: 'Бойко Іван', ...facts, ofFile: facts };

async function openPersons(people: () => ResponsiblePerson[], roles?: Parameters<typeof signInAsAdmin>[0]) {
  answer(listMasterData, () => ({ ...masterDataFixture, responsibles: people() }));
  const user = await openAsAdmin(`/cabinet/admin/management/master-data?account=${account}`, roles);
  await screen.findByRole('heading', { name: text.title });
  return user;
}

test('the second of two editors sees what the first one saved, keeps what was typed, and saves over it', async () => {
  let stored = person;
  const user = await openPersons(() => [stored]);
  screen.getByText(text.byFile);
  await press(user, formatText(text.changeOf, { name: person.name }));
  const dialog = await screen.findByRole('dialog');
  stored = { ...person, role: 'Енергетик' };
  answer(changeResponsible, () => failure('management.changedMeanwhile', {}, { person: stored }));
  const save = (button: string) => user.click(within(dialog).getByRole('button', { name: button }));
  await submitForm(user, { 'responsible-role': 'Електрик', 'responsible-reason': 'Лист 9' });
  await within(dialog).findByText(formatText(text.standsNow, { name: person.name }));
  within(dialog).getByText(/Енергетик, \+380 50 111 00 09, без кінцевої дати/);
  expect(within(dialog).getByLabelText<HTMLTextAreaElement>(text.role).value).toBe('Електрик');
  answer(changeResponsible, () => {
    stored = { ...stored, role: 'Електрик' };
    return { ...success, isRecorded: true, person: stored };
  });
  await save(text.overwrite);
  await screen.findByText(text.saved);
  const { ofFile: _, ...kept } = person;
  const sent = { account, ...kept, role: 'Електрик', reason: 'Лист 9' };
  expect(payloadsOf(changeResponsible)).toMatchObject([
    { ...sent, known: facts },
    { ...sent, known: { ...facts, role: 'Енергетик' } },
  ]);
  await screen.findByText(/^Змінив працівник\. У файлі постачальника: Довірена особа/);
});

test('a person is ended as of a day and added without a phone; a reason is asked', async () => {
  const user = await openPersons(() => [person]);
  answer(changeResponsible, () => ({ ...success, isRecorded: true, person }));
  await press(user, formatText(text.endOf, { name: person.name }));
  await submitForm(user, { 'responsible-until': '2026-11-30' });
  within(await screen.findByRole('alert')).getByText(text.reasonWanted, { exact: false });
  await submitForm(user, { 'responsible-until': '2026-11-30', 'responsible-reason': 'Заява' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await press(user, text.add);
  await submitForm(user, { 'responsible-name': ' Гай Яна ', 'responsible-reason': 'Заява' });
  await waitFor(() => expect(payloadsOf(changeResponsible).length).toBe(2));
  expect(payloadsOf(changeResponsible)).toMatchObject([
    { name: person.name, phone: facts.phone, role: facts.role, until: '2026-11-30', known: facts },
    { name: 'Гай Яна', phone: '', role: '', until: null, known: null },
  ]);
});

test('who may only read sees no buttons, and is told when nobody is there', async () => {
  await openPersons(() => [], ['operator']);
  screen.getByText(text.empty);
  expect(screen.queryByRole('button', { name: text.add })).toBeNull();
});
