import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountMessages } from '#contract/messages/account-messages.ts';
import { checkPage } from './support/check-page.ts';
import { sampleSignIns } from './support/sample-users.ts';
import { signedInPage } from './support/signed-in-page.ts';
import {
  type Device,
  startTestEnvironment,
  type TestEnvironment,
  waitUntilIdle,
} from './support/test-environment.ts';

type Visitor = keyof typeof sampleSignIns;

let stage: TestEnvironment;
beforeAll(async () => {
  stage = await startTestEnvironment();
});
afterAll(() => stage.close());

/** The browser of a visitor, signed in already unless they are nobody. */
function visitOf(visitor: Visitor | 'nobody', device: Device = 'desk') {
  return visitor === 'nobody' ? stage.visit(device) : signedInPage(stage, sampleSignIns[visitor], device);
}

/** Where a visitor ends who asks for a page, with the query. */
async function endOf(page: Page, path: string): Promise<string> {
  await page.goto(stage.product.url + path);
  await page.locator('h1').first().waitFor();
  await waitUntilIdle(page);
  const { pathname, search } = new URL(page.url());
  return pathname + search;
}

/** Changes what the browser keeps of the session. */
async function changeKept(page: Page, change: string): Promise<void> {
  await page.evaluate((body) => {
    const state = JSON.parse(localStorage.getItem('svitlo.cabinet') ?? '{}');
    new Function('state', body)(state);
    localStorage.setItem('svitlo.cabinet', JSON.stringify(state));
  }, change);
}

describe('guards in a browser', () => {
  it.each<[Visitor | 'nobody', readonly (readonly [string, string])[]]>([
    [
      'nobody',
      [
        ['/cabinet', '/'],
        ['/cabinet/person/indication', '/'],
        ['/cabinet/entity', '/'],
        ['/cabinet/admin', '/'],
        ['/auth', '/auth'],
        ['/admin', '/admin'],
        ['/sign-in/entity', '/sign-in/entity'],
        ['/sign-up/person', '/sign-up/person'],
      ],
    ],
    [
      'personOfOne',
      [
        ['/', '/cabinet/person'],
        ['/auth', '/cabinet/person'],
        ['/recover', '/cabinet/person'],
        ['/sign-in/person', '/cabinet/person'],
        ['/sign-up/person', '/cabinet/person'],
        ['/sign-in/entity', '/sign-in/entity'],
        ['/admin', '/admin'],
        ['/cabinet', '/cabinet/person'],
        ['/cabinet/entity', '/cabinet/person'],
        ['/cabinet/entity/indication', '/cabinet/person'],
        ['/cabinet/admin', '/cabinet/person'],
        ['/cabinet/person/indication', '/cabinet/person/indication'],
      ],
    ],
    [
      'personOfNone',
      [
        ['/cabinet/person', '/cabinet/person/add-apart'],
        ['/cabinet/person/indication', '/cabinet/person/add-apart'],
        ['/cabinet/person/settings/account', '/cabinet/person/settings/account'],
      ],
    ],
    [
      'personOfThree',
      [
        ['/cabinet/person/indication', '/cabinet/person'],
        ['/cabinet/person/indication?account=2390001112', '/cabinet/person?account=2390001112'],
        ['/cabinet/person/indication?account=2390001112', '/cabinet/person/indication?account=2390001112'],
        ['/cabinet/person/bills', '/cabinet/person/bills'],
        ['/cabinet/person/bills/', '/cabinet/person/bills'],
      ],
    ],
    [
      'entityOfOne',
      [
        ['/cabinet/entity', '/cabinet/entity/indication'],
        ['/', '/cabinet/entity/indication'],
        ['/cabinet', '/cabinet/entity/indication'],
      ],
    ],
    [
      'entityOfTwo',
      [
        ['/cabinet/entity', '/cabinet/entity'],
        ['/cabinet/entity/indication', '/cabinet/entity'],
        ['/cabinet/entity/settings/account', '/cabinet/entity/settings/account'],
        ['/cabinet/person', '/cabinet/entity'],
        ['/cabinet/person/add-apart', '/cabinet/entity'],
        ['/cabinet/admin', '/cabinet/entity'],
        ['/', '/cabinet/entity'],
        ['/sign-in/entity', '/cabinet/entity'],
        ['/sign-up/entity', '/cabinet/entity'],
        ['/sign-in/person', '/sign-in/person'],
      ],
    ],
    [
      'owner',
      [
        ['/', '/cabinet/admin'],
        ['/auth', '/cabinet/admin'],
        ['/admin', '/cabinet/admin'],
        ['/cabinet', '/cabinet/admin'],
        ['/cabinet/person', '/cabinet/admin'],
        ['/cabinet/entity', '/cabinet/admin'],
        ['/sign-in/person', '/sign-in/person'],
        ['/sign-in/entity', '/sign-in/entity'],
      ],
    ],
  ])('%s is led to the pages that are theirs', async (visitor, ways) => {
    const { page, problems, context } = await visitOf(visitor);
    const ends: string[] = [];
    for (const [path] of ways) ends.push(await endOf(page, path));
    expect(ends).toEqual(ways.map(([, end]) => end));
    expect(problems).toEqual([]);
    await context.close();
  });

  it('an administrator whose admin token is lost signs in again', async () => {
    const { page, context } = await visitOf('owner');
    await endOf(page, '/cabinet/admin');
    await changeKept(page, 'state.admin.token = ""');
    expect(await endOf(page, '/cabinet/admin')).toBe('/admin');
    await context.close();
  });
});

