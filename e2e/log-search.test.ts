import { expect, test } from '@playwright/test';
import { sql } from 'kysely';
import { chooseApart } from '#contract/accounts/accounts.ts';
import { noChoice } from '#contract/fields.ts';
import { checkPage } from '#e2e/support/page/check-page.ts';
import { signedInPage } from '#e2e/support/page/signed-in-page.ts';
import { type OwnTestEnvironment, startTestEnvironment } from '#e2e/support/product/test-environment.ts';
import { connectDatabase } from '#platform/database/database.ts';
import { sampleSignIns } from './support/sample-users.ts';
import { signInByCall } from './support/sign-in-by-call.ts';

const search = '/cabinet/admin/statreports/reports/logs_search_back';

let env: OwnTestEnvironment;

test.beforeAll(async ({ browser }) => {
  env = await startTestEnvironment(browser);
});
test.afterAll(() => env.close());

/** A call of a customer meets a fault: the message that the customer sees. */
async function failingCall(): Promise<string> {
  const { db, close } = connectDatabase({ url: env.product.databaseUrl, poolSize: 1 });
  const { token } = (await signInByCall(env.product.url, sampleSignIns.personOfThree)).user;
  await sql`alter table portal.chosen_account rename to chosen_account_away`.execute(db);
  try {
    const response = await fetch(env.product.url + chooseApart.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token, item: noChoice }),
    });
    expect(response.status).toBe(500);
    return ((await response.json()) as { message: string }).message;
  } finally {
    await sql`alter table portal.chosen_account_away rename to chosen_account`.execute(db);
    await close();
  }
}

test('a reference that a customer reads aloud leads to the cause, by a link for a colleague, and into a file', async () => {
  const message = await failingCall();
  const reference = /[\da-f-]{36}/.exec(message)?.[0] ?? '';
  const owner = await signedInPage(env, sampleSignIns.owner, 'desk', { path: search });
  const { page } = owner;
  await page.getByRole('table').waitFor();
  await checkPage(page);
  await page.getByLabel('Номер помилки, за весь час').fill(reference.replaceAll('-', ' ').toUpperCase());
  await page.keyboard.press('Enter');
  const rows = page.getByRole('table').getByRole('row');
  await expect(rows.filter({ hasText: 'Збій сервера' })).toHaveCount(1);
  await expect(rows).toHaveCount(3);
  await rows.filter({ hasText: 'Виклик API' }).getByRole('link').first().press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Ланцюжок за номером помилки' }).waitFor();
  const fault = page.getByRole('row').filter({ hasText: 'Збій сервера' });
  await fault
    .getByText(/chosen_account/)
    .first()
    .waitFor();
  await page.getByRole('row').filter({ hasText: 'Побутовий споживач' }).first().waitFor();
  await checkPage(page);
  const link = new URL(page.url());
  expect(owner.problems).toEqual([]);

  const analyst = await signedInPage(env, sampleSignIns.analyst, 'phone', {
    path: link.pathname + link.search,
  });
  const seen = analyst.page.getByRole('row').filter({ hasText: 'Збій сервера' });
  await seen
    .getByText(/chosen_account/)
    .first()
    .waitFor();
  await checkPage(analyst.page);
  const [file] = await Promise.all([
    analyst.page.waitForEvent('download'),
    analyst.page.getByRole('button', { name: /XLSX/ }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/log_chain.*\.xlsx$/);
  expect(analyst.problems).toEqual([]);
});
