import { expect, test } from '@playwright/test';
import { checkPage } from '#e2e/support/page/check-page.ts';
import { signedInPage } from '#e2e/support/page/signed-in-page.ts';
import { type OwnTestEnvironment, startTestEnvironment } from '#e2e/support/product/test-environment.ts';
import { createAdministrator } from './support/create-administrator.ts';
import { adminBy, sampleSignIns } from './support/sample-users.ts';

const path = '/cabinet/admin/management/tariffs';

let env: OwnTestEnvironment;
test.beforeAll(async ({ browser }) => {
  env = await startTestEnvironment(browser);
  await createAdministrator(env.product, 'keeper', ['--role', 'billing', '--phone', '+380501130009']);
});
test.afterAll(() => env.close());

test('billing plans a version and tries it on a phone, another administrator activates and cancels it on a desk; the actions tell of both', async () => {
  const clerk = await signedInPage(env, adminBy('keeper'), 'phone', { path });
  await clerk.page.getByRole('button', { name: 'Запланувати версію: Побутовий', exact: true }).press('Enter');
  const form = clerk.page.getByRole('dialog', { name: /^Нова версія/ });
  await form.getByLabel('Діє від дня').fill('2099-01-01');
  await form.getByLabel('Постанова чи рішення').fill('Постанова КМУ № 12');
  await form.getByLabel('Причина').fill('Нова постанова');
  await checkPage(clerk.page);
  await form.getByRole('button', { name: 'Зберегти версію' }).press('Enter');
  await clerk.page.getByRole('button', { name: /^Випробувати на рахунках/ }).press('Enter');
  await clerk.page.getByText('Рахунків перераховано').waitFor({ timeout: 60_000 });
  await clerk.page.getByRole('table', { name: 'На скільки зміниться оплата рахунка, грн' }).waitFor();
  await checkPage(clerk.page);
  await clerk.page.getByRole('button', { name: /^Просити ввести в дію/ }).press('Enter');
  const asked = clerk.page.getByRole('dialog', { name: 'Просити ввести в дію' });
  await asked.getByLabel('Причина').fill('Готово');
  await asked.getByRole('button', { name: 'Просити ввести в дію' }).press('Enter');
  await clerk.page.getByText('Ви готували цю версію').waitFor();
  await checkPage(clerk.page);
  expect(clerk.problems).toEqual([]);
  await clerk.context.close();

  const owner = await signedInPage(env, sampleSignIns.owner, 'desk', { path });
  for (const [words, done] of [
    ['Ввести в дію', 'введено в дію'],
    ['Скасувати версію', 'Скасовані та введені в дію'],
  ] as const) {
    await owner.page.getByRole('button', { name: new RegExp(`^${words}:`) }).press('Enter');
    const dialog = owner.page.getByRole('dialog', { name: words });
    if (words === 'Ввести в дію') await dialog.getByText('Рахунків перераховано').waitFor();
    await dialog.getByLabel('Причина').fill('Перевірено');
    await dialog.getByRole('button', { name: words }).press('Enter');
    await owner.page.getByText(done).first().waitFor();
    await checkPage(owner.page);
  }
  for (const [who, why] of [
    ['keeper', 'Нова постанова'],
    ['owner', 'Перевірено'],
  ]) {
    await owner.page.goto(`${env.product.url}/cabinet/admin/management/actions?who=${who}`);
    await owner.page.getByText(`Причина: ${why}`).first().waitFor();
  }
  await checkPage(owner.page);
  expect(owner.problems).toEqual([]);
  await owner.context.close();
});
