import { expect, type Page, test } from '@playwright/test';
import pg from 'pg';
import { checkPage } from '#e2e/support/page/check-page.ts';
import { chooseObject } from '#e2e/support/page/choose-object.ts';
import { signedInPage } from '#e2e/support/page/signed-in-page.ts';
import { type Device, waitUntilIdle } from '#e2e/support/page/visit.ts';
import { type OwnTestEnvironment, startTestEnvironment } from '#e2e/support/product/test-environment.ts';
import { sampleSignIns } from './support/sample-users.ts';

const aparts = '/cabinet/person/settings/aparts';
const [first, second, third] = ['2390001111', '2390001112', '2390001113'];
const markup = '<b>Дача</b>';

let env: OwnTestEnvironment;
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

/** Makes events of an account, the last one the newest. */
async function addEvents(account: string, events: readonly (readonly [string, object])[]): Promise<void> {
  const database = new pg.Client({ connectionString: env.product.databaseUrl });
  await database.connect();
  await database.query(
    `insert into portal.account_event (account_number, event_id, kind, payload, happened_at)
     select $1, gen_random_uuid(), kind, payload, now() - (100 - position) * interval '1 minute'
       from unnest($2::text[], $3::jsonb[]) with ordinality as row (kind, payload, position)`,
    [account, events.map(([kind]) => kind), events.map(([, payload]) => JSON.stringify(payload))],
  );
  await database.end();
}

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

for (const device of ['phone', 'desk'] as const) {
  test.describe(`the objects on a ${device}`, () => {
    test('are listed in order with all known facts; the home page links to another one', async () => {
      await clearChoice();
      const { page, problems, context } = await visit(device, aparts);
      expect(await numbers(page)).toEqual([first, second, third]);
      await checkPage(page);
      const card = cardOf(page, second);
      await card.getByText('Договір, точка обліку, реквізити').click();
      await card.getByText('UA', { exact: false }).first().waitFor();
      await card.getByText('EIC-код точки обліку').waitFor();
      await card.getByText('Останнє нарахування').waitFor();
      await waitUntilIdle(page);
      await checkPage(page);
      await page.goto(`${env.product.url}/cabinet/person`);
      await page.getByText('Оберіть об’єкт').waitFor();
      await waitUntilIdle(page);
      await checkPage(page);
      await page.getByRole('main').getByRole('link', { name: second }).click();
      await waitUntilIdle(page);
      await page
        .getByRole('navigation', { name: 'Мої об’єкти' })
        .getByRole('link', { name: 'Додати об’єкт' })
        .click();
      await page.waitForURL(/\/cabinet\/person\/add-apart/);
      await page.getByRole('link', { name: 'Повернутися до моїх об’єктів' }).waitFor();
      await checkPage(page);
      expect(problems).toEqual([]);
      await context.close();
    });
  });
}

test.describe('a part that fails', () => {
  test('is said and tried again, while the other parts stay; without a network nothing can be changed', async () => {
    const { page, context } = await visit('phone', aparts);
    await page.route('**/api/person/objects/info', (route) => route.fulfill({ status: 502, body: '' }));
    await cardOf(page, first).getByText('Договір, точка обліку, реквізити').click();
    await page.getByText('Не вдалося показати відомості про об’єкт').waitFor();
    await checkPage(page);
    await page.unroute('**/api/person/objects/info');
    await page.getByRole('button', { name: 'Спробувати ще раз' }).click();
    await page.getByText('Куди платити').waitFor();
    await page.getByText('Петренко Олег Васильович').waitFor();

    await context.setOffline(true);
    await page.getByText(/^Немає мережі\. Перейменувати/).waitFor();
    expect(
      await page
        .getByRole('button', { name: /^(Перейменувати|Вилучити|Обрати)/ })
        .evaluateAll((all) => all.every((button) => button instanceof HTMLButtonElement && button.disabled)),
    ).toBe(true);
    await checkPage(page);
    await context.setOffline(false);

    await page.route('**/api/post-drop-objects', (route) => route.fulfill({ status: 503, body: '' }));
    await cardOf(page, first)
      .getByRole('button', { name: /^Вилучити/ })
      .click();
    await page.getByRole('dialog').getByRole('button', { name: 'Вилучити' }).click();
    await page.getByRole('dialog').getByRole('alert').waitFor();
    await checkPage(page);
    await page.keyboard.press('Escape');
    expect(await numbers(page)).toEqual([first, second, third]);
    expect(await focused(page)).toMatch(/^Вилучити/);
    await context.close();
  });

  test('of the home whose code or news do not come leaves the others as they are', async () => {
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
});

test.describe('what is said of a press', () => {
  test('is above the bar of a phone, and hidden when a dialog opens', async () => {
    const { page, context } = await visit('phone', aparts);
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
    const isStored = page.waitForResponse('**/api/post-common');
    await cardOf(page, first)
      .getByRole('button', { name: /^Обрати/ })
      .click();
    await close.waitFor();
    await isStored;
    await context.close();
  });
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

test('adding the first object opens its home page with its news', async () => {
  const { page, problems, context } = await visit('phone', '/cabinet/person', 'personOfNone');
  await page.waitForURL(/\/cabinet\/person\/add-apart/);
  await page.locator('#account').fill('2390001120');
  await page.locator('#code').fill('SVAD1120');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/cabinet\/person\?account=2390001120/);
  await page.getByRole('main').getByText('2390001120').first().waitFor();
  await page.getByText('Рахунок додано до кабінету').waitFor();

  await addEvents('2390001120', [
    ['reading.accepted', { period: '2026-10', kwh: 120, sum: '518.40' }],
    ['bill.issued', { period: '2026-10', toPay: '518.40', dueOn: '2026-11-20' }],
    ['payment.failed', { sum: '518.40', purpose: 'energy' }],
    ['payment.confirmed', { sum: '518.40', purpose: 'energy', expectedOn: '2026-11-23' }],
    ['payment.landed', { sum: '518.40', purpose: 'energy' }],
    ['something.else', {}],
  ]);
  await page.reload();
  await page.getByText('зараховано').waitFor();
  const news = page.getByRole('region', { name: 'Новини' }).getByRole('listitem');
  expect(await news.count()).toBe(3);
  expect(await news.first().innerText()).toMatch(/^Рахунок додано до кабінету/);
  expect(await news.nth(1).innerText()).toMatch(/^Оплату 518,40.грн зараховано/);
  await waitUntilIdle(page);
  await checkPage(page);
  expect(problems).toEqual([]);
  await context.close();
});
