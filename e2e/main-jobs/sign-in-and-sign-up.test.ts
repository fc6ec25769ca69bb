import { expect, type Page, test } from '@playwright/test';
import { accountMessages } from '#contract/messages/account-messages.ts';
import { checkPage } from '#e2e/support/page/check-page.ts';
import { type Device, waitUntilIdle } from '#e2e/support/page/visit.ts';
import { startTestEnvironment, type TestEnvironment } from '#e2e/support/product/test-environment.ts';
import { entityBy, fillSignIn, samplePassword } from '#e2e/support/sample-users.ts';

const password = 'вечірнє вікно понад річкою';
const consent = accountMessages['identity.consent'];

let env: TestEnvironment;
test.beforeAll(async ({ browser }) => {
  env = await startTestEnvironment(browser);
});
test.afterAll(() => env.close());

async function open(path: string, device: Device) {
  const visitor = await env.visit(device);
  await visitor.page.goto(env.product.url + path);
  await visitor.page.locator('button[type=submit]').waitFor();
  return visitor;
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
const focused = (page: Page) => page.evaluate(() => document.activeElement?.tagName);
const enter = (page: Page, selector: string) => page.locator(selector).press('Enter');

/** Whose session the browser keeps. */
const keptType = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('svitlo.cabinet') ?? '{}').session?.type);

// How the pages stand: every-page.test.ts; the forms: sign-in-forms.test.ts; who lands where: pages/sign-in.test.ts.
test.describe('a person', () => {
  test('proves the phone, says who they are, agrees, and is in a cabinet without an object', async () => {
    const phone = '+380671110077';
    const { page, context } = await open('/sign-up/person', 'phone');
    await heading(page, 'Новий кабінет');
    await page.locator('#phone').fill('067 111');
    await enter(page, '#phone');
    await page.getByText('Номер телефону має містити 13 символів').waitFor();
    await checkPage(page);
    await page.locator('#phone').fill('067 111 00 77');
    await enter(page, '#phone');

    await heading(page, 'Код з SMS');
    expect(await focused(page)).toBe('H1');
    await checkPage(page);
    const code = await env.codeTo(phone);
    expect(code).toMatch(/^\d{4}$/);
    expect(await page.locator('#code').getAttribute('inputmode')).toBe('numeric');
    await page.locator('#code').fill(code.slice(0, 2));
    await enter(page, '#code');
    await page.getByText('Код має містити 4 символи').waitFor();
    // The phone dropped the page while its owner read the message.
    await page.reload();
    await heading(page, 'Код з SMS');
    await page.getByText('+380 67 111 00 77').waitFor();
    await page.locator('#code').pressSequentially(code);

    await heading(page, 'Про вас');
    await page.locator('#surname').fill('Лісова');
    await page.reload();
    await heading(page, 'Про вас');
    expect(await page.locator('#surname').inputValue()).toBe('Лісова');
    await page.locator('#code').fill(code);
    await page.getByText(consent).waitFor();
    expect(await page.locator('#consent').isChecked()).toBe(false);
    await page.getByRole('button', { name: 'Створити кабінет' }).press('Enter');
    await page.getByRole('alert').getByText('Потрібна ваша згода').waitFor();
    await checkPage(page);
    await page.locator('#surname').fill('<b>Лісова</b>');
    await page.locator('#name').fill('Мар’яна');
    await page.locator('#middle_n').fill('Тарасівна');
    await page.locator('#email').fill('mariana@example.com');
    await page.locator('#password').fill('0671110077');
    await page.locator('#consent').press('Space');
    await page.getByRole('button', { name: 'Створити кабінет' }).press('Enter');
    await page.getByText('Перевірте коректність введених даних').first().waitFor();
    await page
      .getByText(/Придумайте інший/)
      .first()
      .waitFor();
    await checkPage(page);

    // Back to the number and forward again: the same code proves it, and nothing typed is lost.
    await page.getByRole('button', { name: 'Змінити номер' }).press('Enter');
    await heading(page, 'Новий кабінет');
    await enter(page, '#phone');
    await heading(page, 'Код з SMS');
    await page.locator('#code').fill(code);
    await heading(page, 'Про вас');
    expect(await page.locator('#code').count()).toBe(0);
    expect(await page.locator('#email').inputValue()).toBe('mariana@example.com');
    expect(await page.locator('#consent').isChecked()).toBe(true);
    await page.locator('#surname').fill('Лісова');
    // A household may have no e-mail.
    await page.locator('#email').fill('');
    await page.locator('#password').fill(password);
    await enter(page, '#password');

    await page.waitForURL(/\/cabinet\/person\/add-apart$/);
    await page.getByText(accountMessages['accounts.noObjects']).waitFor();
    await waitUntilIdle(page);
    await checkPage(page);
    const kept = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
    expect(kept).not.toContain(password);
    expect(kept).not.toContain('svitlo.form');
    await context.close();
  });

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

test.describe('an entity', () => {
  test('proves contract and phone, agrees, and opens its meter', async () => {
    const phone = '+380671110088';
    const { page, context } = await open('/sign-up/entity', 'desk');
    await heading(page, 'Новий кабінет компанії');
    await page.locator('#account').fill('10 0000 0004');
    await page.locator('#unique_code').fill('svitlo04');
    await page.locator('#edrpou').fill('44812073');
    await enter(page, '#edrpou');
    await page.getByText('Перевірте коректність введених даних').waitFor();
    await checkPage(page);
    // Another company's code: its check digit is right, the contract is not theirs.
    await page.locator('#edrpou').fill('14360570');
    await enter(page, '#edrpou');

    await heading(page, 'Контакти компанії');
    expect(await focused(page)).toBe('H1');
    await page.locator('#email').fill('office@apteka.example');
    await page.locator('#phone').fill('671110088');
    await enter(page, '#phone');
    await heading(page, 'Код з SMS');
    await page.locator('#code').fill(await env.codeTo(phone));
    await enter(page, '#code');

    await heading(page, 'Пароль кабінету');
    await page.getByText(consent).waitFor();
    await checkPage(page);
    await page.locator('#password').fill(password);
    await page.locator('#consent').press('Space');
    await enter(page, '#password');

    // The refusal leads back to the step where the wrong field stands; what follows it stays typed and proven.
    await page.getByText(accountMessages['accounts.codeMismatch']).first().waitFor();
    await heading(page, 'Новий кабінет компанії');
    await checkPage(page);
    await page.locator('#edrpou').fill('44812072');
    await enter(page, '#edrpou');
    await heading(page, 'Контакти компанії');
    await enter(page, '#phone');
    await heading(page, 'Пароль кабінету');
    expect(await page.locator('#password').inputValue()).toBe(password);
    await enter(page, '#password');

    await page.waitForURL(/\/cabinet\/entity\/indication$/);
    await heading(page, 'Показання');
    await waitUntilIdle(page);
    await checkPage(page);
    await context.close();
  });

  test('signs in by what it copied, and is told which letter is wrong', async () => {
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
});
