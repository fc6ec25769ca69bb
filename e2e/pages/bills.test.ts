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
