import { expect, type Page, test } from '@playwright/test';
import { checkBothLooks } from '#e2e/support/page/narrow-look.ts';
import { signedInPage } from '#e2e/support/page/signed-in-page.ts';
import { turnInto, waitUntilIdle } from '#e2e/support/page/visit.ts';
import { type OwnTestEnvironment, startTestEnvironment } from '#e2e/support/product/test-environment.ts';
import { createAdministrator } from './support/create-administrator.ts';
import { adminBy, sampleSignIns } from './support/sample-users.ts';

let env: OwnTestEnvironment;

test.beforeAll(async ({ browser }) => {
  env = await startTestEnvironment(browser);
  await createAdministrator(env.product, 'keeper', ['--role', 'billing', '--phone', '+380501130009']);
});
test.afterAll(() => env.close());

async function openSection(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Розділи картки' }).getByRole('link', { name }).press('Enter');
  await waitUntilIdle(page);
}

/** The name of the file that a press brings. */
async function downloaded(page: Page, press: () => Promise<void>): Promise<string> {
  const [file] = await Promise.all([page.waitForEvent('download'), press()]);
  return file.suggestedFilename();
}

test('an operator finds an account by half a phone number and reads each section of its card', async () => {
  const { page, problems, context } = await signedInPage(env, sampleSignIns.operator, 'desk', {
    path: '/cabinet/admin/management',
  });
  await page.getByLabel('Кого або що шукаєте').fill('1110001');
  await page.getByRole('group', { name: 'Кабінети' }).getByRole('option').first().click();
  await page.getByRole('table', { name: 'Об’єкти' }).getByRole('link').first().click();
  await page.getByRole('heading', { level: 1, name: 'Картка рахунка' }).waitFor();
  await page.getByRole('table', { name: 'Борг і записи' }).waitFor();
  await waitUntilIdle(page);
  await expect(page.getByRole('button', { name: 'Виправити борг рахунку' })).toHaveCount(0);
  await checkBothLooks(page);

  await openSection(page, 'Рахунки');
  const bills = page.getByRole('table', { name: 'Рахунки' });
  await checkBothLooks(page);
  await turnInto(page, 'desk');
  const bill = bills.locator('tbody tr').first();
  expect(await downloaded(page, () => bill.getByRole('button', { name: 'PDF' }).press('Enter'))).toMatch(
    /\.pdf$/,
  );

  await openSection(page, 'Показання');
  await page.getByRole('table', { name: 'Показання' }).getByText('прийнято').first().waitFor();
  await checkBothLooks(page);
  const others = ['Оплати', 'Акти про порушення', 'Пільги й субсидії', 'Звернення', 'Повідомлення'];
  for (const name of [...others, 'Дії працівників']) {
    await openSection(page, name);
    await checkBothLooks(page);
  }
  await openSection(page, 'Кабінети клієнтів');
  await page.getByRole('button', { name: 'Дивитися як клієнт' }).first().waitFor();
  await checkBothLooks(page);
  expect(problems).toEqual([]);
  await context.close();
});

for (const device of ['phone', 'desk'] as const) {
  test(`billing corrects the debt of an account from its card, and the ledger shows it: ${device}`, async () => {
    const { page, problems, context } = await signedInPage(env, adminBy('keeper'), device, {
      path: '/cabinet/admin/management/accounts/2390001111',
    });
    await page.getByRole('table', { name: 'Борг і записи' }).waitFor();
    await page.getByRole('button', { name: 'Виправити борг рахунку' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Виправити борг рахунку' });
    await expect(dialog.getByLabel('Рахунок')).toHaveValue('2390001111');
    await checkBothLooks(page);
    await turnInto(page, device);
    await dialog.getByLabel('Сума, грн').fill('12,50');
    await dialog.getByLabel('Причина').fill(`Помилка оператора, ${device}`);
    await dialog.getByRole('button', { name: 'Виправити', exact: true }).press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await page
      .getByRole('table', { name: 'Борг і записи' })
      .getByText(`Помилка оператора, ${device}`)
      .waitFor();
    await page.getByRole('link', { name: 'Повернути оплату' }).press('Enter');
    await page.waitForURL(/\/admin\/payments\?q=/);
    await waitUntilIdle(page);
    expect(problems).toEqual([]);
    await context.close();
  });
}

test('billing enters a subsidy of the month, and removes it before it is booked', async () => {
  const { page, problems, context } = await signedInPage(env, adminBy('keeper'), 'desk', {
    path: '/cabinet/admin/management/accounts/2390001111?part=benefits',
  });
  await page.getByRole('button', { name: 'Внести пільгу чи субсидію' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Внести пільгу чи субсидію' });
  await checkBothLooks(page);
  await turnInto(page, 'desk');
  await dialog.getByLabel('Вид').selectOption('Субсидія');
  await dialog.getByLabel('Назва в рахунку').fill('Житлова субсидія');
  await dialog.getByLabel('Сума, грн').fill('120,50');
  await dialog.getByLabel('Причина').fill('Лист управління соцзахисту № 12');
  await dialog.getByRole('button', { name: 'Внести пільгу чи субсидію' }).press('Enter');
  await dialog.waitFor({ state: 'detached' });
  const row = page.getByRole('table', { name: 'Пільги й субсидії' }).getByRole('row', { name: /Житлова/ });
  await row.getByText('чекає на закриття').waitFor();
  await checkBothLooks(page);
  await turnInto(page, 'desk');
  await row.getByRole('button', { name: /^Прибрати/ }).press('Enter');
  const asked = page.getByRole('dialog', { name: 'Прибрати пільгу чи субсидію' });
  await asked.getByLabel('Причина').fill('Внесено не на той рахунок');
  await checkBothLooks(page);
  await turnInto(page, 'desk');
  await asked.getByRole('button', { name: 'Прибрати зі списку' }).press('Enter');
  await asked.waitFor({ state: 'detached' });
  await expect(page.getByText('Житлова субсидія')).toHaveCount(0);
  expect(problems).toEqual([]);
  await context.close();
});

test('an account of a company has its invoices and responsible persons', async () => {
  const { page, problems, context } = await signedInPage(env, sampleSignIns.owner, 'phone', {
    path: '/cabinet/admin/management/accounts/1000000001',
  });
  await openSection(page, 'Рахунки');
  const first = page.getByRole('table', { name: 'Рахунки' }).locator('tbody tr').first();
  expect(await downloaded(page, () => first.getByRole('button', { name: 'PDF' }).press('Enter'))).toMatch(
    /\.pdf$/,
  );
  await checkBothLooks(page);
  await openSection(page, 'Відповідальні за об’єкт');
  await page.getByRole('heading', { name: 'Відповідальні за об’єкт' }).waitFor();
  await checkBothLooks(page);
  expect(problems).toEqual([]);
  await context.close();
});
