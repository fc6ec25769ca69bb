import { expect, test } from '@playwright/test';
import { checkPage } from '#e2e/support/page/check-page.ts';
import { signedInPage } from '#e2e/support/page/signed-in-page.ts';
import { type OwnTestEnvironment, startTestEnvironment } from '#e2e/support/product/test-environment.ts';
import { sampleSignIns } from './support/sample-users.ts';

const path = '/cabinet/admin/management/supplier';

let env: OwnTestEnvironment;

test.beforeAll(async ({ browser }) => {
  env = await startTestEnvironment(browser);
});
test.afterAll(() => env.close());

test('the owner changes a phone, the offices and the accent, and a customer sees them', async () => {
  const owner = await signedInPage(env, sampleSignIns.owner, 'desk', { path });
  const { page } = owner;
  await page.getByRole('button', { name: 'Змінити: Контакти' }).press('Enter');
  const contacts = page.getByRole('dialog', { name: 'Змінити: Контакти' });
  await contacts.getByLabel('Телефони', { exact: true }).fill('0 800 300 016');
  await contacts.getByLabel('Причина').fill('Нова лінія');
  await checkPage(page);
  await contacts.getByRole('button', { name: 'Зберегти дані' }).press('Enter');
  await contacts.waitFor({ state: 'hidden' });

  await page.getByRole('button', { name: 'Змінити: Офіси' }).press('Enter');
  const offices = page.getByRole('dialog', { name: 'Змінити: Офіси' });
  await offices.getByRole('button', { name: 'Додати офіс' }).press('Enter');
  await offices.getByLabel('Назва офісу').fill('Центр обслуговування');
  await offices.getByLabel('Адреса').fill('м. Світлогір, вул. Соборна, 1');
  await offices.getByLabel('Години роботи').fill('пн–пт 8:00–17:00');
  await offices.getByLabel('Причина').fill('Відкрили офіс');
  await checkPage(page);
  await offices.getByRole('button', { name: 'Зберегти дані' }).press('Enter');
  await offices.waitFor({ state: 'hidden' });

  await page.getByRole('button', { name: 'Змінити: Вигляд кабінету' }).press('Enter');
  const look = page.getByRole('dialog', { name: 'Змінити: Вигляд кабінету' });
  await look.getByLabel('Колір на світлій темі').fill('#7a1f5c');
  await look.getByLabel('Колір на темній темі').fill('#f2a7d8');
  await look.getByLabel('Причина').fill('Новий стиль');
  await checkPage(page);
  await look.getByRole('button', { name: 'Зберегти дані' }).press('Enter');
  await look.waitFor({ state: 'hidden' });
  await checkPage(page);

  const visitor = await env.visit('phone');
  await visitor.page.goto(env.product.url);
  await visitor.page.getByText('Центр обслуговування').waitFor();
  await visitor.page.getByRole('link', { name: '0 800 300 016' }).first().waitFor();
  const link = () =>
    visitor.page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--link'));
  expect(await link()).toBe('#7a1f5c');
  await checkPage(visitor.page);
  expect([...owner.problems, ...visitor.problems]).toEqual([]);
  for (const { context } of [owner, visitor]) await context.close();
});
