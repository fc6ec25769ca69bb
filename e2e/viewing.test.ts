import { randomUUID } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { checkPage } from '#e2e/support/page/check-page.ts';
import { signedInPage } from '#e2e/support/page/signed-in-page.ts';
import { openToldAction } from '#e2e/support/page/told-action.ts';
import { turnInto, waitUntilIdle } from '#e2e/support/page/visit.ts';
import { type OwnTestEnvironment, startTestEnvironment } from '#e2e/support/product/test-environment.ts';
import { callProduct } from './support/call-product.ts';
import { samplePassword, sampleSignIns } from './support/sample-users.ts';
import { signInByCall } from './support/sign-in-by-call.ts';

const reason = 'Клієнт питає, чому сума завелика';

let env: OwnTestEnvironment;
test.beforeAll(async ({ browser }) => {
  env = await startTestEnvironment(browser);
});
test.afterAll(() => env.close());

test('the owner sees a cabinet as its customer in a tab of its own, changes nothing, ends; the customer reads who did and why', async () => {
  const { url } = env.product;
  const { user, accounts } = await signInByCall(url, sampleSignIns.personOfOne);
  const account = accounts[0]?.account ?? '';
  const { ticket } = await callProduct(url, '/api/tickets/create', {
    token: user.token,
    account,
    topicId: 'other',
    title: 'Сума завелика',
    text: 'Чому так багато?',
    fields: [],
    fileIds: [],
    requestId: randomUUID(),
  });
  const { id } = ticket as { id: string };

  const path = `/cabinet/admin/management/desk?account=${account}&id=${id}`;
  const staff = await signedInPage(env, sampleSignIns.owner, 'desk', { path });
  await staff.page.getByRole('button', { name: 'Дивитися як клієнт' }).click();
  const form = staff.page.getByRole('dialog', { name: 'Кабінет очима клієнта' });
  await form.getByLabel('Причина').fill(reason);
  await checkPage(staff.page);
  const opening = staff.context.waitForEvent('page');
  await form.getByRole('button', { name: 'Відкрити кабінет' }).click();
  const tab = await opening;
  await tab.waitForURL('**/cabinet/person');
  const banner = tab.getByRole('region', { name: 'Перегляд кабінету клієнта' });
  await banner.getByText(reason).waitFor();
  await waitUntilIdle(tab);
  await checkPage(tab);

  // A load of the page and another one keep the viewing, and the tab of the staff its own session.
  await tab.goto(`${url}/cabinet/person/indication?account=${account}`);
  await banner.getByText(/^Ще 2\d хв$/).waitFor();
  await tab
    .getByRole('textbox', { name: /^Показання|^День|^Усього/ })
    .first()
    .fill('45025');
  const submit = tab.getByRole('button', { name: 'Передати показання' });
  await expect(submit).toBeDisabled();
  expect(await submit.getAttribute('title')).toBe('Вимкнено: ви лише переглядаєте кабінет клієнта.');
  await turnInto(tab, 'phone');
  await checkPage(tab);

  await staff.page.reload();
  await staff.page.getByRole('button', { name: 'Дивитися як клієнт' }).waitFor();
  const token = await tab.evaluate(
    () => JSON.parse(sessionStorage.getItem('svitlo.cabinet') ?? '{}').session.token as string,
  );
  const closed = tab.waitForEvent('close');
  await banner.getByRole('button', { name: 'Завершити перегляд' }).click();
  await closed;
  const left = await callProduct(url, '/api/profile/get', { token });
  expect(left.code).toBe('common.sessionEnded');
  const told = { login: 'owner', who: 'Ткачук Оксана Романівна' };
  const names = ['Чий кабінет+380501110003', `Хто переглядає${told.who}`];
  await openToldAction(staff.page, url, {
    ...told,
    what: 'Перегляд кабінету клієнта',
    says: [...names, `Причина: ${reason}`],
  });
  await checkPage(staff.page);
  await openToldAction(staff.page, url, {
    ...told,
    what: 'Кінець перегляду кабінету клієнта',
    says: [...names, `Причина${reason}`],
  });
  await checkPage(staff.page);
  expect(staff.problems).toEqual([]);
  await staff.context.close();

  const settings = { path: '/cabinet/person/settings/account' };
  const customer = await signedInPage(env, sampleSignIns.personOfOne, 'phone', settings);
  const seen = customer.page.getByRole('listitem').filter({ hasText: reason });
  await seen.getByText(/^Працівник .+ переглядав ваш кабінет$/).waitFor();
  await checkPage(customer.page);
  expect(customer.problems).toEqual([]);
  await customer.context.close();
});

test('an operator with a second factor is asked for a code before a viewing, in the dialog of the reason', async () => {
  const { url } = env.product;
  const { user } = await signInByCall(url, sampleSignIns.personOfThree);
  const path = `/cabinet/admin/management/customers/${user.userId}`;
  const staff = await signedInPage(env, sampleSignIns.operator, 'phone', { path });
  // The factor was proven where it was set up, not in the session of this browser.
  const { token } = (await signInByCall(url, sampleSignIns.operator)).user;
  const method = 'totp';
  const begun = await callProduct(url, '/api/second-factor/begin', {
    token,
    method,
    password: samplePassword,
  });
  const codes = new TOTP({ secret: Secret.fromBase32(String(begun.secret)) });
  const code = codes.generate({ timestamp: Date.now() - 30_000 });
  const enabled = await callProduct(url, '/api/second-factor/enable', { token, method, code });
  expect(enabled.status).toBe('success');

  await staff.page.getByRole('button', { name: 'Дивитися як клієнт' }).click();
  const form = staff.page.getByRole('dialog', { name: 'Кабінет очима клієнта' });
  await form.getByLabel('Причина').fill(reason);
  const open = form.getByRole('button', { name: 'Відкрити кабінет' });
  await open.click();
  const field = form.getByLabel('Код підтвердження входу');
  await form.getByRole('alert').getByText('Підтвердьте, що це ви').waitFor();
  await checkPage(staff.page);
  await turnInto(staff.page, 'desk');
  await checkPage(staff.page);
  expect(await form.getByLabel('Причина').inputValue()).toBe(reason);

  await field.fill('000000');
  await open.click();
  await form.getByRole('alert').getByText('Невірний код').waitFor();
  await field.fill(codes.generate());
  const opening = staff.context.waitForEvent('page');
  await open.click();
  const tab = await opening;
  await tab.waitForURL('**/cabinet/person');
  await tab.getByRole('region', { name: 'Перегляд кабінету клієнта' }).getByText(reason).waitFor();
  await staff.context.close();
});
