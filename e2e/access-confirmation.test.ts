import { type Browser, expect, type Page, test } from '@playwright/test';
import pg from 'pg';
import { checkPage } from '#e2e/support/page/check-page.ts';
import { signedInPage } from '#e2e/support/page/signed-in-page.ts';
import { waitUntilIdle } from '#e2e/support/page/visit.ts';
import { type OwnTestEnvironment, startTestEnvironment } from '#e2e/support/product/test-environment.ts';
import { sampleSignIns } from './support/sample-users.ts';

const aparts = '/cabinet/person/settings/aparts';
const holderPhone = '+380501110001';

/** The product of a supplier that wants a confirmation, which is read before anybody comes. */
async function openConfirming(browser: Browser, confirmation: string): Promise<OwnTestEnvironment> {
  const env = await startTestEnvironment(browser);
  const database = new pg.Client({ connectionString: env.product.databaseUrl });
  await database.connect();
  await database.query(`update billing.supplier set rules = rules || $1`, [{ access: { confirmation } }]);
  await database.end();
  return env;
}

/** Types what stands on a bill. */
async function addByBill(page: Page, account: string, code: string) {
  await page.getByLabel('Номер особового рахунку').fill(account);
  await page.getByLabel('Код об’єкта').fill(code);
  await page.getByRole('button', { name: 'Додати об’єкт' }).last().press('Enter');
}

test.describe('an account of a supplier that wants a code to the phone of the contract', () => {
  let env: OwnTestEnvironment;
  test.beforeAll(async ({ browser }) => {
    env = await openConfirming(browser, 'contractPhone');
  });
  test.afterAll(() => env.close());

  test('is added with that code, and not with another', async () => {
    const { page, problems, context } = await signedInPage(env, sampleSignIns.personOfNone, 'phone', {
      path: '/cabinet/person/add-apart',
    });
    await addByBill(page, '2390001111', 'SV2T1111');
    await page.getByText('вказаний у договорі о/р 2390001111').waitFor();
    const code = page.locator('#confirmation');
    await expect.poll(() => code.evaluate((field) => field === document.activeElement)).toBe(true);
    await checkPage(page);
    await code.press('Enter');
    await page.getByRole('link', { name: 'Код — 4 символи з SMS' }).waitFor();
    const sent = await env.codeTo(holderPhone);
    await code.fill(sent === '2345' ? '2346' : '2345');
    await code.press('Enter');
    await page.getByRole('link', { name: /^Невірний код/ }).waitFor();
    await checkPage(page);
    await code.fill(sent);
    await code.press('Enter');
    await page.waitForURL(/\/cabinet\/person(?!\/add-apart)/);
    await waitUntilIdle(page);
    await page.getByText('Об’єкт додано: о/р 2390001111.').waitFor();
    expect(problems.filter((problem) => !problem.includes('422'))).toEqual([]);
    await context.close();
  });
});

test.describe('an account of a supplier that wants the consent of its holder', () => {
  let env: OwnTestEnvironment;
  test.beforeAll(async ({ browser }) => {
    env = await openConfirming(browser, 'firstHolder');
  });
  test.afterAll(() => env.close());

  test('waits until the holder, who sees who asks, allows it', async () => {
    const { page, problems, context } = await signedInPage(env, sampleSignIns.personOfNone, 'phone', {
      path: '/cabinet/person/add-apart',
    });
    for (const [account, code] of [
      ['2390001111', 'SV2T1111'],
      ['2390001112', 'SV1T1112'],
    ] as const) {
      await addByBill(page, account, code);
      await page.getByText(`Запит про о/р ${account} надіслано`).waitFor();
      expect(await page.getByLabel('Номер особового рахунку').inputValue()).toBe('');
    }
    await checkPage(page);
    await page.goto(env.product.url + aparts);
    await waitUntilIdle(page);

    const holder = await signedInPage(env, sampleSignIns.personOfThree, 'phone', { path: aparts });
    const cardOf = (account: string) =>
      holder.page.getByRole('listitem').filter({ hasText: `о/р ${account}` });
    for (const account of ['2390001111', '2390001112']) {
      await cardOf(account).getByText('Хто має доступ').press('Enter');
      await cardOf(account).getByText('Просять доступ').waitFor();
    }
    await waitUntilIdle(holder.page);
    await checkPage(holder.page);
    await cardOf('2390001111')
      .getByRole('button', { name: /^Дозволити/ })
      .press('Enter');
    await cardOf('2390001111').getByText('Просять доступ').waitFor({ state: 'detached' });
    await cardOf('2390001112')
      .getByRole('button', { name: /^Відмовити/ })
      .press('Enter');
    await cardOf('2390001112').getByText('Просять доступ').waitFor({ state: 'detached' });
    await checkPage(holder.page);
    expect(holder.problems).toEqual([]);
    await holder.context.close();

    await page.goto(env.product.url + aparts);
    await page.getByRole('listitem').filter({ hasText: 'о/р 2390001111' }).first().waitFor();
    await waitUntilIdle(page);
    expect(await page.getByText('о/р 2390001112').count()).toBe(0);
    expect(problems).toEqual([]);
    await context.close();
  });
});
