import { expect, type Page, test } from '@playwright/test';
import { accountMessages } from '#contract/messages/account-messages.ts';
import { checkPage } from '#e2e/support/page/check-page.ts';
import { checkBothLooks } from '#e2e/support/page/narrow-look.ts';
import { signedInPage } from '#e2e/support/page/signed-in-page.ts';
import { type Device, waitUntilIdle } from '#e2e/support/page/visit.ts';
import { startTestEnvironment, type TestEnvironment } from '#e2e/support/product/test-environment.ts';
import { sampleSignIns } from './support/sample-users.ts';

type Visitor = keyof typeof sampleSignIns;

let env: TestEnvironment;
test.beforeAll(async ({ browser }) => {
  env = await startTestEnvironment(browser);
});
test.afterAll(() => env.close());

/** The browser of a visitor, signed in already unless they are nobody. */
function visitOf(visitor: Visitor | 'nobody', device: Device = 'desk') {
  return visitor === 'nobody' ? env.visit(device) : signedInPage(env, sampleSignIns[visitor], device);
}

/** Where a visitor ends who asks for a page, with the query. */
async function endOf(page: Page, path: string): Promise<string> {
  await page.goto(env.product.url + path);
  await page.locator('h1').first().waitFor();
  await waitUntilIdle(page);
  const { pathname, search } = new URL(page.url());
  return pathname + search;
}

test('a typed address leads to the page that is theirs', async () => {
  // Which page is whose: pages/guards.test.tsx.
  const nobody = await visitOf('nobody');
  expect(await endOf(nobody.page, '/cabinet/person/indication')).toBe('/');
  expect(await endOf(nobody.page, '/auth')).toBe('/auth');
  const { page, problems, context } = await visitOf('personOfThree');
  expect(await endOf(page, '/sign-in/person')).toBe('/cabinet/person');
  expect(await endOf(page, '/cabinet/person/indication?account=2390001112')).toBe(
    '/cabinet/person?account=2390001112',
  );
  expect(await endOf(page, '/cabinet/person/bills/')).toBe('/cabinet/person/bills');
  expect([...nobody.problems, ...problems]).toEqual([]);
  await nobody.context.close();
  await context.close();
});

// What follows the choices: pages/cabinets.test.ts.
test('an entity that has chosen, and the menu of an administrator, stand in order', async () => {
  const { page, problems, context } = await visitOf('entityOfTwo');
  await endOf(page, '/cabinet/entity');
  await page.getByRole('button', { name: /1000000003/ }).click();
  await page.waitForURL(/\/cabinet\/entity\/indication/);
  await page.getByRole('heading', { level: 1, name: 'Показання' }).waitFor();
  await page.locator('main').getByText('о/р 1000000003').waitFor();
  await waitUntilIdle(page);
  await checkBothLooks(page);
  await page.getByRole('link', { name: 'Об’єкти' }).click();
  await page.getByText('Обрано о/р 1000000003').waitFor();
  await waitUntilIdle(page);
  await checkBothLooks(page);
  expect(problems).toEqual([]);
  await context.close();

  const owner = await visitOf('owner');
  await endOf(owner.page, '/cabinet/admin');
  await owner.page.getByRole('button', { name: /^Мій обліковий запис/ }).click();
  await owner.page.getByRole('button', { name: 'Вийти' }).waitFor();
  await checkBothLooks(owner.page);
  expect(owner.problems).toEqual([]);
  await owner.context.close();
});

test('the header names the office of the site', async () => {
  const { page, context } = await visitOf('personOfThree');
  const asked = page.waitForResponse(/\/api\/pairs/);
  await page.goto(`${env.product.url}/cabinet/person/settings/personal-information`);
  const { items } = await (await asked).json();
  expect(items[0].value).not.toBe('');
  await page.locator('header').getByText(items[0].value, { exact: true }).waitFor();
  await context.close();
});

test('a failed prefetch of code reloads nothing; opening the page reloads it once, then shows the failure', async () => {
  const { page, context } = await env.visit('phone');
  const gone: string[] = [];
  let documents = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents += 1;
  });
  await page.route(/\/assets\/(auth-layout|sign-up-person)/, (route) => {
    gone.push(route.request().url());
    return route.fulfill({ status: 404, body: '' });
  });
  await page.goto(env.product.url);
  await expect.poll(() => gone.length, { timeout: 20_000 }).toBeGreaterThan(0);
  await waitUntilIdle(page);
  expect(documents).toBe(1);
  await page.getByRole('link', { name: 'Створіть кабінет' }).click();
  await page.getByRole('heading', { level: 1, name: 'На жаль, сталася помилка' }).waitFor();
  expect(documents).toBe(2);
  expect(new URL(page.url()).pathname).toBe('/sign-up/person');
  await checkPage(page);
  await context.close();
});

test.describe('a person without objects', () => {
  test('adds the first one by the data on its bill', async () => {
    const { page, context } = await visitOf('personOfNone', 'phone');
    await endOf(page, '/cabinet/person/add-apart');
    await page.getByText("До вашого кабінету ще не додано жодного об'єкта.").waitFor();
    await page.locator('main button[type=submit]').click();
    await page.getByText("Це поле обов'язкове для заповнення").first().waitFor();
    await checkPage(page);
    await page.locator('#account').fill('2390 001 120');
    await page.locator('#code').fill('WRONG123');
    await page.locator('main button[type=submit]').click();
    await page.getByRole('alert').getByText(accountMessages['accounts.codeMismatch']).waitFor();
    expect(await page.locator('#account').inputValue()).toBe('2390 001 120');
    await checkPage(page);
    // Typed with Cyrillic look-alikes of the letters.
    await page.locator('#code').fill('svad1120'.replace('a', 'а'));
    await page.locator('#code').press('Enter');
    await page.waitForURL(/\/cabinet\/person\?account=2390001120/);
    await page.getByText('о/р 2390001120').or(page.getByText('2390001120')).first().waitFor();
    await page.getByText('Рахунок додано до кабінету').waitFor();
    await waitUntilIdle(page);
    await checkPage(page);
    await context.close();
  });
});
