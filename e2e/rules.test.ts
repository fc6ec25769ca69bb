import { expect, test } from '@playwright/test';
import type { Instant } from '#domain/time/instant.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { addDays, formatDate } from '#domain/time/local-date.ts';
import { checkPage } from '#e2e/support/page/check-page.ts';
import { signedInPage } from '#e2e/support/page/signed-in-page.ts';
import { type OwnTestEnvironment, startTestEnvironment } from '#e2e/support/product/test-environment.ts';
import { sampleSignIns } from './support/sample-users.ts';

const path = '/cabinet/admin/management/rules';
const day = addDays(kyivDateOf(Date.now() as Instant), 3);

let env: OwnTestEnvironment;

test.beforeAll(async ({ browser }) => {
  env = await startTestEnvironment(browser);
});
test.afterAll(() => env.close());

test('the owner plans a change, meets what another has changed meanwhile, saves again and undoes it', async () => {
  const first = await signedInPage(env, sampleSignIns.owner, 'desk', { path });
  const second = await signedInPage(env, sampleSignIns.owner, 'phone', { path });
  for (const { page } of [first, second]) {
    await page.getByText('Запланованих змін немає.').waitFor();
    await checkPage(page);
  }

  async function plan({ page }: typeof first, hour: string, reason: string) {
    await page.getByRole('button', { name: 'Змінити: Показання побутових клієнтів' }).press('Enter');
    const form = page.getByRole('dialog', { name: 'Змінити: Показання побутових клієнтів' });
    await form.getByLabel('Кінець вікна: година').fill(hour);
    await form.getByLabel('Діятиме з дня').fill(day);
    await form.getByLabel('Причина').fill(reason);
    await form.getByRole('button', { name: 'Переглянути зміну' }).press('Enter');
    return form;
  }

  const wrong = await plan(second, '25', 'Рішення 1');
  await wrong.getByRole('link', { name: 'Кінець вікна: година: у межах 1–24' }).waitFor();
  await checkPage(second.page);
  await wrong.getByLabel('Кінець вікна: година').fill('15');
  await wrong.getByRole('button', { name: 'Переглянути зміну' }).press('Enter');
  await wrong.getByText('13:00 → 15:00').waitFor();
  await checkPage(second.page);

  const form = await plan(first, '16', 'Рішення 2');
  await form.getByText(`Діятиме з ${formatDate(day)}.`).waitFor();
  await form.getByRole('button', { name: 'Зберегти зміну' }).press('Enter');
  await first.page.getByText(`буде 16:00 з ${formatDate(day)}`).waitFor();
  await checkPage(first.page);

  await wrong.getByRole('button', { name: 'Зберегти зміну' }).press('Enter');
  await wrong.getByText('Ці правила тим часом змінили').waitFor();
  await wrong.getByText('13:00 → 16:00').waitFor();
  await checkPage(second.page);
  await wrong.getByRole('button', { name: 'Зберегти зміну' }).press('Enter');
  await second.page.getByText(`буде 15:00 з ${formatDate(day)}`).waitFor();

  for (const _ of [1, 2]) {
    await second.page
      .getByRole('button', { name: /^Скасувати заплановане з/ })
      .first()
      .press('Enter');
    const undo = second.page.getByRole('dialog', { name: /^Скасувати зміну з/ });
    await undo.getByLabel('Причина').fill('Скасовано рішенням 3');
    await undo.getByRole('button', { name: 'Скасувати заплановане', exact: true }).press('Enter');
    await undo.waitFor({ state: 'hidden' });
  }
  await second.page.getByText('Запланованих змін немає.').waitFor();
  await checkPage(second.page);

  const reader = await signedInPage(env, sampleSignIns.operator, 'desk', { path });
  await reader.page.getByText('відмінено').first().waitFor();
  expect(await reader.page.getByRole('button', { name: /^Змінити:/ }).count()).toBe(0);
  // The browser tells of the refusal itself.
  expect(second.problems.filter((problem) => !problem.includes('409'))).toEqual([]);
  expect([...first.problems, ...reader.problems]).toEqual([]);
  for (const { context } of [first, second, reader]) await context.close();
});
