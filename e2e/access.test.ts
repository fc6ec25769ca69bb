import { expect, type Page, test } from '@playwright/test';
import { checkPage } from '#e2e/support/page/check-page.ts';
import { signedInPage } from '#e2e/support/page/signed-in-page.ts';
import { waitUntilIdle } from '#e2e/support/page/visit.ts';
import { startTestEnvironment, type TestEnvironment } from '#e2e/support/product/test-environment.ts';
import { callProduct } from './support/call-product.ts';
import { sampleSignIns } from './support/sample-users.ts';
import { signInByCall } from './support/sign-in-by-call.ts';

const aparts = '/cabinet/person/settings/aparts';
const account = '2390001111';
const code = 'SV2T1111';

let env: TestEnvironment;
test.beforeAll(async ({ browser }) => {
  env = await startTestEnvironment(browser);
});
test.afterAll(() => env.close());

const cardOf = (page: Page) => page.getByRole('listitem').filter({ hasText: `о/р ${account}` });

/** Opens who has the object, by the keyboard. */
async function openAccess(page: Page) {
  const card = cardOf(page);
  await card.getByText('Хто має доступ').press('Enter');
  await card.getByText('Мають цей рахунок у кабінеті').waitFor();
  await waitUntilIdle(page);
  return card;
}

/** Somebody who has seen a bill adds its account. */
async function addByBill() {
  const { user } = await signInByCall(env.product.url, sampleSignIns.personOfNone);
  return callProduct(env.product.url, '/api/post-add-objects', { token: user.token, account, code });
}

test.describe('who has access to an object', () => {
  test('is shown to the holder of the contract, who ends the access of another and sees the new code', async () => {
    expect((await addByBill()).status).toBe('success');
    const { page, problems, context } = await signedInPage(env, sampleSignIns.personOfThree, 'phone', {
      path: aparts,
    });
    const card = await openAccess(page);
    await card.getByText('споживач за договором').waitFor();
    await card.getByText('+380 50 ••• •• 02').waitFor();
    await card.getByText(code).waitFor();
    await checkPage(page);
    await card.getByRole('button', { name: /^Припинити доступ/ }).press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Код для додавання рахунку стане іншим').waitFor();
    await checkPage(page);
    await dialog.getByRole('button', { name: 'Припинити доступ' }).press('Enter');
    await card.getByText('Більше ніхто не має цього рахунку в кабінеті.').waitFor();
    await card.getByRole('button', { name: 'Змінити код' }).press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Змінити код' }).press('Enter');
    await card.getByText('буде надрукований на наступному рахунку').waitFor();
    expect(await card.getByText(code).count()).toBe(0);
    await checkPage(page);
    expect(problems).toEqual([]);
    await context.close();
    expect(await addByBill()).toMatchObject({ status: 'fail', code: 'accounts.codeMismatch' });
  });

  test('the phone of the contract is notified when somebody gets access by the code of a bill', async () => {
    const other = await signInByCall(env.product.url, sampleSignIns.personOfNone);
    const added = await callProduct(env.product.url, '/api/post-add-objects', {
      token: other.user.token,
      account: '2390001112',
      code: 'SV1T1112',
    });
    expect(added.status).toBe('success');
    const outbox = `${env.product.url}/dev/outbox?to=%2B380501110001`;
    await expect
      .poll(async () => (await fetch(outbox, { headers: { accept: 'application/json' } })).text(), {
        timeout: 30_000,
      })
      .toContain('о/р 2390001112 додано в кабінет +380 50 ••• •• 02');
  });
});
