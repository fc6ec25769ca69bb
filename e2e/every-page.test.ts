import { expect, type Page, test } from '@playwright/test';
import { pages } from '#contract/specification.ts';
import { addMonths, periodOf } from '#domain/time/billing-period.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { checkPage } from '#e2e/support/page/check-page.ts';
import { chooseInBrowser } from '#e2e/support/page/choose-object.ts';
import { checkLargeLetters, checkNarrow, checkSizes } from '#e2e/support/page/narrow-look.ts';
import { type PageCase, personPages, type SampleFacts } from '#e2e/support/page/person-pages.ts';
import { signedInPage } from '#e2e/support/page/signed-in-page.ts';
import { turnInto, waitUntilIdle } from '#e2e/support/page/visit.ts';
import { walkByKeyboard } from '#e2e/support/page/walk-by-keyboard.ts';
import { shareTestEnvironment, type TestEnvironment } from '#e2e/support/product/test-environment.ts';
import { systemClock } from '#platform/clock.ts';
import { callProduct } from './support/call-product.ts';
import { type SignIn, sampleSignIns } from './support/sample-users.ts';

// Pages of a person: support/page/person-pages.ts.
const cabinets: readonly (readonly [who: string, signIn: SignIn, paths: readonly string[]])[] = [
  [
    'an entity',
    sampleSignIns.entityOfOne,
    [
      '/cabinet/entity/indication',
      '/cabinet/entity/limits',
      '/cabinet/entity/limits?correct=2027-12',
      '/cabinet/entity/bills/balance',
      '/cabinet/entity/bills/payments',
      '/cabinet/entity/bills/invoices',
      '/cabinet/entity/docs/payment',
      '/cabinet/entity/docs/reconciliations',
      '/cabinet/entity/docs/violations',
      '/cabinet/entity/directory/guide',
      '/cabinet/entity/directory/laws',
      '/cabinet/entity/directory/tariff-history',
      '/cabinet/entity/directory/counter-history',
      '/cabinet/entity/settings/account',
      '/cabinet/entity/settings/company-information',
      '/cabinet/entity/settings/meters',
      '/cabinet/entity/settings/notifications',
      '/cabinet/entity/settings/people',
      '/cabinet/entity/settings/signers',
    ],
  ],
  [
    'an entity of two accounts',
    sampleSignIns.entityOfTwo,
    ['/cabinet/entity', '/cabinet/entity/settings/account'],
  ],
  [
    'an administrator',
    sampleSignIns.owner,
    [
      '/cabinet/admin',
      '/cabinet/admin/bank-statements',
      '/cabinet/admin/payments',
      '/cabinet/admin/management',
      '/cabinet/admin/management/desk',
      '/cabinet/admin/management/master-data',
      '/cabinet/admin/management/readings-review',
      '/cabinet/admin/management/compensations',
      '/cabinet/admin/management/acts',
      '/cabinet/admin/management/acts?account=2390001130&act=461130',
      '/cabinet/admin/management/imports',
      '/cabinet/admin/management/runs',
      '/cabinet/admin/management/volumes',
      '/cabinet/admin/management/documents',
      '/cabinet/admin/feedback/stats',
      '/cabinet/admin/management/message_manager?tab=service',
      '/cabinet/admin/management/authorities',
      '/cabinet/admin/management/actions',
      '/cabinet/admin/management/rules',
      '/cabinet/admin/management/service-terms',
      '/cabinet/admin/management/supplier',
      '/cabinet/admin/management/accounts/1000000003',
      '/cabinet/admin/management/administrators',
      '/cabinet/admin/management/content',
      '/cabinet/admin/management/content?open=article:yak-platyty',
      '/cabinet/admin/management/content?open=legal:terms',
      '/cabinet/admin/management/maintenance',
      '/cabinet/admin/management/tariffs',
      '/cabinet/admin/statreports/reports/logs_search_back',
      '/cabinet/admin/settings',
    ],
  ],
  ['an operator', sampleSignIns.operator, ['/cabinet/admin/settings']],
];
const openPages = [
  '/',
  '/auth',
  '/sign-in/person',
  '/sign-in/person?way=code',
  '/sign-in/entity',
  '/sign-up/person',
  '/sign-up/entity',
  '/recover',
  '/recover?type=entity',
  '/admin',
  '/legal',
  '/status',
];

