import { expect, test } from '@playwright/test';
import pg from 'pg';
import sharp from 'sharp';
import type { Instant } from '#domain/time/instant.ts';
import { callProduct } from '#e2e/support/call-product.ts';
import { retryUntilDone } from '#e2e/support/outbox-code.ts';
import { checkPage } from '#e2e/support/page/check-page.ts';
import { chooseObject } from '#e2e/support/page/choose-object.ts';
import { signedInPage } from '#e2e/support/page/signed-in-page.ts';
import { turnInto } from '#e2e/support/page/visit.ts';
import {
  createProductClock,
  nextWorkingNoon,
  type ProductClock,
} from '#e2e/support/product/product-clock.ts';
import { type OwnTestEnvironment, startTestEnvironment } from '#e2e/support/product/test-environment.ts';
import { sampleSignIns } from '#e2e/support/sample-users.ts';

const account = '2390001130';
const mailbox = 'oksana@poshta.example';
const desk = '/cabinet/admin/management/desk';
const noon = nextWorkingNoon();

let env: OwnTestEnvironment;
let clock: ProductClock;
test.beforeAll(async ({ browser }) => {
  clock = await createProductClock(noon);
  env = await startTestEnvironment(browser, clock.environment);
  // A customer without a mailbox gets no letter.
  const database = new pg.Client({ connectionString: env.product.databaseUrl });
  await database.connect();
  await database.query(
    `update portal.identity set email = $1, email_confirmed_at = now() where phone = '+380501110003'`,
    [mailbox],
  );
  await database.end();
});
test.afterAll(async () => {
  await env.close();
  await clock.remove();
});

/** Waits until a letter to the customer has these words. */
const waitForLetter = (words: string) =>
  retryUntilDone(
    async () => {
      const headers = { accept: 'application/json' };
      const outbox = await (await fetch(`${env.product.url}/dev/outbox?to=${mailbox}`, { headers })).text();
      expect(outbox).toContain(words);
    },
    { timeout: 20_000, interval: 200 },
  );

test('a household writes about its bill with a photo of 48 megapixels; the operator answers from a template by keyboard, and the household reads, rates and closes it', async () => {
  await chooseObject(env.product.url, sampleSignIns.personOfOne, account);
  const path = '/cabinet/person/tickets?part=new&topic=billCheck';
  const customer = await signedInPage(env, sampleSignIns.personOfOne, 'phone', { path });
  await customer.page.getByText('Хто вирішує: постачальник').waitFor();
  await customer.page.getByLabel('Розкажіть докладніше').fill('Перевірте показання за жовтень.');
  const photo = await sharp({ create: { width: 8000, height: 6000, channels: 3, background: '#8fa' } })
    .jpeg({ quality: 40 })
    .toBuffer();
  const sent = customer.page.waitForRequest('**/api/tickets/add-file');
  const input = customer.page.getByLabel('Додати файл');
  // A camera alone would leave out the photos that there are.
  expect(await input.getAttribute('capture')).toBeNull();
  await input.setInputFiles({ name: 'лічильник.jpg', mimeType: 'image/jpeg', buffer: photo });
  // The browser has reduced it.
  expect((await sent).postDataBuffer()?.length ?? 0).toBeLessThan(photo.length);
  await customer.page.getByText('лічильник.jpg').waitFor();
  await checkPage(customer.page);
  await customer.page.getByRole('button', { name: 'Надіслати' }).click();
  const said = await customer.page
    .getByText(/Звернення № \d+ зареєстровано\. Відповідь надамо до/)
    .innerText();
  const [, number = '', dueOn = ''] = /№ (\d+) .* до (\d\d\.\d\d\.\d{4})/.exec(said) ?? [];
  await expect(customer.page.getByRole('img', { name: 'лічильник.jpg' })).toBeVisible();
  await checkPage(customer.page);
  await waitForLetter(`Звернення № ${number} зареєстровано.`);
  // Of a conversation the customer is notified once in ten minutes.
  clock.set((noon + 11 * 60_000) as Instant);

  const staff = await signedInPage(env, sampleSignIns.operator, 'desk', { path: desk });
  const { page } = staff;
  await page.getByRole('list', { name: 'Черга' }).waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type(number);
  await page.getByText(`№ ${number}`).first().waitFor();
  // Until what was typed has narrowed the queue.
  await expect(page.locator('[data-row]')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await page.getByText(`Відповісти до ${dueOn}`).waitFor();
  await page.getByRole('img', { name: 'лічильник.jpg' }).waitFor();
  await page.getByRole('heading', { level: 3, name: 'Рахунки', exact: true }).waitFor();
  await checkPage(page);

  await page.keyboard.press('n');
  await page.getByLabel('Текст нотатки').fill('СЛУЖБОВЕ: клієнт дзвонив двічі');
  await page.keyboard.press('Control+Enter');
  await page.getByText('Нотатку додано.').waitFor();
  await page.getByRole('button', { name: 'Відповідь клієнтові' }).click();
  await page.getByLabel('Шаблон').selectOption({ label: 'Рахунок правильний' });
  const field = page.getByLabel('Текст відповіді');
  await expect(field).toHaveValue(new RegExp(account));
  // The sign-in of the sample has no name: that of the account's customer stands in.
  await expect(field).toHaveValue(/^Вітаємо, [А-ЯІЇЄҐ]/);
  await expect(field).not.toHaveValue(/\{\{/);
  const answer = (await field.inputValue()).split('\n')[0] ?? '';
  await field.focus();
  await page.keyboard.press('Escape');
  await page.keyboard.press('r');
  await expect(field).toBeFocused();
  await page.keyboard.press('Control+Enter');
  await page.getByText('Надіслано.').waitFor();
  await page.locator('article header').getByText('відповідь надано').waitFor();
  await turnInto(page, 'phone');
  await checkPage(page);
  await staff.context.close();

  await waitForLetter(`На звернення № ${number} надано відповідь.`);
  const article = customer.page.getByRole('article');
  await article.getByText(answer).waitFor();
  expect(await customer.page.getByText('СЛУЖБОВЕ').count()).toBe(0);
  await article.getByText('Відповідь надано').first().waitFor();
  await article.getByRole('radio', { name: 'Добре' }).check();
  await customer.page.getByRole('radio', { name: 'Так', exact: true }).check();
  await customer.page.getByRole('button', { name: 'Оцінити відповідь' }).click();
  await customer.page.getByText('Ваша оцінка: Добре').waitFor();
  await checkPage(customer.page);
  const close = customer.page.getByRole('button', { name: 'Питання вирішено, закрити' });
  await close.click();
  await expect(close).toBeHidden();
  const calls = { token: customer.token, account };
  const { tickets } = await callProduct(env.product.url, '/api/tickets/list', calls);
  const { id } =
    (tickets as { id: string; number: number }[]).find((one) => one.number === Number(number)) ?? {};
  const seen = await callProduct(env.product.url, '/api/tickets/get', { ...calls, id });
  const { messages } = seen.ticket as { messages: { author: string }[] };
  expect(messages.map(({ author }) => author)).toEqual(['customer', 'operator']);
  expect(JSON.stringify(seen)).not.toContain('СЛУЖБОВЕ');
  expect([...customer.problems, ...staff.problems]).toEqual([]);
  await customer.context.close();
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
    path: desk,
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
