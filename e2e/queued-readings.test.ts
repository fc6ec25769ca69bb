import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import pg from 'pg';
import { checkPage } from '#e2e/support/page/check-page.ts';
import { type SignedInVisitor, signedInPage } from '#e2e/support/page/signed-in-page.ts';
import { type Device, waitUntilIdle } from '#e2e/support/page/visit.ts';
import { type OwnTestEnvironment, startTestEnvironment } from '#e2e/support/product/test-environment.ts';
import { callProduct } from './support/call-product.ts';
import { type SignIn, sampleSignIns } from './support/sample-users.ts';
import { usualValue } from './support/usual-value.ts';

const path = '/cabinet/person/indication';
const SUBMIT = '/api/readings/submit';

let env: OwnTestEnvironment;

test.beforeAll(async ({ browser }) => {
  env = await startTestEnvironment(browser);
});
test.afterAll(() => env.close());

/** A browser in which something is not as usual, at the readings of an account. */
async function openReading(
  device: Device,
  who: SignIn,
  account: string,
  unusual: () => void,
): Promise<SignedInVisitor & { typed: string }> {
  const visitor = await signedInPage(env, who, device);
  const { page, context, token } = visitor;
  await context.addInitScript(unusual);
  await page.goto(`${env.product.url}/cabinet/person?account=${account}`);
  await waitUntilIdle(page);
  await openForm(page);
  const answer = await callProduct(env.product.url, '/api/meters/list', { token, account });
  const { meters } = answer as { meters: { registers: { previousValue: number }[] }[] };
  const typed = String((meters[0]?.registers[0]?.previousValue ?? 0) + 60);
  await field(page).fill(typed);
  await waitUntilIdle(page);
  return { ...visitor, typed };
}

/** The form with the code that keeps a reading, which comes when the page is idle. */
async function openForm(page: Page): Promise<void> {
  await page.goto(env.product.url + path);
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => /assets\/queue-actions/.test(name)),
  );
  await waitUntilIdle(page);
}

const field = (page: Page) => page.locator('main form input[inputmode="numeric"]').first();
const give = (page: Page) => page.getByRole('button', { name: /^(Передати показання|Спробувати ще раз)/ });
const waits = (page: Page) => page.locator('main').getByText('Показання чекає мережі').first();
const receipt = (page: Page) => page.getByText(/Квитанція №/).first();

/** How often the reading reached the product, from whichever tab. */
function countSent(context: BrowserContext): () => number {
  let count = 0;
  context.on('response', (response) => {
    if (response.url().endsWith(SUBMIT)) count += 1;
  });
  return () => count;
}

async function agreeIfAsked(page: Page): Promise<void> {
  const agree = page.getByRole('button', { name: 'Усе правильно, передати' });
  await agree.or(receipt(page)).first().waitFor();
  if (await agree.isVisible()) await agree.click();
}

test('a connection lost in the background is opened again, and the reading waits on the device', async () => {
  const { page, context } = await openReading('phone', sampleSignIns.personOfThree, '2390001113', () => {
    const { transaction } = IDBDatabase.prototype;
    const before = new Set<IDBDatabase>();
    IDBDatabase.prototype.transaction = function (...args) {
      const isLost = document.documentElement.dataset.lost !== undefined;
      if (!isLost) before.add(this);
      // What iOS throws: no event comes before.
      else if (before.has(this)) throw new DOMException('The connection is closing.', 'InvalidStateError');
      return transaction.apply(this, args);
    };
  });
  await page.evaluate(() => {
    document.documentElement.dataset.lost = '';
  });
  await context.setOffline(true);
  await give(page).click();
  await waits(page).waitFor();
  await context.close();
});

test('a browser that keeps nothing says that the reading cannot wait; it stays in the form and goes with the network', async () => {
  const { page, context, problems, typed } = await openReading(
    'phone',
    sampleSignIns.personOfOne,
    '2390001130',
    () => {
      IDBFactory.prototype.open = () => {
        throw new DOMException('not in a private window', 'SecurityError');
      };
    },
  );
  expect(problems).toEqual([]);
  await context.setOffline(true);
  await give(page).click();
  await page.getByText(/^Цей браузер нічого не зберігає \(приватне вікно\)/).waitFor();
  expect(await field(page).inputValue()).toBe(typed);
  expect(await waits(page).count()).toBe(0);
  await checkPage(page);
  await context.setOffline(false);
  await give(page).click();
  await agreeIfAsked(page);
  await receipt(page).waitFor();
  await context.close();
});

