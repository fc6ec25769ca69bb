import { expect, test } from '@playwright/test';
import { checkPage } from '#e2e/support/page/check-page.ts';
import { signedInPage } from '#e2e/support/page/signed-in-page.ts';
import { turnInto } from '#e2e/support/page/visit.ts';
import {
  createProductClock,
  nextWorkingNoon,
  type ProductClock,
} from '#e2e/support/product/product-clock.ts';
import { startTestEnvironment, type TestEnvironment } from '#e2e/support/product/test-environment.ts';
import { sampleSignIns } from '#e2e/support/sample-users.ts';

let env: TestEnvironment;
let clock: ProductClock;
test.beforeAll(async ({ browser }) => {
  clock = await createProductClock(nextWorkingNoon());
  env = await startTestEnvironment(browser, clock.environment);
});
test.afterAll(async () => {
  await env.close();
  await clock.remove();
});

const question = 'Чому рахунок за жовтень більший?';
const reply = 'Було менше світлових днів, показання правильні.';

test('what a customer writes without a network is sent once it is back; the operator answers, and both see what was read', async () => {
  const customer = await signedInPage(env, sampleSignIns.personOfOne, 'phone', { path: '/cabinet/person' });
  const { page, context } = customer;
  await page.getByRole('button', { name: 'Чат' }).click();
  const chat = page.getByRole('dialog', { name: 'Чат з оператором' });
  await chat.getByText('На зв’язку до').waitFor();
  await checkPage(page);

  await context.setOffline(true);
  await chat.getByText('Немає мережі.').waitFor();
  await chat.getByLabel('Ваше повідомлення').last().fill(question);
  await chat.getByRole('button', { name: 'Надіслати' }).click();
  await chat.getByText('чекає мережі').waitFor();
  await checkPage(page);
  await context.setOffline(false);
  await chat.getByText('надіслано').waitFor();
  await expect(chat.getByText(question)).toHaveCount(1);

  const staff = await signedInPage(env, sampleSignIns.operator, 'desk', {
    path: '/cabinet/admin/management/desk',
  });
  await staff.page
    .getByRole('button', { name: new RegExp(question.slice(0, 20)) })
    .first()
    .click();
  await staff.page.getByText(question).first().waitFor();
  await chat.getByText('прочитано').waitFor();
  await staff.page.getByLabel('Текст відповіді').fill(reply);
  await staff.page.keyboard.press('Control+Enter');
  await staff.page.getByText('Надіслано.').waitFor();
  await chat.getByText(reply).waitFor();
  await checkPage(page);

  await page.keyboard.press('Escape');
  await expect(chat).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Чат' })).toBeFocused();
  await turnInto(page, 'desk');
  await page.keyboard.press('Enter');
  await chat.getByText(reply).waitFor();
  await expect(chat.getByRole('textbox')).toBeFocused();
  await chat.getByRole('button', { name: 'Мій баланс' }).click();
  await chat.getByText('Автоматична довідка').waitFor();
  await checkPage(page);
  expect([
    ...customer.problems.filter((problem) => !/ERR_INTERNET_DISCONNECTED/.test(problem)),
    ...staff.problems,
  ]).toEqual([]);
  await staff.context.close();
  await context.close();
});
