import { expect, type Page, test } from '@playwright/test';
import { checkPage } from '#e2e/support/page/check-page.ts';
import { checkLargeLetters, checkSizes } from '#e2e/support/page/narrow-look.ts';
import { signedInPage } from '#e2e/support/page/signed-in-page.ts';
import { turnInto, waitUntilIdle } from '#e2e/support/page/visit.ts';
import { shareTestEnvironment, type TestEnvironment } from '#e2e/support/product/test-environment.ts';
import { type SignIn, sampleSignIns } from './support/sample-users.ts';

// Those of a person: person-cabinet.test.ts.
const cabinets: readonly (readonly [who: string, signIn: SignIn, paths: readonly string[]])[] = [
  [
    'an entity',
    sampleSignIns.entityOfOne,
    [
      '/cabinet/entity',
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
const open = [
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
];

test.describe.configure({ mode: 'parallel' });

let env: TestEnvironment;

test.beforeAll(({ browser }) => {
  env = shareTestEnvironment(browser);
});
test.afterAll(() => env.close());

/** Looks at a page on a desk, then at the same document on phones; gives what is wrong. */
async function checkLooks(page: Page, path: string): Promise<readonly string[]> {
  await turnInto(page, 'desk');
  await page.goto(env.product.url + path);
  await page.locator('main h1').first().waitFor();
  await waitUntilIdle(page);
  await checkPage(page);
  await turnInto(page, 'phone');
  return [...(await checkSizes(page, path)), ...(await checkLargeLetters(page, path))];
}

for (const [name, signIn, paths] of cabinets) {
  test(`${name} reads every page on a desk, at 320 pixels, and with letters of 200 %`, async () => {
    const { page, problems, context } = await signedInPage(env, signIn, 'desk');
    const wrong: string[] = [];
    for (const path of paths)
      await test.step(path, async () => wrong.push(...(await checkLooks(page, path))));
    expect(wrong).toEqual([]);
    expect(problems).toEqual([]);
    await context.close();
  });
}

test('a visitor reads every open page on a desk, at 320 pixels, and with letters of 200 %', async () => {
  const { page, problems, context } = await env.visit('desk');
  const wrong: string[] = [];
  for (const path of open) await test.step(path, async () => wrong.push(...(await checkLooks(page, path))));
  expect(wrong).toEqual([]);
  expect(problems).toEqual([]);
  // The answer to an address that there is not is a refusal, which the console names.
  expect(await checkLooks(page, '/cabinet/nowhere')).toEqual([]);
  await page.getByText('На жаль, цю сторінку не знайдено').waitFor();
  await page.getByText('На головну').click();
  await page.waitForURL(`${env.product.url}/`);
  await context.close();
});
