import { expect, type Page, test } from '@playwright/test';
import { checkPage } from '#e2e/support/page/check-page.ts';
import { signedInPage } from '#e2e/support/page/signed-in-page.ts';
import { waitUntilIdle } from '#e2e/support/page/visit.ts';
import { startTestEnvironment, type TestEnvironment } from '#e2e/support/product/test-environment.ts';
import { sampleSignIns } from './support/sample-users.ts';

let env: TestEnvironment;
test.beforeAll(async ({ browser }) => {
  env = await startTestEnvironment(browser);
});
test.afterAll(() => env.close());

const limits = '/cabinet/entity/limits';
const words = async (page: Page) => (await page.locator('main').innerText()).replaceAll('\u00a0', ' ');

test('an engineer of the chain sends a correction on a phone, staff approve and apply it, and its volume counts', async () => {
  const engineer = await signedInPage(env, sampleSignIns.entityOfTwo, 'phone', { path: '/cabinet/entity' });
  await engineer.page.getByRole('button', { name: /1000000002/ }).click();
  await engineer.page.waitForURL(/\/cabinet\/entity\/indication/);
  await waitUntilIdle(engineer.page);
  await engineer.page.goto(env.product.url + limits);
  await engineer.page.getByRole('heading', { level: 2, name: /^Точки за/ }).waitFor();
  await waitUntilIdle(engineer.page);
  await engineer.page.getByRole('heading', { level: 2, name: /^Точки за/ }).scrollIntoViewIfNeeded();
  await checkPage(engineer.page);
  await engineer.page
    .getByRole('link', { name: /^Скоригувати обсяги/ })
    .first()
    .click();
  await engineer.page.waitForURL(/correct=/);
  const cells = engineer.page.getByRole('textbox', { name: /^Новий обсяг/ });
  await cells.first().waitFor();
  await cells.nth(0).fill('12 345');
  await cells.nth(0).press('Enter');
  await expect(cells.nth(1)).toBeFocused();
  await cells.nth(1).fill('9x');
  await engineer.page.getByText('Виправте: 1 значення').waitFor();
  await cells.nth(1).press('Escape');
  await engineer.page.getByText('Чернетку збережено').waitFor();
  await checkPage(engineer.page);
  // What is typed stays when the page is left and opened again.
  await engineer.page.reload();
  await expect(cells.nth(0)).toHaveValue('12345');
  await engineer.page.getByRole('button', { name: 'Надіслати постачальнику' }).click();
  await engineer.page.getByText('Заявку надіслано. Відповідь').waitFor();
  expect(engineer.problems).toEqual([]);

  const staff = await signedInPage(env, sampleSignIns.operator, 'desk', {
    path: '/cabinet/admin/management/volumes',
  });
  await staff.page.getByRole('link', { name: 'ТОВ «Кошик щодня»' }).last().waitFor();
  await checkPage(staff.page);
  await staff.page.getByRole('link', { name: 'ТОВ «Кошик щодня»' }).last().click();
  await staff.page.getByText('12 345').first().waitFor();
  await staff.page.getByRole('button', { name: 'Відхилити заявку' }).click();
  await staff.page.getByText('Поясніть споживачу').waitFor();
  await checkPage(staff.page);
  await staff.page.getByRole('button', { name: 'Погодити заявку' }).click();
  await staff.page.getByRole('button', { name: 'Застосувати обсяги' }).click();
  await staff.page.getByText('Обсяги застосовано').waitFor();
  expect(staff.problems).toEqual([]);
  await staff.context.close();

  await engineer.page.goto(`${env.product.url}${limits}`);
  await engineer.page.getByText('Застосовано').first().waitFor();
  await engineer.page
    .getByRole('heading', { level: 2, name: 'Заявки на коригування' })
    .scrollIntoViewIfNeeded();
  expect(await words(engineer.page)).toMatch(
    /→ .*\n[\s\S]*надіслано · .*\n[\s\S]*застосовано · ваш постачальник/,
  );
  await engineer.context.close();
});
