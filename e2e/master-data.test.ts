import { expect, test } from '@playwright/test';
import { checkPage } from '#e2e/support/page/check-page.ts';
import { signedInPage } from '#e2e/support/page/signed-in-page.ts';
import { waitUntilIdle } from '#e2e/support/page/visit.ts';
import { startTestEnvironment, type TestEnvironment } from '#e2e/support/product/test-environment.ts';
import { callProduct } from './support/call-product.ts';
import { sampleSignIns } from './support/sample-users.ts';

const account = '2390001111';
const path = '/cabinet/admin/management/master-data';

let env: TestEnvironment;

test.beforeAll(async ({ browser }) => {
  env = await startTestEnvironment(browser);
});
test.afterAll(() => env.close());

test('staff record a replacement and a removal of a meter, and the history of the account shows both', async () => {
  const staff = await signedInPage(env, sampleSignIns.owner, 'desk', { path });
  const { page, problems } = staff;
  await page.getByText('Введіть номер рахунку').waitFor();
  await page.getByLabel('Особовий рахунок').fill('2399999999');
  await page.keyboard.press('Enter');
  await page.getByText('Рахунку з таким номером немає').waitFor();
  await page.getByLabel('Особовий рахунок').fill('2390 001111');
  await page.keyboard.press('Enter');
  await page.getByText('Змін ще не записано').waitFor();
  await checkPage(page);

  const known = await callProduct(env.product.url, '/api/admin/master-data/list', {
    token: staff.token,
    account,
  });
  const { meters, closedUpTo } = known as { meters: { zoneScheme: string }[]; closedUpTo: string };
  expect(meters[0]?.zoneScheme).toBe('two');
  const record = () => page.getByRole('button', { name: 'Записати зміну' }).press('Enter');

  await record();
  await page.getByRole('alert').getByText('Зміну не записано').waitFor();
  await page.getByRole('alert').getByRole('link', { name: 'Діє з дня: заповніть це поле.' }).click();
  expect(
    await page.getByLabel('Діє з дня').evaluate((field) => field === field.ownerDocument.activeElement),
  ).toBe(true);
  await checkPage(page);

  // In the closed month: the page says so before and after.
  await page.getByLabel('Діє з дня').fill(`${closedUpTo}-28`);
  await page.getByText('Цей день — у закритому місяці.').waitFor();
  await page.getByLabel('Показання старого, день').fill('0');
  await page.getByLabel('Показання старого, ніч').fill('0');
  await page.getByLabel('Номер нового лічильника').fill('E2E-1');
  await page.getByLabel('Початкове показання, день').fill('0');
  await page.getByLabel('Початкове показання, ніч').fill('0');
  await page.getByLabel('Документ').fill('Акт 7');
  await record();
  await page.getByRole('alert').getByText('Показання менше за останнє прийняте').waitFor();
  expect(await page.getByLabel('Показання старого, день').getAttribute('aria-invalid')).toBe('true');
  expect(await page.getByLabel('Номер нового лічильника').inputValue()).toBe('E2E-1');
  await page.getByLabel('Показання старого, день').fill('99000');
  await page.getByLabel('Показання старого, ніч').fill('99000');
  await record();
  await page.getByText(/^Зміну записано\. Рахунок буде перераховано/).waitFor();
  const rows = page.getByRole('table', { name: 'Зміни рахунку, новіші вище' }).locator('tbody tr');
  await rows.getByText('новий лічильник: E2E-1').waitFor();
  await rows.getByText('Акт 7').waitFor();

  await page.getByLabel('Що змінюється').selectOption('meterRemoved');
  await page.getByLabel('Діє з дня').fill(`${closedUpTo}-28`);
  await page.getByLabel('Показання старого, день').fill('5');
  await page.getByLabel('Показання старого, ніч').fill('6');
  await record();
  await rows.getByText('знято: день 5, ніч 6').waitFor();
  expect(await rows.count()).toBe(2);
  await checkPage(page);
  expect(problems.filter((problem) => !/status of (404|422)/.test(problem))).toEqual([]);
  await staff.context.close();
});

test('an operator reads the changes and records none; without a network the page says so', async () => {
  const { page, context } = await signedInPage(env, sampleSignIns.operator, 'phone', {
    path: `${path}?account=${account}`,
  });
  await page.getByRole('heading', { name: 'Історія змін' }).waitFor();
  await waitUntilIdle(page);
  expect(await page.getByRole('button', { name: 'Записати зміну' }).count()).toBe(0);
  await checkPage(page);
  await context.setOffline(true);
  await page.getByLabel('Особовий рахунок').fill('2390002006');
  await page.keyboard.press('Enter');
  await page.getByText('Не вдалося прочитати дані рахунку').waitFor();
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Спробувати ще раз' }).click();
  await page.getByRole('heading', { name: 'Історія змін' }).waitFor();
  await context.close();
});
