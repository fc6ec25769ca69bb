import { afterAll, beforeAll, expect, it } from 'vitest';
import { chooseEntityAccount } from '#contract/accounts/entity-accounts.ts';
import { type EntityFixture, fillEntity } from '../support/entity-fixture.ts';
import { entityBy } from '../support/sample-users.ts';
import { type CabinetPages, readText, startCabinetPages } from './cabinet-pages.tsx';
import { checkPage, type Page } from './page.ts';

const root = '/cabinet/entity';
let entity: EntityFixture;
let cabinet: CabinetPages;
let page: Page;

beforeAll(async () => {
  const fill = async (url: string) => {
    entity = await fillEntity(url);
  };
  cabinet = await startCabinetPages({}, { at: '2026-10-25T12:00:00+02:00', fill });
  page = cabinet.page;
});
afterAll(() => cabinet.close());

/** Opens a page with the first account chosen. */
async function visit(path: string): Promise<void> {
  const token = await cabinet.signIn(entityBy(entity.account));
  await cabinet.server.post(chooseEntityAccount, { token, account: entity.account });
  await cabinet.visit(entityBy(entity.account), root + path);
}
const shown = async () => readText(await cabinet.settled());

it('the home says what to do first, what is due when, and totals over all accounts', async () => {
  await visit('');
  await checkPage();
  for (const part of [
    'Є прострочена оплата',
    'Рахунок за вересень',
    'Плановий платіж за листопад',
    'прострочено',
  ])
    await expect.poll(shown).toContain(part);
  await page.getByRole('button', { name: new RegExp(entity.other) }).click();
  await page.waitForURL(/\/cabinet\/entity\/indication/);
  expect(cabinet.takeProblems()).toEqual([]);
});

it('the company page has codes, bank, signer and terms', async () => {
  await visit('/settings/company-information');
  await checkPage();
  for (const part of ['43395033', 'Олена Коваль', 'планові платежі: 100 % до 5-го', 'АТ «Вінницяобленерго»'])
    await expect.poll(shown).toContain(part);
});

it('the points are found by words, each leads to the life of its meters', async () => {
  await visit('/settings/meters');
  await expect.poll(shown).toContain('Субспоживачі: ФОП Зерно');
  await checkPage();
  await page.getByLabel('Об’єкт, EIC, лічильник').fill('магазин');
  await page.getByRole('button', { name: 'Показати', exact: true }).click();
  await page.waitForURL(/q=/);
  expect(await shown()).not.toContain('Кав’ярня');
  await page.getByRole('link', { name: 'Історія' }).first().click();
  await page.waitForURL(new RegExp(`counter-history\\?eic=${entity.eic}`));
  const life = await shown();
  await checkPage();
  for (const part of ['Замінено лічильник', 'перехід через нуль', 'Встановлено'])
    expect(life).toContain(part);
});

it('the prices have a chart of classes and the parts with their sources', async () => {
  await visit('/directory/tariff-history');
  await checkPage();
  for (const part of ['9,62546', '7,36138', 'Постанова НКРЕКП № 2009', 'діє зараз'])
    await expect.poll(shown).toContain(part);
  expect(cabinet.takeProblems()).toEqual([]);
});

it('guide, laws and notifications open in the cabinet of an entity', async () => {
  for (const path of ['/directory/guide', '/directory/laws', '/settings/notifications']) {
    await visit(path);
    await shown();
    await checkPage();
    expect(cabinet.address()).toBe(root + path);
  }
  expect(cabinet.takeProblems()).toEqual([]);
});
