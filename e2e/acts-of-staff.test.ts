import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import type { Instant } from '#domain/time/instant.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { addDays, formatDate } from '#domain/time/local-date.ts';
import { checkPage } from '#e2e/support/page/check-page.ts';
import { checkBothLooks } from '#e2e/support/page/narrow-look.ts';
import { signedInPage } from '#e2e/support/page/signed-in-page.ts';
import { turnInto, waitUntilIdle } from '#e2e/support/page/visit.ts';
import { type OwnTestEnvironment, startTestEnvironment } from '#e2e/support/product/test-environment.ts';
import { readPdfText } from '#platform/pdf/testing/read-pdf-text.ts';
import { callProduct } from './support/call-product.ts';
import { createAdministrator } from './support/create-administrator.ts';
import { adminBy, sampleSignIns } from './support/sample-users.ts';

const path = '/cabinet/admin/management/acts';
const account = '2390001130';
const today = kyivDateOf(Date.now() as Instant);

let env: OwnTestEnvironment;

test.beforeAll(async ({ browser }) => {
  env = await startTestEnvironment(browser);
});
test.afterAll(() => env.close());

/** An administrator of the role `billing`, whom the owner did not make. */
async function makeBilling(login: string, fullName: string) {
  await createAdministrator(env.product, login, ['--role', 'billing', '--name', fullName]);
  return adminBy(login);
}

const dialogOf = (page: Page) => page.getByRole('dialog');
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).press('Enter');
const send = (page: Page, name: string) =>
  dialogOf(page).getByRole('button', { name, exact: true }).press('Enter');

/** The acts of the account as its customer sees them. */
async function openAsCustomer(page: Page): Promise<void> {
  await page.goto(`${env.product.url}/cabinet/person?account=${account}`);
  await waitUntilIdle(page);
  await page.goto(`${env.product.url}/cabinet/person/docs/violations`);
  await waitUntilIdle(page);
}

/** Pays for an act on the page of the acts, without a sum what is asked for, and comes back from the bank that took it. */
async function payFor(page: Page, number: string, sum?: string): Promise<void> {
  await page
    .getByRole('region', { name: new RegExp(`^Акт № ${number}`) })
    .getByRole('button', { name: /^Сплатити акт/ })
    .click();
  if (sum !== undefined) await page.getByLabel('Сума, грн').fill(sum);
  await dialogOf(page)
    .getByRole('button', { name: /^Сплатити/ })
    .click();
  await page.waitForURL(/sandbox/);
  await page.getByRole('button', { name: 'Сплатити' }).click();
  await page.waitForURL(/\/cabinet\/person\/payments\//);
  await page.getByText('Оплату прийнято').waitFor();
}

/** Presses the button of a paper: name of the file, its first bytes and its words. */
async function keepPaper(page: Page, name: string) {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('group', { name: 'Документи' }).getByRole('button', { name, exact: true }).click(),
  ]);
  const content = await readFile(await download.path());
  return {
    fileName: download.suggestedFilename(),
    begins: content.subarray(0, 5).toString('latin1'),
    words: readPdfText(content).replaceAll('\u00a0', ' '),
  };
}

/** What the account owes for energy, in kopiykas; below zero: what is paid in advance. */
async function energyDebt(token: string): Promise<number> {
  const { balance } = await callProduct(env.product.url, '/api/person/itm_balance', { token, account });
  const { debet, credit } = balance as Record<string, string>;
  return Math.round((Number(debet) - Number(credit)) * 100);
}

/** Draws up an act from the list, and waits for its page. */
async function drawUp(page: Page, number: string): Promise<void> {
  await press(page, 'Скласти акт про порушення');
  const form = dialogOf(page);
  for (const [label, value] of [
    ['Особовий рахунок', account],
    ['Номер акта', number],
    ['Складено', addDays(today, -30)],
    ['Пункт правил', 'пункт 8.2.4 ПРРЕЕ'],
    ['Де виявлено', 'щит у дворі'],
    ['Що виявлено', 'Кабель до будинку йде повз лічильник.'],
    ['Хто був при складанні', 'представник оператора мережі\nспоживач'],
  ] as const)
    await form.getByLabel(label, { exact: true }).fill(value);
  await checkPage(page);
  await send(page, 'Скласти й показати клієнту');
  await page.getByRole('heading', { name: `Акт № ${number}` }).waitFor();
}

