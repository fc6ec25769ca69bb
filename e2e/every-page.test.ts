import { expect, type Page, test } from '@playwright/test';
import { addMonths, periodOf } from '#domain/time/billing-period.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { checkPage } from '#e2e/support/page/check-page.ts';
import { chooseInBrowser } from '#e2e/support/page/choose-object.ts';
import { personPages } from '#e2e/support/page/person-pages.ts';
import { signedInPage } from '#e2e/support/page/signed-in-page.ts';
import { waitUntilIdle } from '#e2e/support/page/visit.ts';
import { shareTestEnvironment, type TestEnvironment } from '#e2e/support/product/test-environment.ts';
import { systemClock } from '#platform/clock.ts';
import { type SignIn, sampleSignIns } from './support/sample-users.ts';

const lastClosed = addMonths(periodOf(kyivDateOf(systemClock.now())), -1);

const cabinets: readonly (readonly [who: string, signIn: SignIn, paths: readonly string[]])[] = [
  [
    'a person',
    sampleSignIns.personOfThree,
    [
      ...Object.keys(personPages).filter((path) => !path.includes('$')),
      `/cabinet/person/bills/${lastClosed}`,
    ],
  ],
  [
    'an entity',
    sampleSignIns.entityOfOne,
    ['/cabinet/entity', '/cabinet/entity/indication', '/cabinet/entity/settings/account'],
  ],
  [
    'an administrator',
    sampleSignIns.owner,
    [
      '/cabinet/admin',
      '/cabinet/admin/bank-statements',
      '/cabinet/admin/payments',
      '/cabinet/admin/management/master-data',
      '/cabinet/admin/settings',
    ],
  ],
];
const open = [
  '/',
  '/sign-in/person',
  '/sign-in/entity',
  '/sign-up/person',
  '/sign-up/entity',
  '/recover',
  '/admin',
];

/** The smallest phone, and an ordinary one whose letters are twice as large. */
const smallest = { width: 320, height: 640 };
const enlarged = { width: 320, height: 256 };
const ordinary = { width: 390, height: 844 };

test.describe.configure({ mode: 'parallel' });

let env: TestEnvironment;

test.beforeAll(({ browser }) => {
  env = shareTestEnvironment(browser);
});
test.afterAll(() => env.close());

function setLetters(page: Page, percent: number): Promise<void> {
  return page.evaluate((size) => {
    document.documentElement.style.fontSize = `${size}%`;
  }, percent);
}

/** What reaches beyond the window, the innermost, and what is cut where nothing can be scrolled. */
function overflowOf(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const root = document.documentElement;
    const isScrolled = (element: Element) => {
      for (let up = element.parentElement; up && up !== document.body; up = up.parentElement) {
        if (getComputedStyle(up).overflowX !== 'visible') return true;
      }
      return false;
    };
    const seen = [...document.querySelectorAll<HTMLElement>('body *')].filter(
      (element) => element.checkVisibility() && element.clientWidth > 1 && element.clientHeight > 1,
    );
    const beyond = seen.filter(
      (element) =>
        root.scrollWidth > root.clientWidth &&
        element.getBoundingClientRect().right > root.clientWidth + 1 &&
        !isScrolled(element),
    );
    const cut = seen.filter((element) => {
      const { overflowX, textOverflow } = getComputedStyle(element);
      const hides = (overflowX === 'hidden' || overflowX === 'clip') && textOverflow !== 'ellipsis';
      return hides && element.scrollWidth > element.clientWidth + 1;
    });
    const nameOf = (element: HTMLElement) =>
      `${element.tagName}.${element.className}: ${element.innerText?.slice(0, 40)}`;
    return [
      ...beyond
        .filter((element) => !beyond.some((other) => other !== element && element.contains(other)))
        .map((element) => `beyond: ${nameOf(element)}`),
      ...cut.map((element) => `cut: ${nameOf(element)}`),
    ];
  });
}

/** Height of the tallest bar that stands over the page. */
function coveredOf(page: Page): Promise<number> {
  return page.evaluate(() => {
    const overlays = [...document.querySelectorAll('body *')].filter((element) => {
      const { position } = getComputedStyle(element);
      return (position === 'fixed' || position === 'sticky') && element.checkVisibility();
    });
    const heights = overlays.map((element) => {
      const { width, height } = element.getBoundingClientRect();
      return width > 160 ? height : 0;
    });
    return Math.max(0, ...heights);
  });
}

/** What is wider than the smallest phone, or stands over half of it, also where 1280 × 1024 is enlarged four times. */
async function checkNarrow(page: Page): Promise<readonly string[]> {
  const wrong: string[] = [];
  for (const size of [enlarged, smallest]) {
    await page.setViewportSize(size);
    const covered = await coveredOf(page);
    if (covered > size.height / 2) wrong.push(`${covered} px are covered at ${size.height}`);
    wrong.push(...(await overflowOf(page)));
  }
  return wrong;
}

/** Looks at a page in all sizes; gives what is wrong. */
async function checkSizes(page: Page, path: string): Promise<readonly string[]> {
  const small = await checkNarrow(page);
  await checkPage(page);
  await page.setViewportSize(ordinary);
  await setLetters(page, 200);
  const large = await overflowOf(page);
  await setLetters(page, 100);
  return [...small.map((what) => `${path} ${what}`), ...large.map((what) => `${path} at 200 % ${what}`)];
}

for (const [name, signIn, paths] of cabinets) {
  test.describe(`${name}`, () => {
    test('reads every page at 320 pixels, and with letters of 200 %', async () => {
      const { page, problems, context } = await signedInPage(env, signIn, 'phone', { viewport: ordinary });
      const wrong: string[] = [];
      for (const path of paths) {
        await page.goto(env.product.url + path);
        await page.locator('main h1').first().waitFor();
        await waitUntilIdle(page);
        wrong.push(...(await checkSizes(page, path)));
      }
      expect(wrong).toEqual([]);
      expect(problems).toEqual([]);
      await context.close();
    });
  });
}

test('difficult objects fit 320 pixels too', async () => {
  const wrong: string[] = [];
  const { page, problems, context } = await signedInPage(env, sampleSignIns.personOfDifficult, 'phone', {
    path: '/cabinet/person/directory/laws',
  });
  for (const [path, { others = [] }] of Object.entries(personPages)) {
    for (const { who, account } of others) {
      if (who !== sampleSignIns.personOfDifficult) continue;
      await chooseInBrowser(page, account);
      await page.goto(env.product.url + path.replace('$period', lastClosed));
      await page.locator('main h1').first().waitFor({ state: 'attached' });
      await waitUntilIdle(page);
      wrong.push(...(await checkNarrow(page)).map((what) => `${path} ${account} ${what}`));
    }
  }
  expect(wrong).toEqual([]);
  expect(problems).toEqual([]);
  await context.close();
});

test('a visitor reads every open page at 320 pixels, and with letters of 200 %', async () => {
  const { page, problems, context } = await env.visit('phone', { viewport: ordinary });
  const wrong: string[] = [];
  for (const path of open) {
    await page.goto(env.product.url + path);
    await waitUntilIdle(page);
    wrong.push(...(await checkSizes(page, path)));
  }
  expect(wrong).toEqual([]);
  expect(problems).toEqual([]);
  await context.close();
});
