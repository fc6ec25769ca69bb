import { expect, type Page, test } from '@playwright/test';
import { checkPage } from '#e2e/support/page/check-page.ts';
import type { Device } from '#e2e/support/page/visit.ts';
import { type OwnTestEnvironment, startTestEnvironment } from '#e2e/support/product/test-environment.ts';
import { entityBy, fillSignIn, samplePassword } from '#e2e/support/sample-users.ts';

let env: OwnTestEnvironment;
test.beforeAll(async ({ browser }) => {
  env = await startTestEnvironment(browser);
});
test.afterAll(() => env.close());

async function open(path: string, device: Device) {
  const visitor = await env.visit(device);
  await visitor.page.goto(env.product.url + path);
  await visitor.page.locator('main h1').waitFor();
  return visitor;
}

/** Whose session the browser keeps. */
const keptType = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('svitlo.cabinet') ?? '{}').session?.type);

// How the pages stand: every-page.test.ts; the forms: sign-in-forms.test.ts; who lands where: pages/sign-in.test.ts.
test.describe('a person', () => {
  test('signs in by phone and password with the keyboard alone', async () => {
    const { page, context } = await open('/sign-in/person', 'desk');
    await page.locator('button[type=submit]:enabled').waitFor();
    await page.locator('#phone').focus();
    await page.keyboard.type('050 111 00 03');
    await page.keyboard.press('Tab');
    await page.keyboard.type(samplePassword);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/cabinet\/person/);
    expect(await keptType(page)).toBe('person');
    await context.close();
  });
});

test('an entity signs in by what it copied, and is told which letter is wrong', async () => {
  const { page, context } = await open('/sign-in/entity', 'phone');
  await fillSignIn(page, entityBy('100000000\u041e'));
  await page.getByText('10-й символ «\u041e» — кирилична літера').waitFor();
  await checkPage(page);
  await fillSignIn(
    page,
    entityBy('\u202aО/р\u00a0\uff11000\u202f000\u200b001\u202c', '\u200bsvitl\u043e01\u00a0'),
  );
  await page.waitForURL(/\/cabinet\/entity/);
  await context.close();
});
