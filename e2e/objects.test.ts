import { expect, type Page, test } from '@playwright/test';
import { checkPage } from '#e2e/support/page/check-page.ts';
import { chooseObject } from '#e2e/support/page/choose-object.ts';
import { checkBothLooks } from '#e2e/support/page/narrow-look.ts';
import { signedInPage } from '#e2e/support/page/signed-in-page.ts';
import { type Device, turnInto, waitUntilIdle } from '#e2e/support/page/visit.ts';
import { startTestEnvironment, type TestEnvironment } from '#e2e/support/product/test-environment.ts';
import { sampleSignIns } from './support/sample-users.ts';

const aparts = '/cabinet/person/settings/aparts';
const [first, second, third] = ['2390001111', '2390001112', '2390001113'];
const markup = '<b>Дача</b>';

let env: TestEnvironment;
test.beforeAll(async ({ browser }) => {
  env = await startTestEnvironment(browser);
});
test.afterAll(() => env.close());

const visit = (device: Device, path: string, who: keyof typeof sampleSignIns = 'personOfThree') =>
  signedInPage(env, sampleSignIns[who], device, { path });

/** No object of the person is chosen. */
const clearChoice = () => chooseObject(env.product.url, sampleSignIns.personOfThree, 'DELETE');

/** The card of an object on the page of the objects. */
const cardOf = (page: Page, account: string) =>
  page
    .getByRole('list', { name: 'Об’єкти' })
    .getByRole('listitem')
    .filter({ hasText: `о/р ${account}` });

const numbers = async (page: Page) =>
  (await page.getByRole('list', { name: 'Об’єкти' }).innerText()).match(/\b\d{10}\b/g) ?? [];

const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') || document.activeElement?.id);

/** Opens the field of the name by the keyboard, and types into it. */
async function rename(page: Page, account: string, name: string): Promise<void> {
  await cardOf(page, account)
    .getByRole('button', { name: /^Перейменувати/ })
    .press('Enter');
  const field = page.getByLabel('Назва об’єкта');
  await field.waitFor();
  expect(await focused(page)).toBe(`name-${account}`);
  await page.keyboard.press('Control+A');
  await page.keyboard.press('Delete');
  await page.keyboard.type(name);
  await checkPage(page);
  await page.keyboard.press('Enter');
  await field.waitFor({ state: 'detached' });
}

/** Removes an object by the keyboard. */
async function drop(page: Page, account: string): Promise<void> {
  await cardOf(page, account)
    .getByRole('button', { name: /^Вилучити/ })
    .press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByText(`о/р ${account}`).waitFor();
  await dialog.getByText('Рахунок і договір залишаються').waitFor();
  await checkPage(page);
  await dialog.getByRole('button', { name: 'Вилучити' }).press('Enter');
  await dialog.waitFor({ state: 'detached' });
}

