import { expect, test } from '@playwright/test';
import { startTestEnvironment, type TestEnvironment } from '#e2e/support/product/test-environment.ts';
import { callProduct } from './support/call-product.ts';

let env: TestEnvironment;
test.beforeAll(async ({ browser }) => {
  env = await startTestEnvironment(browser, { CODES_WITHOUT_WORK: '1' });
});
test.afterAll(() => env.close());

test('a browser of an address that has asked for many codes works for the next by itself', async () => {
  const ask = (phone: string) =>
    callProduct(
      env.product.url,
      '/api/auth/sms',
      { phone, action: 'login', userType: 'person' },
      { login: phone, password: '' },
    );
  expect(await ask('+380501110003')).toMatchObject({ status: 'success' });
  expect(await ask('+380501110002')).toMatchObject({ code: 'identity.workNeeded' });

  const { page, problems, context } = await env.visit('phone');
  // It is there while the browser works, which may be a moment.
  await page.addInitScript(() => {
    const announced: string[] = [];
    Object.assign(window, { announced });
    new MutationObserver(() => {
      const areas = [...document.querySelectorAll('[role=status]')];
      announced.push(areas.map(({ textContent }) => textContent).join(''));
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
  await page.goto(`${env.product.url}/sign-in/person?way=code`);
  await page.getByRole('button', { name: 'Отримати код' }).waitFor();
  await page.getByLabel('Номер телефону').fill('501110001');
  await page.getByRole('button', { name: 'Отримати код' }).press('Enter');
  await page.getByText('Якщо номер +380 50 111 00 01 зареєстровано').waitFor();
  const announced = await page.evaluate<readonly string[]>(() => Reflect.get(window, 'announced'));
  expect(announced).toContain('Зачекайте кілька секунд: перевіряємо, що код просить людина.');
  expect(announced.at(-1)).not.toContain('перевіряємо');
  await page.locator('#code').fill(await env.codeTo('+380501110001'));
  await page.locator('#code').press('Enter');
  await page.waitForURL(/\/cabinet\/person/);
  expect(problems.filter((problem) => !problem.includes('429'))).toEqual([]);
  await context.close();
});
