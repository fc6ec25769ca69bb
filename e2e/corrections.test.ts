import { expect, test } from '@playwright/test';
import { checkPage } from '#e2e/support/page/check-page.ts';
import { checkBothLooks } from '#e2e/support/page/narrow-look.ts';
import { signedInPage } from '#e2e/support/page/signed-in-page.ts';
import { turnInto } from '#e2e/support/page/visit.ts';
import { type OwnTestEnvironment, startTestEnvironment } from '#e2e/support/product/test-environment.ts';
import { callProduct } from './support/call-product.ts';
import { createAdministrator } from './support/create-administrator.ts';
import { adminBy, sampleSignIns } from './support/sample-users.ts';
import { signInByCall } from './support/sign-in-by-call.ts';

const account = '2390001111';
const page = { path: '/cabinet/admin/payments' };

let env: OwnTestEnvironment;

test.beforeAll(async ({ browser }) => {
  env = await startTestEnvironment(browser);
  await createAdministrator(env.product, 'keeper', ['--role', 'billing', '--phone', '+380501130009']);
});
test.afterAll(() => env.close());

/** What the customer owes, in hryvnias; below zero: what is paid in advance. */
async function debtOf(token: string): Promise<number> {
  const { balance } = await callProduct(env.product.url, '/api/person/itm_balance', { token, account });
  const { debet, credit } = balance as Record<string, string>;
  return Math.round((Number(debet) - Number(credit)) * 100) / 100;
}

for (const device of ['phone', 'desk'] as const) {
  test(`a debt is corrected with a reason, a large sum by two administrators: ${device}`, async () => {
    const customer = (await signInByCall(env.product.url, sampleSignIns.personOfThree)).user.token;
    const before = await debtOf(customer);
    const clerk = await signedInPage(env, adminBy('keeper'), device, page);
    const section = clerk.page.getByRole('region', { name: 'Виправлення боргу' });
    await section.getByText('Зараз жодне виправлення не чекає.').waitFor();
    await checkPage(clerk.page);

    await section.getByRole('button', { name: 'Виправити борг рахунку' }).press('Enter');
    const dialog = clerk.page.getByRole('dialog', { name: 'Виправити борг рахунку' });
    await clerk.page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    // The focus is back on the button that opened it.
    await clerk.page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Виправити', exact: true }).press('Enter');
    await dialog.getByText('Рахунок має 10 цифр.').waitFor();
    await checkPage(clerk.page);
    await dialog.getByLabel('Рахунок').fill('2399999999');
    await dialog.getByLabel('Сума, грн').fill('12,50');
    await dialog.getByLabel('Причина').fill('Помилка оператора');
    await dialog.getByRole('button', { name: 'Збільшити борг' }).press('Enter');
    await dialog.getByRole('button', { name: 'Виправити', exact: true }).press('Enter');
    await dialog.getByText('Нічого не знайдено').waitFor();
    expect(await debtOf(customer)).toBe(before);

    await dialog.getByLabel('Рахунок').fill(account);
    await dialog.getByRole('button', { name: 'Виправити', exact: true }).press('Enter');
    await section.getByText(/^Виправлення проведено\./).waitFor();
    expect(await debtOf(customer)).toBe(before + 12.5);

    await section.getByRole('button', { name: 'Виправити борг рахунку' }).press('Enter');
    await dialog.getByLabel('Рахунок').fill(account);
    await dialog.getByLabel('Сума, грн').fill('1 000,01');
    await dialog.getByLabel('Причина').fill('Рішення суду');
    await dialog.getByRole('button', { name: 'Виправити', exact: true }).press('Enter');
    await section.getByText('Ваше виправлення вирішує інший адміністратор.').waitFor();
    await checkPage(clerk.page);
    expect(await debtOf(customer)).toBe(before + 12.5);
    expect(clerk.problems.filter((problem) => !problem.includes('404'))).toEqual([]);
    await clerk.context.close();

    const owner = await signedInPage(env, sampleSignIns.owner, device, page);
    const waiting = owner.page.getByRole('region', { name: 'Виправлення боргу' });
    await waiting.getByText('Рішення суду').waitFor();
    await checkPage(owner.page);
    await waiting.getByRole('button', { name: 'Підтвердити' }).press('Enter');
    const question = owner.page.getByRole('dialog', { name: 'Підтвердити виправлення?' });
    await checkPage(owner.page);
    await question.getByRole('button', { name: 'Підтвердити' }).press('Enter');
    await waiting.getByText('Зараз жодне виправлення не чекає.').waitFor();
    expect(await debtOf(customer)).toBeCloseTo(before + 12.5 - 1000.01, 2);
    expect(owner.problems).toEqual([]);
    await owner.context.close();
  });
}

test('an entry is taken back on the card of its account, a large one by two', async () => {
  const customer = (await signInByCall(env.product.url, sampleSignIns.personOfThree)).user.token;
  const card = { path: `/cabinet/admin/management/accounts/${account}` };
  const clerk = await signedInPage(env, adminBy('keeper'), 'desk', card);
  const entries = clerk.page.getByRole('table', { name: 'Борг і записи' });
  const before = await debtOf(customer);

  // The correction of 12.50 of the first test.
  const small = entries.getByRole('row', { name: /Помилка оператора/ }).first();
  await small.getByRole('button', { name: /^Сторнувати: Виправлення працівником/ }).press('Enter');
  const dialog = clerk.page.getByRole('dialog', { name: 'Сторнувати запис' });
  await dialog.getByText(/борг зменшиться на 12,50\sгрн/).waitFor();
  await checkBothLooks(clerk.page);
  await turnInto(clerk.page, 'desk');
  await dialog.getByLabel('Причина').fill('Виправлено двічі');
  await dialog.getByRole('button', { name: 'Сторнувати', exact: true }).press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await entries.getByRole('row', { name: /Сторно.*Виправлено двічі/ }).waitFor();
  await expect(small.locator('del')).toHaveCount(1);
  expect(await debtOf(customer)).toBeCloseTo(before - 12.5, 2);
  await checkBothLooks(clerk.page);
  await turnInto(clerk.page, 'desk');

  // 1000.01 is above the limit of who asks.
  const large = entries.getByRole('row', { name: /Рішення суду/ }).first();
  await large.getByRole('button', { name: /^Сторнувати/ }).press('Enter');
  await dialog.getByText(/борг збільшиться на 1\s000,01\sгрн/).waitFor();
  await dialog.getByLabel('Причина').fill('Рішення скасовано');
  await dialog.getByRole('button', { name: 'Сторнувати', exact: true }).press('Enter');
  await clerk.page.getByText('сторно чекає на другого адміністратора', { exact: false }).waitFor();
  expect(await debtOf(customer)).toBeCloseTo(before - 12.5, 2);
  expect(clerk.problems).toEqual([]);
  await clerk.context.close();

  const owner = await signedInPage(env, sampleSignIns.owner, 'phone', page);
  const waiting = owner.page.getByRole('region', { name: 'Виправлення боргу' });
  await waiting.getByText('Рішення скасовано').waitFor();
  await waiting.getByRole('button', { name: 'Підтвердити' }).press('Enter');
  const question = owner.page.getByRole('dialog', { name: 'Підтвердити виправлення?' });
  await question.getByRole('button', { name: 'Підтвердити' }).press('Enter');
  await waiting.getByText('Зараз жодне виправлення не чекає.').waitFor();
  expect(await debtOf(customer)).toBeCloseTo(before - 12.5 + 1000.01, 2);
  expect(owner.problems).toEqual([]);
  await owner.context.close();
});
