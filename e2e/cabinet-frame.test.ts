import { expect, type Page, test } from '@playwright/test';
import { getServiceMessage } from '#contract/notices.ts';
import { checkPage } from '#e2e/support/page/check-page.ts';
import { signedInPage } from '#e2e/support/page/signed-in-page.ts';
import { turnInto, waitUntilIdle } from '#e2e/support/page/visit.ts';
import { shareTestEnvironment, type TestEnvironment } from '#e2e/support/product/test-environment.ts';
import { sampleSignIns } from './support/sample-users.ts';

// What only a browser shows of the frame of the cabinet: what covers what, and what moves.
test.describe.configure({ mode: 'parallel' });

let env: TestEnvironment;

test.beforeAll(({ browser }) => {
  env = shareTestEnvironment(browser);
});
test.afterAll(() => env.close());

const { personOfThree, personOfOne } = sampleSignIns;

const sizes = [
  { width: 360, height: 740, letters: 100 },
  { width: 360, height: 740, letters: 200 },
  { width: 768, height: 1024, letters: 100 },
  { width: 1440, height: 900, letters: 100 },
  { width: 1440, height: 900, letters: 200 },
] as const;

async function open(page: Page, path: string): Promise<void> {
  await page.goto(env.product.url + path);
  await page.locator('main h1').first().waitFor({ state: 'attached' });
  await waitUntilIdle(page);
}

async function turnTo(page: Page, { width, height, letters }: (typeof sizes)[number]): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.evaluate((size) => {
    document.documentElement.style.fontSize = `${size}%`;
  }, letters);
}

/** Parts of the chat that are over the content of the page, at the top and at the end of it. */
function coveredByChat(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const chat = [...document.querySelectorAll('button, [role="dialog"], dialog')].filter(
      (one) => one.checkVisibility() && /Чат/.test(`${one.textContent} ${one.ariaLabel}`),
    );
    const main = document.querySelector('main')?.getBoundingClientRect();
    const covered: string[] = [];
    for (const top of [0, document.documentElement.scrollHeight]) {
      scrollTo(0, top);
      for (const part of chat) {
        const box = part.getBoundingClientRect();
        const content = document.querySelector('main')?.getBoundingClientRect() ?? main;
        if (!content) continue;
        const meets =
          box.left < content.right - 1 &&
          content.left < box.right - 1 &&
          box.top < content.bottom - 1 &&
          content.top < box.bottom - 1;
        if (meets) covered.push(`${part.tagName} ${part.textContent} at ${top}`);
      }
    }
    scrollTo(0, 0);
    return covered;
  });
}

for (const path of [
  '/cabinet/person?account=2390001112',
  '/cabinet/person/indication',
  '/cabinet/person/bills',
])
  test(`the chat covers nothing of ${path}, and nothing is wider than the screen`, async () => {
    const { page, problems, context } = await signedInPage(env, personOfThree, 'phone', {
      path: '/cabinet/person',
    });
    await page.getByRole('button', { name: 'Чат' }).waitFor();
    await open(page, path);
    const chat = page.getByRole('banner').getByRole('button', { name: 'Чат' });
    for (const size of sizes) {
      await turnTo(page, size);
      await expect(chat).toBeInViewport({ ratio: 1 });
      expect(await coveredByChat(page), JSON.stringify(size)).toEqual([]);
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
        JSON.stringify(size),
      ).toBeLessThanOrEqual(0);
    }
    expect(problems).toEqual([]);
    await context.close();
  });

test('on a phone the chat opens from the sections too, and gives the focus back', async () => {
  const { page, problems, context } = await signedInPage(env, personOfOne, 'phone', {
    path: '/cabinet/person/bills',
  });
  await page.getByRole('button', { name: 'Чат' }).waitFor();
  await page.getByRole('button', { name: /^Ще/ }).click();
  await checkPage(page);
  await page.getByRole('button', { name: 'Чат з оператором' }).click();
  const window = page.getByRole('dialog', { name: 'Чат з оператором' });
  await window.waitFor();
  await page.keyboard.press('Escape');
  await expect(window).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Ще/ })).toBeFocused();
  // The header has it there.
  await turnInto(page, 'desk');
  await expect(page.getByRole('button', { name: 'Чат з оператором' })).toBeHidden();
  expect(problems).toEqual([]);
  await context.close();
});

