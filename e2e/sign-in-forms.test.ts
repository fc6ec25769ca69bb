import { expect, test } from '@playwright/test';
import { TOTP } from 'otpauth';
import { callProduct } from '#e2e/support/call-product.ts';
import { createAdministrator } from '#e2e/support/create-administrator.ts';
import { checkPage } from '#e2e/support/page/check-page.ts';
import { type Device, turnInto } from '#e2e/support/page/visit.ts';
import { type OwnTestEnvironment, startTestEnvironment } from '#e2e/support/product/test-environment.ts';
import {
  adminBy,
  entityBy,
  fillSignIn,
  personBy,
  samplePassword,
  sampleSignIns,
} from '#e2e/support/sample-users.ts';
import { signInByCall } from '#e2e/support/sign-in-by-call.ts';

const newPassword = 'ранкове світло у вікні 7';
const wrongPair = 'Такої комбінації логіна і пароля не знайдено';

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

test.describe('a person', () => {
  for (const device of ['phone', 'desk'] as const) {
    test(`sees the place of the form by code while its code is slow to come, and nothing moves: ${device}`, async () => {
      const { page, context } = await open('/sign-in/person', device);
      const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
      await page.route('**/assets/sign-in-steps-*.js', async (route) => {
        await held;
        await route.continue();
      });
      await page.getByRole('link', { name: 'Код з SMS' }).click();
      await page.locator('main [aria-busy=true]').waitFor();
      const link = page.getByRole('link', { name: 'Забули пароль?' });
      const topOf = async () => (await link.boundingBox())?.y ?? 0;
      const before = await topOf();
      letGo();
      await page.getByRole('button', { name: 'Отримати код' }).waitFor();
      expect(Math.abs((await topOf()) - before)).toBeLessThanOrEqual(1);
      await context.close();
    });
  }

  test('sees what each form says, in one visit', async () => {
    const { page, context } = await open('/sign-in/person', 'phone');
    // Before the page has come alive its links lead to another document.
    await page.locator('button[type=submit]:enabled').waitFor();
    await page.getByRole('button', { name: 'Увійти' }).click();
    await page.getByText("Це поле обов'язкове для заповнення").first().waitFor();
    await checkPage(page);
    await fillSignIn(page, personBy('501110003', 'not the password'));
    await page.getByText(wrongPair).first().waitFor();
    await checkPage(page);
    await turnInto(page, 'desk');
    await checkPage(page);
    await turnInto(page, 'phone');

    await page.getByRole('link', { name: 'Код з SMS' }).click();
    const getCode = page.getByRole('button', { name: 'Отримати код' });
    await getCode.waitFor();
    await page.getByLabel('Номер телефону').fill('501110001');
    await getCode.press('Enter');
    await page.getByText('Якщо номер +380 50 111 00 01 зареєстровано').waitFor();
    await page.getByRole('timer').waitFor();
    await checkPage(page);
    const code = await env.codeTo('+380501110001');
    await page.keyboard.type(code === '0000' ? '1111' : '0000');
    await page.getByText('Невірний код').first().waitFor();
    await checkPage(page);
    await page.reload();
    await page.locator('#code').waitFor();
    await page.getByText('Якщо номер +380 50 111 00 01 зареєстровано').waitFor();
    await checkPage(page);
    await context.close();
  });

  test('sees what the forms of a new password say, in one visit', async () => {
    const { page, context } = await open('/recover?type=person', 'phone');
    await page.locator('button[type=submit]:enabled').waitFor();
    await page.getByLabel('Номер телефону').fill('501110002');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Код підтвердження' }).waitFor();
    await page.locator('#code').fill(await env.codeTo('+380501110002'));
    await page.getByRole('heading', { name: 'Придумайте пароль' }).waitFor();
    await page.locator('#password').fill('qwerty123');
    await page.locator('#password').press('Enter');
    await page.getByText('Такий пароль легко вгадати. Придумайте інший.').first().waitFor();
    await checkPage(page);
    await page.locator('#password').fill(newPassword);
    await page.locator('#password').press('Enter');
    await page.getByRole('heading', { name: 'Пароль змінено' }).waitFor();
    await checkPage(page);
    await context.close();
  });

  test('sees what the second step says, in one visit', async () => {
    const { token } = (await signInByCall(env.product.url, sampleSignIns.personOfDifficult)).user;
    const call = (path: string, payload: object) => callProduct(env.product.url, path, payload);
    const begun = await call('/api/second-factor/begin', { token, method: 'totp', password: samplePassword });
    const totp = new TOTP({ secret: String(begun.secret) });
    const enabled = await call('/api/second-factor/enable', { token, method: 'totp', code: totp.generate() });
    const [recoveryCode = ''] = enabled.recoveryCodes as string[];

    const { page, context } = await open('/sign-in/person', 'phone');
    await fillSignIn(page, sampleSignIns.personOfDifficult);
    await page.getByRole('heading', { name: 'Підтвердження входу' }).waitFor();
    await page.locator('#code:focus').waitFor();
    await checkPage(page);
    await page.getByRole('button', { name: 'Увійти за кодом відновлення' }).press('Enter');
    await page.getByLabel('Код відновлення', { exact: true }).fill(recoveryCode);
    await turnInto(page, 'desk');
    await checkPage(page);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/cabinet\/person/);
    await context.close();
  });

  test('a taken phone is reported only after the right code', async () => {
    const phone = '+380501110003';
    const { page, context } = await open('/sign-up/person', 'desk');
    await page.locator('button[type=submit]:enabled').waitFor();
    await page.locator('#phone').fill('501110003');
    await page.locator('#phone').press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Код з SMS' }).waitFor();
    const code = await env.codeTo(phone);
    await page.locator('#code').fill(code === '0000' ? '1111' : '0000');
    await page.getByText('Невірний код').first().waitFor();
    await checkPage(page);
    await page.locator('#code').fill(code);
    await page.getByRole('heading', { level: 1, name: 'Новий кабінет' }).waitFor();
    await page.getByText('Цей номер уже зареєстровано. Увійдіть або відновіть пароль.').first().waitFor();
    await checkPage(page);
    await page.getByRole('link', { name: 'Забули пароль?' }).press('Enter');
    await page.waitForURL(/\/recover/);
    await context.close();
  });
});

test('an entity and an administrator see what their forms say', async () => {
  const { page, context } = await open('/sign-in/entity', 'phone');
  await fillSignIn(page, entityBy('1000000001', 'SVITLO99'));
  await page.getByText(wrongPair).first().waitFor();
  await checkPage(page);

  await createAdministrator(env.product, 'keeper', ['--dual-auth', '--phone', '+380501130009']);
  await page.goto(`${env.product.url}/admin`);
  await fillSignIn(page, adminBy('keeper'));
  await page.getByRole('button', { name: 'Надіслати ще раз' }).waitFor();
  await checkPage(page);
  await context.close();
});

test('a browser of an address that has asked for many codes works for the next by itself', async ({
  browser,
}) => {
  const env = await startTestEnvironment(browser, { CODES_WITHOUT_WORK: '1' });
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
  await page.waitForURL(/\/cabinet\/person/);
  expect(problems.filter((problem) => !problem.includes('429'))).toEqual([]);
  await context.close();
  await env.close();
});
