import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTicket } from '#contract/conversations.ts';
import { newId } from '#platform/uuid.ts';
import { sampleSignIns } from '../support/sample-users.ts';
import { type CabinetPages, readText, startCabinetPages } from './cabinet-pages.tsx';
import type { Page } from './page.ts';

const terms = '/cabinet/admin/management/service-terms';
const tickets = '/cabinet/person/tickets';
const account = '2390001130';
const other = 'Інше питання';

let cabinet: CabinetPages;
let page: Page;

beforeAll(async () => {
  cabinet = await startCabinetPages();
  page = cabinet.page;
});
afterAll(() => cabinet.close());

/** What the person is told before a request is sent now, and the last day of one that is sent. */
async function sendNow(title: string) {
  const token = await cabinet.visit(sampleSignIns.personOfOne, `${tickets}?part=new&topic=other`, account);
  const told = /Відповідь — до (\S+)\.(?:\s|$)/.exec(readText(await cabinet.settled()))?.[1];
  const { body } = await cabinet.server.post(createTicket, {
    token,
    account,
    topicId: 'other',
    title,
    fields: [],
    text: other,
    fileIds: [],
    requestId: newId(),
  });
  return [told, body.ticket.dueOn];
}

const standard = async () => {
  await cabinet.visit(sampleSignIns.owner, terms);
  return page.getByRole('region', { name: 'Відповідь на звернення, скаргу, претензію', exact: true });
};

test('a planned term is shown and counted from the midnight of its day, and is not undone after it', async () => {
  // A Monday.
  cabinet.setClock('2026-11-23T12:00:00+02:00');
  await (await standard()).getByRole('button', { name: /^Змінити/ }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Строк відповіді, днів').fill('20');
  await form.getByLabel('Діятиме з дня').fill('2026-11-24');
  await form.getByLabel('Причина').fill('Наказ 12');
  await form.getByRole('button', { name: 'Переглянути зміну' }).click();
  await form.getByRole('button', { name: 'Зберегти зміну' }).click();
  await page.getByText('буде 20 днів з 24.11.2026').waitFor();

  cabinet.setClock('2026-11-23T23:59:00+02:00');
  expect(await sendNow('Перед опівніччю')).toEqual(['24.12.2026', '2026-12-24']);
  expect(await (await standard()).evaluate(readText)).toContain('30 днівбуде 20 днів з 24.11.2026');
  await page.getByRole('button', { name: 'Скасувати заплановане з 24.11.2026' }).click();
  const undo = page.getByRole('dialog', { name: 'Скасувати зміну з 24.11.2026?' });
  await undo.getByLabel('Причина').fill('Запізно');

  cabinet.setClock('2026-11-24T00:00:00+02:00');
  await undo.getByRole('button', { name: 'Скасувати заплановане', exact: true }).click();
  await undo.getByText('Ця зміна вже діє').waitFor();
  const shown = await (await standard()).evaluate(readText);
  expect(shown).toContain('20 днів');
  expect(shown).not.toContain('буде');
  expect(await page.getByText('набула чинності').count()).toBe(1);
  expect(await page.getByRole('button', { name: /^Скасувати заплановане/ }).count()).toBe(0);
  expect(await sendNow('Після опівночі')).toEqual(['14.12.2026', '2026-12-14']);
  await cabinet.visit(sampleSignIns.personOfOne, tickets, account);
  const list = readText(await cabinet.settled());
  expect(list).toMatch(/Перед опівніччю.*?Відповідь до 24\.12\.2026/s);
  expect(list).toMatch(/Після опівночі.*?Відповідь до 14\.12\.2026/s);
});