test.describe.configure({ mode: 'parallel' });

let env: TestEnvironment;

test.beforeAll(({ browser }) => {
  env = shareTestEnvironment(browser);
});
test.afterAll(() => env.close());

async function open(page: Page, path: string): Promise<void> {
  await page.goto(env.product.url + path);
  // The title comes with the heading, which a paper hides.
  await page.locator('main h1').first().waitFor({ state: 'attached' });
  await waitUntilIdle(page);
}

/** Goes from a page of a cabinet to another one as a link does: a third of the processor time of a load. */
async function change(page: Page, path: string): Promise<void> {
  const before = await page.locator('main').innerText();
  await page.evaluate((to) => history.pushState({}, '', to), path);
  await page.waitForFunction((text) => {
    const main = document.querySelector('main');
    return main?.querySelector('h1') && main.innerText !== text;
  }, before);
  await waitUntilIdle(page);
}

/** Looks at a page on a desk, then at the same document on phones; gives what is wrong. `atDesk` looks at more. */
async function checkLooks(
  page: Page,
  path: string,
  { goTo = open, atDesk }: { goTo?: typeof open; atDesk?: () => Promise<unknown> } = {},
): Promise<readonly string[]> {
  await turnInto(page, 'desk');
  await goTo(page, path);
  await checkPage(page);
  await atDesk?.();
  await turnInto(page, 'phone');
  return [...(await checkSizes(page, path)), ...(await checkLargeLetters(page, path))];
}

for (const [name, signIn, paths] of cabinets) {
  test(`${name} reads every page on a desk, at 320 pixels, and with letters of 200 %`, async () => {
    const { page, problems, context } = await signedInPage(env, signIn, 'desk');
    const wrong: string[] = [];
    for (const [index, path] of paths.entries())
      await test.step(path, async () => {
        wrong.push(...(await checkLooks(page, path, { goTo: index === 0 ? open : change })));
      });
    expect(wrong).toEqual([]);
    expect(problems).toEqual([]);
    await context.close();
  });
}

test('a visitor reads every open page on a desk, at 320 pixels, and with letters of 200 %', async () => {
  const { page, problems, context } = await env.visit('desk');
  const wrong: string[] = [];
  for (const path of openPages)
    await test.step(path, async () => wrong.push(...(await checkLooks(page, path))));
  expect(wrong).toEqual([]);
  expect(problems).toEqual([]);
  // The answer to an address that there is not is a refusal, which the console names.
  expect(await checkLooks(page, '/cabinet/nowhere')).toEqual([]);
  await page.getByText('На жаль, цю сторінку не знайдено').waitFor();
  await page.getByText('На головну').click();
  await page.waitForURL(`${env.product.url}/`);
  await context.close();
});

/** A document: on paper there is nothing around it. */
async function checkPaper(page: Page): Promise<void> {
  await page.emulateMedia({ media: 'print' });
  for (const role of ['navigation', 'banner', 'contentinfo'] as const)
    expect(await page.getByRole(role).filter({ visible: true }).count(), `${role} on paper`).toBe(0);
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)).toBe(
    'rgb(255, 255, 255)',
  );
  const names = await page.locator('[data-paper] dt').evaluateAll((terms) => {
    const sizeOf = (part: Element | null) => part && Number.parseFloat(getComputedStyle(part).fontSize);
    return terms.filter((term) => Number(sizeOf(term)) > Number(sizeOf(term.nextElementSibling))).length;
  });
  expect(names, 'names larger than what they name').toBe(0);
  // What one touches in a chart are the months below it.
  expect(await page.locator('button:not([role=toolbar] *):visible').allInnerTexts()).toEqual([]);
  expect((await page.locator('main').innerText()).length).toBeGreaterThan(100);
  await page.emulateMedia({ media: 'screen' });
}

