import { randomUUID } from 'node:crypto';
import { expect, test } from '@playwright/test';
import pg from 'pg';
import type { Instant } from '#domain/time/instant.ts';
import { callProduct } from '#e2e/support/call-product.ts';
import { retryUntilDone } from '#e2e/support/outbox-code.ts';
import { checkPage } from '#e2e/support/page/check-page.ts';
import { signedInPage } from '#e2e/support/page/signed-in-page.ts';
import { turnInto } from '#e2e/support/page/visit.ts';
import { createProductClock, type ProductClock } from '#e2e/support/product/product-clock.ts';
import { type OwnTestEnvironment, startTestEnvironment } from '#e2e/support/product/test-environment.ts';
import { sampleSignIns } from '#e2e/support/sample-users.ts';
import { signInByCall } from '#e2e/support/sign-in-by-call.ts';
import { systemClock } from '#platform/clock.ts';

let env: OwnTestEnvironment;
let clock: ProductClock;
test.beforeAll(async ({ browser }) => {
  clock = await createProductClock();
  env = await startTestEnvironment(browser, clock.environment);
  // Whoever has no mailbox is told by no letter.
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

const mailbox = 'oksana@poshta.example';
const desk = '/cabinet/admin/management/desk';
const title = 'Сума за жовтень завелика';

/** Waits until the customer is told. */
const told = (words: string) =>
  retryUntilDone(
    async () => {
      const headers = { accept: 'application/json' };
      const outbox = await (await fetch(`${env.product.url}/dev/outbox?to=${mailbox}`, { headers })).text();
      expect(outbox).toContain(words);
    },
    { timeout: 20_000, interval: 200 },
  );

test('a household asks about its bill; the operator sees it with its date, answers from a template by keyboard, and the customer is told and sees it', async () => {
  const { user, accounts } = await signInByCall(env.product.url, sampleSignIns.personOfOne);
  const customer = { token: user.token, account: accounts[0]?.account ?? '' };
  const created = await callProduct(env.product.url, '/api/tickets/create', {
    ...customer,
    topicId: 'billCheck',
    title,
    text: 'Перевірте, будь ласка, показання за жовтень.',
    fields: [{ name: 'period', value: '2026-10' }],
    fileIds: [],
    requestId: randomUUID(),
  });
  const { id, number } = created.ticket as { id: string; number: number };
  await told(`Звернення № ${number} зареєстровано.`);
  // Of a conversation the customer is notified once in ten minutes.
  clock.set((systemClock.now() + 11 * 60_000) as Instant);

  const staff = await signedInPage(env, sampleSignIns.operator, 'desk', { path: desk });
  const { page } = staff;
  await page.getByRole('list', { name: 'Черга' }).waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type(String(number));
  await page.getByRole('button', { name: new RegExp(title) }).waitFor();
  // Until what was typed has narrowed the queue.
  await expect(page.locator('[data-row]')).toHaveCount(1);
  await checkPage(page);
  await page.keyboard.press('Escape');
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 2, name: title }).waitFor();
  await page.getByText(/^Відповісти до \d\d\.\d\d\.\d{4}$/).waitFor();
  await page.getByRole('heading', { level: 3, name: 'Рахунки', exact: true }).waitFor();
  await checkPage(page);

  await page.keyboard.press('n');
  await page.getByLabel('Текст нотатки').fill('СЛУЖБОВЕ: клієнт дзвонив двічі');
  await page.keyboard.press('Control+Enter');
  await page.getByText('Нотатку додано.').waitFor();
  await page.getByRole('button', { name: 'Відповідь клієнтові' }).click();
  await page.getByLabel('Шаблон').selectOption({ label: 'Рахунок правильний' });
  const field = page.getByLabel('Текст відповіді');
  await expect(field).toHaveValue(/особовим рахунком \d{10}/);
  // The sign-in of the sample has no name: that of the account's customer stands in.
  await expect(field).toHaveValue(/^Вітаємо, [А-ЯІЇЄҐ]/);
  await expect(field).not.toHaveValue(/\{\{/);
  await field.focus();
  await page.keyboard.press('Escape');
  await page.keyboard.press('r');
  await expect(field).toBeFocused();
  await page.keyboard.press('Control+Enter');
  await page.getByText('Надіслано.').waitFor();
  await page.locator('article header').getByText('відповідь надано').waitFor();
  await turnInto(page, 'phone');
  await checkPage(page);
  expect(staff.problems).toEqual([]);
  await staff.context.close();

  const seen = await callProduct(env.product.url, '/api/tickets/get', { ...customer, id });
  const { messages, status } = seen.ticket as {
    messages: { author: string; text: string }[];
    status: string;
  };
  expect(messages.map(({ author }) => author)).toEqual(['customer', 'operator']);
  expect(status).toBe('Відповідь надано');
  expect(JSON.stringify(seen)).not.toContain('СЛУЖБОВЕ');
  await told(`На звернення № ${number} надано відповідь.`);
});
