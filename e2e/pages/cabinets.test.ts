import { afterAll, beforeAll, expect, it } from 'vitest';
import { chooseEntityAccount, listEntityAccounts } from '#contract/accounts/entity-accounts.ts';
import { sampleSignIns } from '../support/sample-users.ts';
import { type CabinetPages, startCabinetPages } from './cabinet-pages.tsx';
import { checkPage, type Page } from './page.ts';

let cabinet: CabinetPages;
let page: Page;
beforeAll(async () => {
  cabinet = await startCabinetPages();
  page = cabinet.page;
});
afterAll(() => cabinet.close());

it('an entity of two accounts chooses, sees its meters, changes and clears the choice', async () => {
  const token = await cabinet.visit(sampleSignIns.entityOfTwo, '/cabinet/entity');
  await checkPage();
  await page.getByRole('button', { name: /1000000003/ }).click();
  await page.waitForURL(/\/cabinet\/entity\/indication/);
  await page.getByRole('heading', { level: 1, name: 'Показання' }).waitFor();
  await page.locator('main').getByText('о/р 1000000003').waitFor();
  await page
    .locator('main')
    .getByRole('heading', { name: /^Лічильник/ })
    .first()
    .waitFor();
  await cabinet.settled();
  await checkPage();
  await page.locator('header select').selectOption('1000000002');
  await page.locator('main').getByText('о/р 1000000002').waitFor();
  await cabinet.settled();
  await page.getByRole('link', { name: 'Об’єкти' }).click();
  await page.getByText('Обрано о/р 1000000002').waitFor();
  await cabinet.settled();
  await checkPage();
  await page.getByRole('button', { name: 'Скасувати вибір' }).click();
  await page.getByText('Оберіть об’єкт').waitFor();
  await cabinet.settled();
  const { body: kept } = await cabinet.server.post(listEntityAccounts, { token });
  expect(kept.account).toBe('');
  const { body: cleared } = await cabinet.server.post(chooseEntityAccount, { token, account: 'DELETE' });
  expect(cleared).toMatchObject({ status: 'success', custom_info: null, meters: [] });
  await cabinet.open('/cabinet/entity/indication');
  expect(cabinet.address()).toBe('/cabinet/entity');
  expect(cabinet.takeProblems()).toEqual([]);
});

it('the owner sees how many customers there are and the way to the administrators; an analyst only the former', async () => {
  await cabinet.visit(sampleSignIns.owner, '/cabinet/admin');
  expect(Number((await page.locator('main dd').first().innerText()).replace(/\s/g, ''))).toBeGreaterThan(0);
  await page.getByRole('main').getByRole('link', { name: 'Працівники' }).waitFor();
  await checkPage();
  await cabinet.visit(sampleSignIns.owner, '/cabinet/admin/management/administrators');
  await page.getByText('Аналітик').first().waitFor();
  await checkPage();
  await page
    .getByRole('button', { name: /^Доступ:/ })
    .first()
    .click();
  await page.getByText('Що зробити').waitFor();
  await checkPage();
  await page.getByRole('button', { name: 'Скасувати' }).click();
  await page.getByRole('button', { name: /^Мій обліковий запис/ }).click();
  await page.getByRole('button', { name: 'Вийти' }).waitFor();
  await checkPage();
  expect(cabinet.takeProblems()).toEqual([]);

  await cabinet.visit(sampleSignIns.analyst, '/cabinet/admin');
  await page.getByText('Аналітик').waitFor();
  expect(await page.getByText('Працівники').count()).toBe(0);
});

it('the sidebar marks the settings on each of their pages', async () => {
  for (const path of ['account', 'personal-information']) {
    await cabinet.visit(sampleSignIns.personOfThree, `/cabinet/person/settings/${path}`);
    const current = page.getByRole('navigation', { name: 'Розділи кабінету' }).locator('a[aria-current]');
    expect(await current.allInnerTexts()).toEqual(['Обліковий запис']);
  }
});