test('an act is drawn up, decided by two and paid in parts; another is cancelled', async () => {
  const billing = await signedInPage(env, await makeBilling('iryna', 'Мельник Ірина'), 'desk', { path });
  const { page } = billing;
  await page.getByRole('link', { name: '461130' }).waitFor();
  await checkPage(page);
  await drawUp(page, 'С-17');
  await checkBothLooks(page);
  await turnInto(page, 'desk');
  const address = page.url();

  await press(page, 'Вручення й засідання');
  const served = addDays(today, -25);
  await dialogOf(page).getByLabel('Вручено').fill(served);
  await dialogOf(page).getByLabel('Засідання комісії').fill(addDays(served, 2));
  await send(page, 'Записати');
  await dialogOf(page)
    .getByRole('link', { name: /Від вручення до засідання має минути щонайменше \d+/ })
    .waitFor();
  await checkPage(page);
  await dialogOf(page).getByLabel('Засідання комісії').fill(addDays(served, 20));
  await send(page, 'Записати');
  await dialogOf(page).waitFor({ state: 'hidden' });

  // 2 kW × 24 h × 10 days = 480 kWh; × 4.32 = 2073.60, a sixth of it is 345.60.
  await press(page, 'Записати рішення');
  const decision = dialogOf(page);
  for (const [label, value] of [
    ['Номер протоколу', '17'],
    ['Період з', addDays(today, -20)],
    ['Період до', addDays(today, -11)],
    ['Потужність, Вт', '2000'],
    ['Ціна за кВт·год з ПДВ, грн', '4,32'],
    ['Причина', 'Протокол комісії № 17'],
  ] as const)
    await decision.getByLabel(label, { exact: true }).fill(value);
  await checkBothLooks(page);
  await turnInto(page, 'desk');
  await send(page, 'Порахувати');
  await decision.getByText('480\u00a0кВт·год').waitFor();
  await decision.getByText('345,60\u00a0грн').waitFor();
  await checkPage(page);
  await send(page, 'Передати на підтвердження');
  await page.getByText('Свій крок підтвердити не можна', { exact: false }).waitFor();
  expect(await page.getByRole('button', { name: 'Підтвердити крок' }).count()).toBe(0);
  await checkPage(page);

  const owner = await signedInPage(env, sampleSignIns.owner, 'phone', { path: `${path}?waiting=proposed` });
  await owner.page.getByRole('link', { name: 'С-17' }).click();
  await owner.page.getByText('Рішення чекає на підтвердження').waitFor();
  await checkPage(owner.page);
  await press(owner.page, 'Підтвердити крок');
  await owner.page.getByRole('button', { name: 'Поділити на частини' }).waitFor();
  await checkPage(owner.page);

  // Who prepared the decision has not loaded the page again: the step was confirmed since.
  await page.goto(address);
  await press(page, 'Поділити на частини');
  const parts = dialogOf(page);
  await parts.getByLabel('На скільки частин').fill('3');
  await parts.getByLabel('Перша до').fill(addDays(today, 3));
  await press(page, 'Поділити порівну');
  await parts.getByText('Сходиться', { exact: false }).waitFor();
  await parts.getByLabel('Частина 3: сума, грн').fill('600');
  await parts.getByText('бракує 91,20\u00a0грн', { exact: false }).waitFor();
  await parts.getByLabel('Причина').fill('Заява споживача');
  await checkBothLooks(page);
  await turnInto(page, 'desk');
  await send(page, 'Записати частини');
  await parts.getByRole('alert').getByText('Частини мають скласти рівно 2\u00a0073,60 грн').waitFor();
  await parts.getByLabel('Частина 3: сума, грн').fill('691,20');
  await send(page, 'Записати частини');
  await page.getByRole('region', { name: 'Сплата частинами за актом № С-17' }).waitFor();
  await checkBothLooks(page);
  await turnInto(page, 'desk');

  const customer = await signedInPage(env, sampleSignIns.personOfOne, 'phone');
  const visitor = customer.page;
  await openAsCustomer(visitor);
  const card = visitor.getByRole('region', { name: /^Акт № С-17/ });
  // The whole act is 2073.60 in three parts: asked for is the first, and all of it may be paid.
  await card.filter({ hasText: /До сплати за актом\s*691,20/ }).waitFor();
  await card.filter({ hasText: /Лишилося всього\s*2\s073,60/ }).waitFor();
  await card
    .getByText(`Найближча частина — 691,20\u00a0грн до ${formatDate(addDays(today, 3))}`, { exact: false })
    .waitFor();
  const schedule = visitor.getByRole('region', { name: 'Сплата частинами за актом № С-17' });
  expect(await schedule.getByText('ще не сплачено').count()).toBe(3);
  await checkPage(visitor);
  await payFor(visitor, 'С-17');
  await visitor.goto(`${env.product.url}/cabinet/person/docs/violations`);
  await schedule.getByText('сплачено', { exact: true }).waitFor();
  expect(await schedule.getByText('ще не сплачено').count()).toBe(2);
  await checkPage(visitor);

  await page.reload();
  await page.getByText(/^691,20\u00a0грн, /).waitFor();
  await checkPage(page);

  await page.goto(env.product.url + path);
  await drawUp(page, 'С-18');
  await press(page, 'Скасувати акт');
  await dialogOf(page).getByLabel('Причина').fill('Складено помилково');
  await send(page, 'Скасувати цей акт');
  await page.getByRole('group', { name: 'Дії з актом' }).waitFor({ state: 'hidden' });
  await page.getByText('Складено помилково', { exact: false }).waitFor();
  await checkPage(page);

  const operator = await signedInPage(env, sampleSignIns.operator, 'phone', { path });
  await operator.page.getByRole('link', { name: 'С-17' }).waitFor();
  expect(await operator.page.getByRole('button', { name: 'Скласти акт про порушення' }).count()).toBe(0);
  await checkPage(operator.page);
  await operator.page.getByRole('link', { name: 'С-17' }).click();
  await operator.page.getByText('Що робили з актом').waitFor();
  expect(await operator.page.getByRole('group', { name: 'Дії з актом' }).count()).toBe(0);
  await checkPage(operator.page);

  // The browser tells of the refusals itself.
  expect(billing.problems.filter((problem) => !/\b4(09|22)\b/.test(problem))).toEqual([]);
  expect([...owner.problems, ...customer.problems, ...operator.problems]).toEqual([]);
  for (const { context } of [billing, owner, customer, operator]) await context.close();
});

