import { afterAll, beforeAll, expect, it } from 'vitest';
import { sampleSignIns } from '../support/sample-users.ts';
import { type CabinetPages, startCabinetPages } from './cabinet-pages.tsx';
import { checkPage, type Page } from './page.ts';

const path = '/cabinet/person/settings/notifications';

let cabinet: CabinetPages;
let page: Page;
beforeAll(async () => {
  cabinet = await startCabinetPages();
  page = cabinet.page;
});
afterAll(() => cabinet.close());

const switchOf = (kind: string, channel: string) =>
  page.getByRole('group', { name: kind }).getByRole('checkbox', { name: channel });

it('a switch goes back, and says which it was, when it could not be kept', async () => {
  await cabinet.visit(sampleSignIns.personOfThree, path);
  const sms = switchOf('Новий рахунок', 'SMS');
  const before = await sms.isChecked();
  cabinet.replaceAnswers({ '/api/notifications/save': 'broken' });
  await sms.click();
  await page.getByText(/^Не збережено: Новий рахунок, SMS\./).waitFor();
  expect(await sms.isChecked()).toBe(before);
  cabinet.replaceAnswers({});
});

it('a switch waits for the network', async () => {
  await cabinet.visit(sampleSignIns.personOfThree, path);
  cabinet.setOnline(false);
  await page.getByText('Змінити налаштування можна буде').first().waitFor();
  expect(await switchOf('Новий рахунок', 'SMS').isDisabled()).toBe(true);
  await checkPage();
  cabinet.setOnline(true);
  await cabinet.settled();
  expect(await switchOf('Новий рахунок', 'SMS').isEnabled()).toBe(true);
});
