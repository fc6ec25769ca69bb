import { expect, test } from '@playwright/test';
import { checkPage } from '#e2e/support/page/check-page.ts';
import { signedInPage } from '#e2e/support/page/signed-in-page.ts';
import { openToldAction } from '#e2e/support/page/told-action.ts';
import { type OwnTestEnvironment, startTestEnvironment } from '#e2e/support/product/test-environment.ts';
import { fillSignIn, sampleSignIns } from './support/sample-users.ts';

let env: OwnTestEnvironment;

test.beforeAll(async ({ browser }) => {
  env = await startTestEnvironment(browser);
});
test.afterAll(() => env.close());

test('the owner finds a customer by half a phone number, blocks and unblocks', async () => {
  const signIn = sampleSignIns.personOfOne;
  const customer = await signedInPage(env, signIn, 'phone', { path: '/cabinet/person' });
  const { page, problems, context } = await signedInPage(env, sampleSignIns.owner, 'desk', {
    path: '/cabinet/admin/management',
  });
  await page.getByLabel('Кого або що шукаєте').fill('1110003');
  await page.getByRole('group', { name: 'Кабінети' }).getByRole('option').first().click();
  await page.getByRole('heading', { level: 1, name: 'Картка клієнта' }).waitFor();
  await page.getByRole('table', { name: 'Об’єкти' }).waitFor();
  await checkPage(page);
  await page.getByRole('button', { name: 'Заблокувати' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Заблокувати клієнта' });
  await dialog.getByLabel('Причина').fill('Заява клієнта про чужий доступ');
  await checkPage(page);
  await dialog.getByRole('button', { name: 'Заблокувати клієнта' }).press('Enter');
  await page.getByText('Причина: Заява клієнта про чужий доступ').first().waitFor();
  await checkPage(page);

  // The open cabinet is closed at once, and its owner is told why at the sign-in.
  await customer.page.goto(`${env.product.url}/cabinet/person/settings/account`);
  const visitor = await env.visit('phone');
  await visitor.page.goto(`${env.product.url}${signIn.path}`);
  await fillSignIn(visitor.page, signIn);
  await visitor.page.getByText('Вхід до кабінету заблоковано.').first().waitFor();
  await checkPage(visitor.page);

  await page.getByRole('button', { name: 'Розблокувати' }).press('Enter');
  const back = page.getByRole('dialog', { name: 'Розблокувати клієнта' });
  await back.getByLabel('Причина').fill('Особу підтверджено');
  await back.getByRole('button', { name: 'Розблокувати клієнта' }).press('Enter');
  await page.getByText('Клієнта розблоковано').waitFor();
  await fillSignIn(visitor.page, signIn);
  await visitor.page.waitForURL(/\/cabinet\//);

  await page.getByRole('link', { name: 'Дії працівників' }).last().click();
  await page.getByText('Причина: Особу підтверджено').waitFor();
  await checkPage(page);
  const told = { login: 'owner', who: 'Ткачук Оксана Романівна', what: 'Доступ клієнта' };
  for (const says of [
    ['Причина: Заява клієнта про чужий доступ', 'Заблокованоні → так'],
    ['Причина: Особу підтверджено', 'Заблокованотак → ні'],
  ]) {
    await openToldAction(page, env.product.url, { ...told, says });
    await checkPage(page);
  }
  expect(problems).toEqual([]);
  for (const each of [customer.context, visitor.context, context]) await each.close();
});