describe.each(['phone', 'desk'] as const)('the cabinets on a %s', (device) => {
  it('an entity of two accounts chooses, sees its meters, changes and clears the choice', async () => {
    const { page, problems, context } = await visitOf('entityOfTwo', device);
    await endOf(page, '/cabinet/entity');
    await checkPage(page);
    await page.getByRole('button', { name: /1000000003/ }).click();
    await page.waitForURL(/\/cabinet\/entity\/indication/);
    await page.getByRole('heading', { level: 1, name: 'Показання' }).waitFor();
    await page.locator('main').getByText('о/р 1000000003').waitFor();
    await page
      .locator('main')
      .getByRole('heading', { name: /^Лічильник/ })
      .first()
      .waitFor();
    await waitUntilIdle(page);
    await checkPage(page);
    await page.locator('header select').selectOption('1000000002');
    await page.locator('main').getByText('о/р 1000000002').waitFor();
    await waitUntilIdle(page);
    await page.getByRole('link', { name: 'Об’єкти' }).click();
    await page.getByText('Обрано о/р 1000000002').waitFor();
    await waitUntilIdle(page);
    await checkPage(page);
    const cleared = page.waitForResponse(/\/api\/entity\/choice-account/);
    await page.getByRole('button', { name: 'Скасувати вибір' }).click();
    expect(await (await cleared).json()).toMatchObject({ status: 'success', custom_info: null, meters: [] });
    await page.getByText('Оберіть об’єкт').waitFor();
    expect(await endOf(page, '/cabinet/entity/indication')).toBe('/cabinet/entity');
    expect(problems).toEqual([]);
    await context.close();
  });

  it('the owner sees how many customers there are and who the administrators are; an analyst only the former', async () => {
    const { page, problems, context } = await visitOf('owner', device);
    await endOf(page, '/cabinet/admin');
    expect(Number((await page.locator('main dd').first().innerText()).replace(/\s/g, ''))).toBeGreaterThan(0);
    await page.getByRole('rowheader', { name: 'operator' }).waitFor();
    await page.getByText('Аналітик').first().waitFor();
    await checkPage(page);
    await page.getByRole('button', { name: /^Мій обліковий запис/ }).click();
    await page.getByRole('button', { name: 'Вийти' }).waitFor();
    await checkPage(page);
    expect(problems).toEqual([]);
    await context.close();

    const { page: analyst, context: other } = await visitOf('analyst', device);
    await endOf(analyst, '/cabinet/admin');
    await analyst.getByText('Аналітик').waitFor();
    expect(await analyst.getByText('Працівники').count()).toBe(0);
    await other.close();
  });
});

it('the header names the office of the site, and the sidebar marks the settings on each of their pages', async () => {
  const { page, context } = await visitOf('personOfThree');
  const asked = page.waitForResponse(/\/api\/pairs/);
  await page.goto(`${stage.product.url}/cabinet/person/settings/personal-information`);
  const { items } = await (await asked).json();
  expect(items[0].value).not.toBe('');
  await page.locator('header').getByText(items[0].value, { exact: true }).waitFor();
  for (const path of ['account', 'personal-information']) {
    await page.goto(`${stage.product.url}/cabinet/person/settings/${path}`);
    const current = page.getByRole('navigation', { name: 'Розділи кабінету' }).locator('a[aria-current]');
    await current.first().waitFor();
    expect(await current.allInnerTexts()).toEqual(['Обліковий запис']);
  }
  await context.close();
});

it('code that could not be fetched ahead reloads nothing; who goes there has the page reloaded once, then is told', async () => {
  const { page, context } = await stage.visit('phone');
  const gone: string[] = [];
  let documents = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents += 1;
  });
  await page.route(/\/assets\/(auth-layout|sign-up-person)/, (route) => {
    gone.push(route.request().url());
    return route.fulfill({ status: 404, body: '' });
  });
  await page.goto(stage.product.url);
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

describe('a person without objects', () => {
  it('adds the first one by the data on its bill', async () => {
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
    await waitUntilIdle(page);
    await checkPage(page);
    await context.close();
  });
});