test('nothing is over the pages of visitors', async () => {
  const { page, context } = await env.visit('phone');
  for (const path of ['/', '/sign-in/person', '/status']) {
    await open(page, path);
    expect(await page.getByText('Чат', { exact: true }).count()).toBe(0);
    const over = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('body *')]
        .filter(
          (one) =>
            ['fixed', 'sticky'].includes(getComputedStyle(one).position) &&
            one.innerText?.trim() &&
            !one.matches('a[href^="#"]'),
        )
        .map((one) => one.innerText),
    );
    expect(over, path).toEqual([]);
  }
  await context.close();
});

test('the page asks in one line, and not beside an open form or another rating', async () => {
  const { page, problems, context } = await signedInPage(env, personOfThree, 'phone', {
    path: '/cabinet/person/bills?account=2390001112',
  });
  await page.setViewportSize({ width: 360, height: 740 });
  const question = page.getByText('Чи зручна ця сторінка?');
  await question.waitFor();
  const [asked, no] = await Promise.all(
    [question, page.getByRole('button', { name: 'Ні' })].map((one) => one.boundingBox()),
  );
  expect(no?.y).toBeLessThan((asked?.y ?? 0) + (asked?.height ?? 0));
  await checkPage(page);
  for (const path of ['/cabinet/person/tickets?part=new', '/cabinet/person/add-apart']) {
    await open(page, path);
    await page.locator('main :is(form, select)').first().waitFor();
    await question.waitFor({ state: 'attached' });
    await expect(question).toBeHidden();
  }
  await turnInto(page, 'desk');
  await open(page, '/cabinet/person/directory/laws');
  await question.waitFor();
  await page.getByRole('button', { name: 'Чат' }).click();
  await page.getByRole('dialog', { name: 'Чат з оператором' }).waitFor();
  await expect(question).toBeHidden();
  expect(problems).toEqual([]);
  await context.close();
});

const short = 'Сьогодні контактний центр працює до 16:00.';
const long = `У ніч на неділю, з 01:00 до 05:00, оновлюємо кабінет: оплата й показання будуть недоступні. ${short}`;

test('a service message has two lines; a longer one moves and stands still when paused or unwanted; closed, it stays closed', async () => {
  const { page, problems, context } = await signedInPage(env, personOfOne, 'phone', {
    reducedMotion: 'no-preference',
  });
  let message = short;
  await page.route(`**${getServiceMessage.path}`, (route) =>
    route.fulfill({ json: { status: 'success', data: { message } } }),
  );
  const line = page.getByRole('region', { name: 'Службове повідомлення' });
  const words = () => line.getByText(message);
  const heightOf = async () => (await words().boundingBox())?.height ?? 0;
  const moves = () => words().evaluate((element) => element.getAnimations().length > 0);
  await page.setViewportSize({ width: 360, height: 740 });

  await open(page, '/cabinet/person/bills');
  const lineHeight = await words().evaluate((element) =>
    Number.parseFloat(getComputedStyle(element).lineHeight),
  );
  expect(await moves()).toBe(false);
  expect(await heightOf()).toBeLessThan(2 * lineHeight + 1);
  await expect(line.getByRole('button')).toHaveCount(1);
  await checkPage(page);

  message = long;
  await open(page, '/cabinet/person/bills');
  expect(await moves()).toBe(true);
  expect(await heightOf()).toBeLessThan(2 * lineHeight);
  await line.getByRole('button', { name: 'Зупинити рядок' }).click();
  expect(await moves()).toBe(false);
  expect(await heightOf()).toBeGreaterThan(2 * lineHeight + 1);
  await checkPage(page);

  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page, '/cabinet/person/bills');
  expect(await moves()).toBe(false);
  expect(await heightOf()).toBeLessThan(2 * lineHeight + 1);
  await line.getByRole('button', { name: 'Показати повністю' }).click();
  expect(await heightOf()).toBeGreaterThan(2 * lineHeight + 1);
  await page.emulateMedia({ reducedMotion: 'no-preference' });

  // The same text fits the two lines of a desk.
  await turnInto(page, 'desk');
  await open(page, '/cabinet/person/bills');
  expect(await moves()).toBe(false);
  await line.getByRole('button', { name: 'Закрити повідомлення' }).click();
  await expect(line).toBeHidden();
  await open(page, '/cabinet/person/tickets');
  await expect(line).toBeHidden();
  message = `${long} Дякуємо.`;
  await open(page, '/cabinet/person/bills');
  await words().waitFor();
  expect(problems).toEqual([]);
  await context.close();
});
