import { expect, test } from '@playwright/test';
import { checkPage } from '#e2e/support/page/check-page.ts';
import { signedInPage } from '#e2e/support/page/signed-in-page.ts';
import { waitUntilIdle } from '#e2e/support/page/visit.ts';
import { startTestEnvironment, type TestEnvironment } from '#e2e/support/product/test-environment.ts';
import { newId } from '#platform/uuid.ts';
import { callProduct } from './support/call-product.ts';
import { until } from './support/paying-client.ts';
import { sampleSignIns } from './support/sample-users.ts';
import { signInByCall } from './support/sign-in-by-call.ts';

const account = '2390001111';
const sum = '100.00';

let env: TestEnvironment;

test.beforeAll(async ({ browser }) => {
  env = await startTestEnvironment(browser, { SANDBOX_LANDING_SECONDS: '0' });
});
test.afterAll(() => env.close());

/** What the customer owes or has over, and what is on its way, as the cabinet shows it. */
async function balanceOf(token: string): Promise<object> {
  const { balance } = await callProduct(env.product.url, '/api/person/itm_balance', { token, account });
  const { debet, credit, inTransit } = balance as Record<string, string>;
  return { debet, credit, inTransit };
}

/** A customer pays through the test bank; answers the number of the order. */
async function payOrder(token: string): Promise<string> {
  const { url } = env.product;
  const asked = { token, account, provider: 'liqpay', purpose: 'energy', sum, requestId: newId() };
  const { payUrl, payment } = await callProduct(url, '/api/payments/start', asked);
  const pressed = await fetch(url + String(payUrl), {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'decision=paid',
  });
  expect(pressed.status).toBe(303);
  return String(Reflect.get(Object(payment), 'orderId'));
}

test('money that landed goes back to who paid it, with a reason, and is owed as before', async () => {
  const { token } = (await signInByCall(env.product.url, sampleSignIns.personOfThree)).user;
  const before = await balanceOf(token);
  const order = await payOrder(token);
  const staff = await signedInPage(env, sampleSignIns.owner, 'desk', { path: '/cabinet/admin/payments' });
  const { page, problems } = staff;
  await until('the money has landed', async () => {
    const { payments } = await callProduct(env.product.url, '/api/admin/payments/find', {
      token: staff.token,
      query: order,
    });
    return JSON.stringify(payments).includes('"state":"matched"');
  });
  const paid = await balanceOf(token);
  expect(paid).not.toEqual(before);
  expect(paid).toMatchObject({ inTransit: Reflect.get(before, 'inTransit') });

  await page.getByLabel('Рахунок, замовлення або номер платіжного сервісу').fill('2390001111-000000-1');
  await page.getByRole('button', { name: 'Знайти', exact: true }).click();
  await page.getByText('За цим номером оплат немає').waitFor();
  await checkPage(page);
  await page.getByLabel('Рахунок, замовлення або номер платіжного сервісу').fill(order);
  await page.getByRole('button', { name: 'Знайти', exact: true }).click();
  const found = page.getByRole('listitem', { name: /^100,00/ });
  await found.getByText('Шлях оплати').click();
  await found.getByRole('list', { name: 'Що сказав сервіс' }).first().waitFor();
  await checkPage(page);

  await found.getByRole('button', { name: /^Повернути гроші/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Повернути гроші платнику?' });
  await dialog.getByText(/всю суму замовлення, 100,00/).waitFor();
  await dialog.getByRole('button', { name: 'Повернути', exact: true }).click();
  await dialog.getByText('Напишіть причину.').waitFor();
  await checkPage(page);
  expect(await balanceOf(token)).toEqual(paid);
  await dialog.getByLabel('Причина').fill('Сплачено двічі');
  await dialog.getByRole('button', { name: 'Повернути', exact: true }).click();

  await page.getByText('Гроші повернено платнику.').waitFor();
  await dialog.waitFor({ state: 'detached' });
  await found.getByText('повернуто платнику').first().waitFor();
  await found.getByText(/^Повернення замовлено .+: Сплачено двічі$/).waitFor();
  expect(await found.getByRole('button', { name: /^Повернути гроші/ }).count()).toBe(0);
  await checkPage(page);
  expect(await balanceOf(token)).toEqual(before);
  expect(problems).toEqual([]);
  await staff.context.close();
});

test('an operator of tickets sees a payment and gives nothing back', async () => {
  const path = `/cabinet/admin/payments?q=${account}`;
  const { page, problems, context } = await signedInPage(env, sampleSignIns.operator, 'phone', { path });
  await page.getByText(/^Знайдено оплат: \d+$/).waitFor();
  await waitUntilIdle(page);
  expect(await page.getByRole('button', { name: /^Повернути гроші/ }).count()).toBe(0);
  await checkPage(page);
  expect(problems).toEqual([]);
  await context.close();
});