// What each press does: pages/objects.test.ts.
test('the objects, what fails of them, and what is said of a press, in one visit', async () => {
  await clearChoice();
  const { page, context } = await visit('phone', aparts);
  expect(await numbers(page)).toEqual([first, second, third]);
  await checkBothLooks(page);
  await page.route('**/api/person/objects/info', (route) => route.fulfill({ status: 502, body: '' }));
  await cardOf(page, first).getByText('Договір, точка обліку, реквізити').click();
  await page.getByText('Не вдалося показати відомості про об’єкт').waitFor();
  await checkPage(page);
  await page.unroute('**/api/person/objects/info');
  await page.getByRole('button', { name: 'Спробувати ще раз' }).click();
  await page.getByText('Куди платити').waitFor();
  await waitUntilIdle(page);
  await checkBothLooks(page);

  await page.route('**/api/post-drop-objects', (route) => route.fulfill({ status: 503, body: '' }));
  await cardOf(page, first)
    .getByRole('button', { name: /^Вилучити/ })
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Вилучити' }).click();
  await page.getByRole('dialog').getByRole('alert').waitFor();
  await checkPage(page);
  await page.keyboard.press('Escape');
  expect(await focused(page)).toMatch(/^Вилучити/);

  // The screen does not wait for the server; what follows does, so that choices arrive in their order.
  const isSecondStored = page.waitForResponse('**/api/post-common');
  await cardOf(page, second)
    .getByRole('button', { name: /^Обрати/ })
    .click();
  await isSecondStored;
  const close = page.getByRole('status').getByRole('button', { name: 'Закрити' });
  await close.waitFor();
  const box = await close.locator('..').boundingBox();
  const bar = await page.getByRole('navigation', { name: 'Розділи кабінету' }).boundingBox();
  expect((box?.y ?? Number.NaN) + (box?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
  await cardOf(page, first)
    .getByRole('button', { name: /^Вилучити/ })
    .click();
  await page.getByRole('dialog').waitFor();
  expect(await close.count()).toBe(0);
  await page.keyboard.press('Escape');

  await context.setOffline(true);
  await page.getByText(/^Немає мережі\. Перейменувати/).waitFor();
  await checkPage(page);
  await context.setOffline(false);
  await context.close();
});

test('the home page asks which object, and leads to each and to another one', async () => {
  await clearChoice();
  const { page, problems, context } = await visit('desk', '/cabinet/person');
  await page.getByText('Оберіть об’єкт').waitFor();
  await checkBothLooks(page);
  await turnInto(page, 'desk');
  await page.getByRole('main').getByRole('link', { name: second }).click();
  await waitUntilIdle(page);
  await page
    .getByRole('navigation', { name: 'Мої об’єкти' })
    .getByRole('link', { name: 'Додати об’єкт' })
    .click();
  await page.waitForURL(/\/cabinet\/person\/add-apart/);
  await page.getByRole('link', { name: 'Повернутися до моїх об’єктів' }).waitFor();
  await checkBothLooks(page);
  expect(problems).toEqual([]);
  await context.close();
});

test('a person adds an object by what was copied with signs that nobody sees, and hears which letter is wrong', async () => {
  const { page, problems, context } = await visit('phone', '/cabinet/person/add-apart', 'personOfNone');
  const account = page.locator('#account');
  const code = page.locator('#code');
  // A capital O in place of the last nought; \u0416 has no Latin look-alike.
  await account.fill('\u202a239000112\u041e\u202c');
  await code.fill('SV\u0416D1120');
  await page.keyboard.press('Enter');
  await page.getByText('10-й символ «\u041e» — кирилична літера').first().waitFor();
  await page.getByText('3-й символ «\u0416» — кирилична літера').first().waitFor();
  const colourOf = (selector: string) =>
    page.locator(selector).evaluate((element) => getComputedStyle(element).color);
  expect(await colourOf('#account-error')).toBe(await colourOf('[role=alert] a[href="#account"]'));
  await checkPage(page);

  await account.fill('О/р\u00a0\uff12\uff13\uff19\uff10\u202f001\u200b120\ufeff');
  // S, V, D Latin, A Cyrillic.
  await code.fill('\u200bsv\u0410d1120\u202c');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/cabinet\/person\?account=2390001120/);
  await page.getByText('Об’єкт додано: о/р 2390001120.').first().waitFor();
  await waitUntilIdle(page);
  await checkPage(page);
  expect(problems).toEqual([]);
  await context.close();
});

test('a part of the home whose code or news do not come leaves the others as they are', async () => {
  const { page, context } = await visit('desk', '/cabinet/person/settings/account');
  await page.route('**/assets/news-panel*', (route) => route.abort());
  await page.route('**/assets/consumption-panel*', (route) => route.abort());
  // The reload that a lost chunk gets once a minute has been.
  await page.evaluate(() => sessionStorage.setItem('svitlo.reloadedAt', String(Date.now())));
  await page.goto(`${env.product.url}/cabinet/person?account=${first}`);
  await page.getByText('Не вдалося показати новини').waitFor();
  await page.getByText('Не вдалося показати споживання').waitFor();
  await page.getByText('Останні показання').waitFor();
  await page.getByText('До сплати').first().waitFor();
  await checkPage(page);
  await page.unrouteAll();
  await page.getByRole('status').filter({ hasText: 'новини' }).getByRole('button').click();
  await page.getByRole('heading', { name: 'Новини' }).waitFor();
  await page.getByRole('heading', { name: 'Споживання за 13 місяців' }).waitFor();
  await page
    .getByRole('button', { name: /^Сплатити/ })
    .first()
    .click();
  await page.getByLabel('Сума, грн').waitFor();
  await context.close();
});

test.describe('a person with three objects', () => {
  test('names, chooses and removes them by the keyboard, and another tab follows', async () => {
    const { page, problems, context } = await visit('desk', aparts);
    const other = await context.newPage();
    await other.goto(`${env.product.url}/cabinet/person`);
    await other.getByRole('main').getByRole('link', { name: second }).waitFor();

    await rename(page, second, markup);
    await page.getByText(`Назву змінено: ${markup}.`).waitFor();
    expect(await focused(page)).toBe(`Перейменувати: ${markup}`);
    await other.getByRole('link', { name: markup }).waitFor();
    await page.reload();
    await cardOf(page, second).getByRole('heading', { name: markup }).waitFor();

    await rename(page, second, '   ');
    await page.getByText('Тепер об’єкт зветься за адресою.').waitFor();
    expect(await page.getByText(markup).count()).toBe(0);
    await page
      .getByRole('button', { name: /^Перейменувати/ })
      .first()
      .press('Enter');
    await page.keyboard.type('не те');
    await page.keyboard.press('Escape');
    expect(await page.getByText('не те').count()).toBe(0);

    await cardOf(page, second)
      .getByRole('button', { name: /^Обрати/ })
      .press('Enter');
    await cardOf(page, second).getByText('Обрано').waitFor();
    await page.goto(`${env.product.url}/cabinet/person/indication?account=${third}`);
    await page.waitForURL(new RegExp(`/cabinet/person\\?account=${third}`));
    await page.locator('main').getByText(`о/р ${third}`).first().waitFor();
    await waitUntilIdle(page);

    await page.goto(env.product.url + aparts);
    await cardOf(page, third).getByText('Обрано').waitFor();
    await other.goto(`${env.product.url}/cabinet/person/indication`);
    await other.getByRole('heading', { level: 1, name: 'Показання' }).waitFor();
    await waitUntilIdle(other);
    await drop(page, third);
    expect(await numbers(page)).toEqual([first, second]);
    // The other tab stood at the object that is there no more.
    await other.waitForURL(/\/cabinet\/person(\?|$)/);
    await other.getByText('Оберіть об’єкт').waitFor();
    expect(await other.getByText(third).count()).toBe(0);
    await waitUntilIdle(page);
    await checkPage(page);

    await drop(page, first);
    await drop(page, second);
    await page.waitForURL(/\/cabinet\/person\/add-apart/);
    await page.getByText("До вашого кабінету ще не додано жодного об'єкта.").waitFor();
    await other.waitForURL(/\/cabinet\/person\/add-apart/);
    await waitUntilIdle(page);
    await checkPage(page);
    await page.goto(`${env.product.url}/cabinet/person/indication`);
    await page.waitForURL(/\/cabinet\/person\/add-apart/);
    expect(problems).toEqual([]);
    await context.close();
  });
});
