import { expect, test } from '@playwright/test';
import { checkPage } from '#e2e/support/page/check-page.ts';
import { checkBothLooks } from '#e2e/support/page/narrow-look.ts';
import { signedInPage } from '#e2e/support/page/signed-in-page.ts';
import { waitUntilIdle } from '#e2e/support/page/visit.ts';
import { startTestEnvironment, type TestEnvironment } from '#e2e/support/product/test-environment.ts';
import { entityBy, sampleSignIns } from './support/sample-users.ts';

let env: TestEnvironment;

test.beforeAll(async ({ browser }) => {
  env = await startTestEnvironment(browser);
});
test.afterAll(() => env.close());

test('an accountant asks for a reconciliation act, opens a disagreement, and staff answer it', async () => {
  const path = '/cabinet/entity/docs/reconciliations';
  const { page, problems, context } = await signedInPage(env, entityBy('1000000007'), 'desk', { path });
  await page.getByRole('button', { name: 'Скласти акт' }).click();
  await page.getByRole('heading', { level: 2, name: /Електроенергія/ }).waitFor();
  await waitUntilIdle(page);
  await checkBothLooks(page);

  await page.getByRole('button', { name: 'Повідомити про розбіжності' }).click();
  await page.getByRole('button', { name: 'Узяти дані постачальника' }).click();
  await page.getByText('Дані збігаються: розбіжностей немає.').waitFor();
  const rows = page.getByLabel('Документи у вашому обліку');
  await rows.fill((await rows.inputValue()).replace(/\d(?=\n)/, (digit) => String((Number(digit) + 1) % 10)));
  await page.getByRole('table', { name: 'Документи, що різняться' }).waitFor();
  await checkBothLooks(page);
  await page.getByRole('button', { name: 'Надіслати розбіжності' }).click();
  await page.getByText('Постачальник ще не відповів.').waitFor();
  expect(problems).toEqual([]);
  await context.close();

  const staff = await signedInPage(env, sampleSignIns.owner, 'desk', {
    path: '/cabinet/admin/management/documents',
  });
  await staff.page.getByRole('link', { name: /1000000007/ }).click();
  await staff.page.getByRole('button', { name: 'Скласти новий акт' }).click();
  await staff.page.getByLabel('Відповідь').fill('Виправили, складаємо новий акт');
  await staff.page.getByRole('button', { name: 'Надіслати відповідь' }).click();
  await staff.page.getByText('Складено новий акт за ці місяці.').waitFor();
  await checkPage(staff.page);
  expect(staff.problems).toEqual([]);
  await staff.context.close();
});

test('an accountant objects to an act of acceptance', async () => {
  const path = '/cabinet/entity/docs/payment?kind=act&doc=act.2026-10.supplier';
  const { page, problems, context } = await signedInPage(env, sampleSignIns.entityOfOne, 'phone', { path });
  await page.getByRole('link', { name: 'Усі документи' }).click();
  await page.getByRole('list', { name: /Платіжні документи/ }).waitFor();
  await checkBothLooks(page);
  await page
    .getByRole('link', { name: /Акт приймання-передачі/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Заперечити акт' }).click();
  await page.getByLabel('Причина').fill('Обсяг за жовтень завищено');
  await page.getByRole('button', { name: 'Надіслати заперечення' }).click();
  await page.getByText('Обсяг за жовтень завищено').waitFor();
  await waitUntilIdle(page);
  await checkBothLooks(page);
  expect(problems).toEqual([]);
  await context.close();
});
