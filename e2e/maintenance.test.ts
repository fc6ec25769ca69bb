import { expect, test } from '@playwright/test';
import pg from 'pg';
import { checkPage } from '#e2e/support/page/check-page.ts';
import { signedInPage } from '#e2e/support/page/signed-in-page.ts';
import { waitUntilIdle } from '#e2e/support/page/visit.ts';
import { type OwnTestEnvironment, startTestEnvironment } from '#e2e/support/product/test-environment.ts';
import { sampleSignIns } from './support/sample-users.ts';
import { usualValue } from './support/usual-value.ts';

const account = '2390001130';
const page = { path: '/cabinet/admin/management/maintenance' };

let env: OwnTestEnvironment;
let database: pg.Pool;

test.beforeAll(async ({ browser }) => {
  env = await startTestEnvironment(browser);
  database = new pg.Pool({ connectionString: env.product.databaseUrl, max: 1 });
});
test.afterAll(async () => {
  await database.end();
  await env.close();
});

const kyivInput = (at: number) =>
  new Date(at).toLocaleString('sv', { timeZone: 'Europe/Kyiv' }).slice(0, 16).replace(' ', 'T');

test('customers are told when the cabinet opens again, and a reading given meanwhile is sent after', async () => {
  const customer = await signedInPage(env, sampleSignIns.personOfOne, 'phone', {
    path: `/cabinet/person?account=${account}`,
  });
  await customer.page.goto(`${env.product.url}/cabinet/person/indication`);
  const field = customer.page.locator('main input[inputmode=numeric]').first();
  await field.fill(String(await usualValue(database, account)));
  await waitUntilIdle(customer.page);

  const owner = await signedInPage(env, sampleSignIns.owner, 'desk', page);
  await owner.page.getByText('Роботи не заплановано').waitFor();
  await checkPage(owner.page);
  const until = kyivInput(Date.now() + 2 * 3_600_000);
  const time = until.slice(11).replace(/^0/, '');
  await owner.page.getByLabel('Завершення').fill(until);
  await owner.page.getByText(`Орієнтовний час: ${time}`).waitFor();
  await owner.page.getByLabel('Причина').fill('Оновлення бази даних');
  await owner.page.getByRole('button', { name: 'Задати роботи' }).press('Enter');
  await owner.page.getByText('Роботи тривають').waitFor();
  await checkPage(owner.page);

  await customer.page.getByRole('button', { name: 'Передати показання' }).click();
  const panel = customer.page
    .locator('main')
    .getByRole('status')
    .filter({ hasText: 'чекає завершення робіт' });
  await panel.getByText(`Орієнтовний час: ${time}`).waitFor();
  await checkPage(customer.page);
  const visitor = await env.visit('phone');
  await visitor.page.goto(`${env.product.url}/sign-in/person`);
  await visitor.page.getByLabel('Номер телефону').fill('501110003');
  await visitor.page.getByLabel('Пароль', { exact: true }).fill('wrong-word-2026');
  await visitor.page.getByRole('button', { name: 'Увійти' }).press('Enter');
  await visitor.page.getByText(`Орієнтовний час: ${time}`).first().waitFor();

  await owner.page.getByRole('button', { name: 'Завершити зараз' }).press('Enter');
  const dialog = owner.page.getByRole('dialog', { name: 'Завершити зараз' });
  await dialog.getByLabel('Причина').fill('Готово');
  await checkPage(owner.page);
  await dialog.getByRole('button', { name: 'Завершити зараз' }).press('Enter');
  await owner.page.getByText('Роботи не заплановано').waitFor();

  await panel.getByRole('button', { name: 'Передати зараз' }).click();
  await customer.page.locator('main').getByText('Показання прийнято').first().waitFor();
  const { rows } = await database.query(
    "select 1 from billing.reading_submission where account_number = $1 and submitted_at > now() - interval '10 minutes'",
    [account],
  );
  expect(rows).toHaveLength(1);
  await Promise.all([customer, owner, visitor].map(({ context }) => context.close()));
});