test('a billed act is cancelled by two: its papers are kept, and what was paid is an advance', async () => {
  const number = '461130';
  const customer = await signedInPage(env, sampleSignIns.personOfOne, 'phone');
  const visitor = customer.page;
  await openAsCustomer(visitor);
  await payFor(visitor, number, '1000');
  const before = await energyDebt(customer.token);

  const billing = await signedInPage(env, await makeBilling('solomiia', 'Гнатюк Соломія'), 'desk', {
    path: `${path}?number=${number}`,
  });
  const { page } = billing;
  await page.getByRole('link', { name: number }).click();
  await page.getByRole('heading', { name: `Акт № ${number}` }).waitFor();
  for (const [paper, fileName, words] of [
    ['Акт', `Акт-про-порушення-${account}-${number}.pdf`, `№ ${number}`],
    ['Розрахунок', `Розрахунок-за-актом-${account}-${number}.pdf`, 'Розрахунок за актом про порушення'],
    ['Рахунок', `Рахунок-за-актом-${account}-${number}.pdf`, 'До сплати 11 839,04 грн'],
  ] as const) {
    const kept = await keepPaper(page, paper);
    expect(kept).toMatchObject({ fileName, begins: '%PDF-' });
    expect(kept.words).toContain(words);
    expect(kept.words).toContain(account);
  }

  await press(page, 'Скасувати акт');
  await dialogOf(page).getByText('Скасування підтвердить інша людина', { exact: false }).waitFor();
  await dialogOf(page).getByLabel('Причина').fill('Рішення суду: порушення не було');
  await send(page, 'Скасувати цей акт');
  await page.getByText('Скасування чекає на підтвердження', { exact: true }).waitFor();
  expect(await page.getByRole('button', { name: 'Підтвердити крок' }).count()).toBe(0);
  await checkPage(page);

  const shown = visitor.getByRole('region', { name: new RegExp(`^Акт № ${number}`) });
  await openAsCustomer(visitor);
  await shown.getByRole('button', { name: /^Сплатити акт/ }).waitFor();
  expect(await energyDebt(customer.token)).toBe(before);

  const owner = await signedInPage(env, sampleSignIns.owner, 'phone', { path: `${path}?waiting=proposed` });
  await owner.page.getByRole('link', { name: number }).click();
  await owner.page.getByText('Скасування чекає на підтвердження', { exact: true }).waitFor();
  await press(owner.page, 'Підтвердити крок');
  await owner.page.getByRole('group', { name: 'Дії з актом' }).waitFor({ state: 'hidden' });
  await owner.page
    .getByRole('listitem')
    .filter({ hasText: 'Стало авансом за електроенергію' })
    .getByText('1\u00a0000,00\u00a0грн', { exact: true })
    .waitFor();
  await checkPage(owner.page);

  await openAsCustomer(visitor);
  await shown.getByText('скасовано', { exact: true }).waitFor();
  expect(await shown.getByRole('button', { name: /^Сплатити акт/ }).count()).toBe(0);
  await checkPage(visitor);
  // 1000.00 of the act is off what is owed for energy.
  expect(await energyDebt(customer.token)).toBe(before - 100_000);
  await visitor.goto(`${env.product.url}/cabinet/person?account=${account}`);
  await waitUntilIdle(visitor);
  await checkPage(visitor);

  expect([...billing.problems, ...owner.problems, ...customer.problems]).toEqual([]);
  for (const { context } of [billing, owner, customer]) await context.close();
});