test('a full disk says so; the reading stays in the form, and waits once there is room', async () => {
  const { page, context, typed } = await openReading(
    'desk',
    sampleSignIns.personOfThree,
    '2390001112',
    () => {
      const put = IDBObjectStore.prototype.put;
      IDBObjectStore.prototype.put = function (...row) {
        const isFull = this.name === 'readings-waiting' && !document.documentElement.dataset.room;
        if (isFull) throw new DOMException('no room', 'QuotaExceededError');
        return put.apply(this, row);
      };
    },
  );
  await context.setOffline(true);
  await give(page).click();
  await page.getByText(/^На пристрої немає місця/).waitFor();
  expect(await field(page).inputValue()).toBe(typed);
  await checkPage(page);
  await page.evaluate(() => {
    document.documentElement.dataset.room = 'some';
  });
  await give(page).click();
  await waits(page).waitFor();
  await context.setOffline(false);
  await agreeIfAsked(page);
  await receipt(page).waitFor();
  await context.close();
});

test('where a browser has no locks one of two tabs sends what waits, and the other shows the receipt', async () => {
  const { page, context } = await openReading('phone', sampleSignIns.personOfThree, '2390001113', () => {
    Object.defineProperty(navigator, 'locks', { value: undefined });
  });
  const other = await context.newPage();
  await openForm(other);
  const sent = countSent(context);
  await context.setOffline(true);
  await give(page).click();
  for (const tab of [page, other]) await waits(tab).waitFor();
  // No answer comes before both have found the reading waiting.
  let letGo: () => void = () => undefined;
  const bothAreAwake = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await context.route(`**${SUBMIT}`, async (route) => {
    await bothAreAwake;
    await route.continue();
  });
  await context.setOffline(false);
  await Promise.all([page, other].map((tab) => tab.evaluate(() => window.dispatchEvent(new Event('focus')))));
  letGo();
  for (const tab of [page, other]) {
    const answered = tab.getByText(
      /^Показання (прийнято|на перевірці|, що чекало мережі, треба підтвердити)$/,
    );
    await answered
      .or(tab.getByRole('button', { name: 'Усе правильно, передати' }))
      .first()
      .waitFor();
  }
  expect(sent()).toBe(1);
  await context.close();
});

const kyivInput = (at: number) =>
  new Date(at).toLocaleString('sv', { timeZone: 'Europe/Kyiv' }).slice(0, 16).replace(' ', 'T');

test('customers are told when the cabinet opens again, and a reading given meanwhile is sent after', async () => {
  const account = '2390002022';
  const database = new pg.Pool({ connectionString: env.product.databaseUrl, max: 1 });
  const customer = await signedInPage(env, sampleSignIns.personOfDifficult, 'phone', {
    path: `/cabinet/person?account=${account}`,
  });
  await customer.page.goto(env.product.url + path);
  await field(customer.page).fill(String(await usualValue(database, account)));
  await waitUntilIdle(customer.page);

  const owner = await signedInPage(env, sampleSignIns.owner, 'desk', {
    path: '/cabinet/admin/management/maintenance',
  });
  await owner.page.getByText('Роботи не заплановано').waitFor();
  await checkPage(owner.page);
  const until = kyivInput(Date.now() + 2 * 3_600_000);
  const time = until.slice(11).replace(/^0/, '');
  await owner.page.getByLabel('Завершення').fill(until);
  await owner.page.getByText(`Орієнтовний час: ${time}`).waitFor();
  await owner.page.getByLabel('Причина').fill('Оновлення бази даних');
  await owner.page.getByRole('button', { name: 'Задати роботи' }).press('Enter');
  await owner.page.getByText('Роботи тривають').waitFor();
  await checkPage(owner.page);

  await customer.page.getByRole('button', { name: 'Передати показання' }).click();
  const panel = customer.page
    .locator('main')
    .getByRole('status')
    .filter({ hasText: 'чекає завершення робіт' });
  await panel.getByText(`Орієнтовний час: ${time}`).waitFor();
  await checkPage(customer.page);
  const visitor = await env.visit('phone');
  await visitor.page.goto(`${env.product.url}/sign-in/person`);
  await visitor.page.getByLabel('Номер телефону').fill('501110003');
  await visitor.page.getByLabel('Пароль', { exact: true }).fill('wrong-word-2026');
  await visitor.page.getByRole('button', { name: 'Увійти' }).press('Enter');
  await visitor.page.getByText(`Орієнтовний час: ${time}`).first().waitFor();

  await owner.page.getByRole('button', { name: 'Завершити зараз' }).press('Enter');
  const dialog = owner.page.getByRole('dialog', { name: 'Завершити зараз' });
  await dialog.getByLabel('Причина').fill('Готово');
  await checkPage(owner.page);
  await dialog.getByRole('button', { name: 'Завершити зараз' }).press('Enter');
  await owner.page.getByText('Роботи не заплановано').waitFor();

  await panel.getByRole('button', { name: 'Передати зараз' }).click();
  await customer.page.locator('main').getByText('Показання прийнято').first().waitFor();
  const { rows } = await database.query(
    "select 1 from billing.reading_submission where account_number = $1 and submitted_at > now() - interval '10 minutes'",
    [account],
  );
  expect(rows).toHaveLength(1);
  await database.end();
  await Promise.all([customer, owner, visitor].map(({ context }) => context.close()));
});
