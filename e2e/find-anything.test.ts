import { expect, test } from '@playwright/test';
import { checkPage } from '#e2e/support/page/check-page.ts';
import { checkBothLooks } from '#e2e/support/page/narrow-look.ts';
import { signedInPage } from '#e2e/support/page/signed-in-page.ts';
import { shareTestEnvironment, type TestEnvironment } from '#e2e/support/product/test-environment.ts';
import { sampleSignIns } from './support/sample-users.ts';

test.describe.configure({ mode: 'parallel' });

let env: TestEnvironment;

test.beforeAll(({ browser }) => {
  env = shareTestEnvironment(browser);
});

test('the owner finds a customer by half a phone number with the keyboard alone', async () => {
  const { page, problems, context } = await signedInPage(env, sampleSignIns.owner, 'desk', {
    path: '/cabinet/admin/settings',
  });
  await page.getByRole('button', { name: 'Знайти будь-що' }).waitFor();
  await page.keyboard.press('Control+k');
  const box = page.getByRole('combobox');
  await expect(box).toBeFocused();
  await page.keyboard.type('110001');
  await page.getByRole('option').first().waitFor();
  await checkPage(page);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/accounts\/23900011/);
  await expect(box).toBeHidden();
  expect(problems).toEqual([]);
  await context.close();
});

test('on a phone a button opens the same box; the page of management has it on top', async () => {
  const { page, problems, context } = await signedInPage(env, sampleSignIns.owner, 'phone', {
    path: '/cabinet/admin/management',
  });
  await page.getByRole('combobox').fill('садова');
  await page.getByRole('option').first().waitFor();
  await checkBothLooks(page);
  await page.getByRole('button', { name: 'Знайти будь-що' }).click();
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused();
  await checkPage(page);
  expect(problems).toEqual([]);
  await context.close();
});

test('staff hide the sidebar for the width of a table, and the device keeps it', async () => {
  const { page, problems, context } = await signedInPage(env, sampleSignIns.owner, 'desk', {
    path: '/cabinet/admin/management/actions',
  });
  const sidebar = page.getByRole('navigation', { name: 'Розділи' });
  const width = async () => (await page.getByRole('main').boundingBox())?.width ?? 0;
  await sidebar.waitFor();
  const before = await width();
  await page.getByRole('button', { name: 'Сховати меню' }).press('Enter');
  await expect(sidebar).toBeHidden();
  expect(await width()).toBeGreaterThan(before + 100);
  await checkPage(page);
  await page.reload();
  await page.getByRole('button', { name: 'Показати меню' }).press('Enter');
  await sidebar.waitFor();
  expect(await width()).toBe(before);
  expect(problems).toEqual([]);
  await context.close();
});
