import { afterAll, beforeAll, expect, it } from 'vitest';
import { type SignIn, sampleSignIns } from '../support/sample-users.ts';
import { type CabinetPages, startCabinetPages } from './cabinet-pages.tsx';
import { checkPage, type Page } from './page.ts';

let cabinet: CabinetPages;
let page: Page;

beforeAll(async () => {
  cabinet = await startCabinetPages();
  page = cabinet.page;
});
afterAll(() => cabinet.close());

const path = '/cabinet/person/docs/violations';
const payButton = () => page.getByRole('button', { name: /^Сплатити акт/ });

/** The page of the acts with that object chosen. */
const openActs = (who: SignIn, account: string) => cabinet.visit(who, path, account);

it.each([
  ['2390002029', 'За актом сплачено повністю. Дякуємо!'],
  ['2390002030', 'Доки акт оскаржується, ми не просимо його сплатити.'],
  ['2390002030', 'Акт скасовано: сплачувати за ним не потрібно.'],
  ['2390002031', 'Далі акт вручать вам або надішлють поштою'],
  ['2390002032', 'Комісія ухвалила рішення. Рахунок з’явиться тут'],
])('the acts of %s: «%s», and nothing is asked for', async (account, next) => {
  await openActs(sampleSignIns.personOfDifficult, account);
  await page.getByText(next).waitFor();
  await page.getByText('За вашим рахунком складено актів про порушення').waitFor();
  expect(await payButton().count()).toBe(0);
  await checkPage();
  expect(cabinet.takeProblems()).toEqual([]);
});

it('a household without acts sees an empty list', async () => {
  await openActs(sampleSignIns.personOfThree, '2390001112');
  await page.getByText('Актів про порушення немає.').waitFor();
  await checkPage();
  expect(cabinet.takeProblems()).toEqual([]);
});

it('without a network the acts stay, and what needs it waits', async () => {
  await openActs(sampleSignIns.personOfOne, '2390001130');
  cabinet.setOnline(false);
  await page.getByText('Оплата чекає мережі.').waitFor();
  await page.getByText('Документи чекають мережі.').waitFor();
  expect(await payButton().isDisabled()).toBe(true);
  await checkPage();
});