/** Position and look of the heading and of what follows it. */
function layoutOf(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const heading = document.querySelector('main h1');
    const panel = heading?.nextElementSibling ?? heading?.parentElement?.nextElementSibling;
    return [heading, panel].map((element) => {
      if (!element) return 'none';
      const { x, y } = element.getBoundingClientRect();
      const { fontSize, margin } = getComputedStyle(element);
      return `${element.tagName} at ${Math.round(x)}, ${Math.round(y + scrollY)}: ${fontSize}, margin ${margin}`;
    });
  });
}

// What the pages say to whom, and when their calls fail: pages/person-cabinet.test.tsx.
test.describe('the pages of a person', () => {
  // The last test goes by what the others have measured.
  test.describe.configure({ mode: 'serial' });
  const { personOfThree, personOfOne, personOfDifficult } = sampleSignIns;
  const afterReload: Record<string, readonly string[]> = {};
  const titles: Record<string, string> = {};
  let facts: SampleFacts;

  test.beforeAll(async () => {
    const { token } = (await env.sessionOf(personOfThree)).user;
    const answer = await callProduct(env.product.url, '/api/payments/list', { token, account: '2390001112' });
    const [payment] = answer.payments as { paymentId: string }[];
    const period = addMonths(periodOf(kyivDateOf(systemClock.now())), -1);
    facts = { period, paymentId: payment?.paymentId ?? '' };
  });

  const addressOf = (path: string, { address }: PageCase) =>
    path.replace(/\$\w+$/, '') + (address?.(facts) ?? '');

  for (const [name, who] of Object.entries({ personOfThree, personOfOne, personOfDifficult })) {
    test(`of ${name}: on a desk by keyboard and on paper; at 320 pixels; with letters of 200 %`, async () => {
      const { page, problems, context } = await signedInPage(env, who, 'desk');
      const wrong: string[] = [];
      for (const [path, row] of Object.entries(personPages)) {
        if (row.who === who)
          await test.step(path, async () => {
            await chooseInBrowser(page, row.account);
            const atDesk = async () => {
              afterReload[path] = await layoutOf(page);
              titles[path] = await page.title();
              expect(await walkByKeyboard(page)).toEqual({ missed: [], unseen: [] });
              if (row.isPaper) await checkPaper(page);
            };
            wrong.push(...(await checkLooks(page, addressOf(path, row), { atDesk })));
          });
        // Objects for which it has other parts.
        for (const other of row.others ?? []) {
          if (other.who !== who) continue;
          await chooseInBrowser(page, other.account);
          await open(page, addressOf(path, other));
          wrong.push(...(await checkNarrow(page)).map((what) => `${path} ${other.account} ${what}`));
        }
      }
      expect(wrong).toEqual([]);
      expect(problems).toEqual([]);
      await context.close();
    });
  }

  test('look after a change of the page as after a reload, whatever style sheets came before', async () => {
    const { page, context } = await signedInPage(env, personOfOne, 'desk', { path: '/cabinet/person' });
    const afterChange: Record<string, readonly string[]> = {};
    // Pages that need no address of one document.
    const paths = pages
      .map(({ path }) => path as string)
      .filter((path) => path in afterReload && !path.includes('$'));
    for (const path of paths) {
      // As a link does it: what was loaded before stays.
      await page.evaluate((to) => history.pushState({}, '', to), path);
      await page.waitForFunction((title) => document.title === title, titles[path]);
      await waitUntilIdle(page);
      afterChange[path] = await layoutOf(page);
    }
    expect(afterChange).toEqual(Object.fromEntries(paths.map((path) => [path, afterReload[path]])));
    // Headings of the cabinet, of the home and of sections differ: the measure sees them.
    expect(new Set(Object.values(afterReload).flat()).size).toBeGreaterThan(5);
    await context.close();
  });
});
