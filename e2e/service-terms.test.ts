import { expect, test } from '@playwright/test';
import type { Instant } from '#domain/time/instant.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { addDays, formatDate } from '#domain/time/local-date.ts';
import { checkPage } from '#e2e/support/page/check-page.ts';
import { signedInPage } from '#e2e/support/page/signed-in-page.ts';
import { type OwnTestEnvironment, startTestEnvironment } from '#e2e/support/product/test-environment.ts';
import { sampleSignIns } from './support/sample-users.ts';

const path = '/cabinet/admin/management/service-terms';
const today = kyivDateOf(Date.now() as Instant);
const from = formatDate(addDays(today, 3));
const dayOff = formatDate(addDays(today, 10));

let env: OwnTestEnvironment;

test.beforeAll(async ({ browser }) => {
  env = await startTestEnvironment(browser);
});
test.afterAll(() => env.close());

test('the owner adds a day off, sees what it would change and undoes it; an operator reads', async () => {
  const { page, problems, context } = await signedInPage(env, sampleSignIns.owner, 'phone', { path });
  await page.getByText('Запланованих змін немає.').waitFor();
  await checkPage(page);

  await page.getByRole('button', { name: 'Змінити: Робочий календар' }).press('Enter');
  const form = page.getByRole('dialog', { name: 'Змінити: Робочий календар' });
  await checkPage(page);
  await form.getByLabel('Додаткові вихідні').fill('31.02.2027');
  await form.getByLabel('Причина').fill('Наказ 12');
  await form.getByRole('button', { name: 'Переглянути зміну' }).press('Enter');
  await form.getByRole('link', { name: /^Додаткові вихідні: дати/ }).waitFor();
  await checkPage(page);
  await form.getByLabel('Додаткові вихідні').fill(dayOff);
  await form.getByLabel('Діятиме з дня').fill(addDays(today, 3));
  await form.getByRole('button', { name: 'Переглянути зміну' }).press('Enter');
  await form.getByText(`+ ${dayOff} вихідний`).waitFor();
  await form.getByText('Ці звернення зберігають свій строк', { exact: false }).waitFor();
  await checkPage(page);
  await form.getByRole('button', { name: 'Зберегти зміну' }).press('Enter');
  await page.getByRole('button', { name: `Скасувати заплановане з ${from}` }).waitFor();
  await checkPage(page);

  const reader = await signedInPage(env, sampleSignIns.operator, 'desk', { path });
  await reader.page.getByText(`+ ${dayOff} вихідний`).waitFor();
  expect(await reader.page.getByRole('button', { name: /^(Змінити:|Скасувати)/ }).count()).toBe(0);
  await checkPage(reader.page);

  await page.getByRole('button', { name: `Скасувати заплановане з ${from}` }).press('Enter');
  const undo = page.getByRole('dialog', { name: `Скасувати зміну з ${from}?` });
  await undo.getByLabel('Причина').fill('Скасовано наказом 13');
  await undo.getByRole('button', { name: 'Скасувати заплановане', exact: true }).press('Enter');
  await page.getByText('Запланованих змін немає.').waitFor();
  await page.getByText('відмінено').waitFor();
  expect([...problems, ...reader.problems]).toEqual([]);
  for (const one of [context, reader.context]) await one.close();
});

test('the owner plans longer hours of the chat', async () => {
  const { page, problems, context } = await signedInPage(env, sampleSignIns.owner, 'desk', { path });
  await page.getByRole('button', { name: 'Змінити: Години чату' }).press('Enter');
  const form = page.getByRole('dialog', { name: 'Змінити: Години чату' });
  await form.getByLabel('Кінець, години й хвилини').fill('21:00');
  await form.getByLabel('Діятиме з дня').fill(addDays(today, 3));
  await form.getByLabel('Причина').fill('Наказ 14');
  await form.getByRole('button', { name: 'Переглянути зміну' }).press('Enter');
  await form.getByText('09:00–18:00 → 09:00–21:00').waitFor();
  await checkPage(page);
  await form.getByRole('button', { name: 'Зберегти зміну' }).press('Enter');
  await page.getByText(`буде 09:00–21:00 з ${from}`).waitFor();
  await checkPage(page);
  expect(problems).toEqual([]);
  await context.close();
});
