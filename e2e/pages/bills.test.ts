import { afterAll, beforeAll, expect, it } from 'vitest';
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

it('a bill that is due is paid from the list', async () => {
  await cabinet.visit(sampleSignIns.personOfOne, '/cabinet/person/bills', '2390001130');
  const due = await page.locator('main p', { hasText: 'До сплати зараз' }).innerText();
  await page.getByRole('main').getByRole('button', { name: 'Сплатити' }).click();
  const dialog = page.getByRole('dialog');
  // The device keeps the method that was used last, also that of another test.
  await dialog.getByRole('radio', { name: /^LiqPay/ }).check();
  await dialog.getByRole('button', { name: /^Сплатити/ }).waitFor();
  const sum = due.replace(/[^\d,]/g, '');
  expect((await dialog.innerText()).replace(/\s/g, '')).toContain(sum);
  await checkPage();
  expect(cabinet.takeProblems()).toEqual([]);
});

it('bills by e-mail are switched on with the letters they come with', async () => {
  await cabinet.visit(sampleSignIns.personOfThree, '/cabinet/person/settings/notifications', '2390001112');
  const files = page.getByLabel('Надсилати рахунок у PDF разом із листом');
  await files.waitFor();
  const letters = page.getByRole('group', { name: 'Новий рахунок' }).getByLabel('E-mail');
  if (await files.isEnabled()) {
    await letters.uncheck();
    await files.check();
    expect(await letters.isChecked()).toBe(true);
    await page.reload();
    await files.waitFor();
    expect(await files.isChecked()).toBe(true);
  }
  await checkPage();
  expect(cabinet.takeProblems()).toEqual([]);
});
