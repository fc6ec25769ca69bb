import { expect, test } from '@playwright/test';
import { getServiceMessage } from '#contract/notices.ts';
import { checkPage } from '#e2e/support/page/check-page.ts';
import { signedInPage } from '#e2e/support/page/signed-in-page.ts';
import { turnInto } from '#e2e/support/page/visit.ts';
import { type OwnTestEnvironment, startTestEnvironment } from '#e2e/support/product/test-environment.ts';
import { sampleSignIns } from './support/sample-users.ts';

const dashboard = '/cabinet/admin/perf_dashboard';

let env: OwnTestEnvironment;
test.beforeAll(async ({ browser }) => {
  env = await startTestEnvironment(browser);
});
test.afterAll(() => env.close());

/** Makes calls as quickly as they are answered, until it is told to stop. */
function makeCalls(): () => Promise<number> {
  let isOver = false;
  let made = 0;
  const running = (async () => {
    while (!isOver) {
      const request = {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"pageToDisplay":"/"}',
      };
      await fetch(env.product.url + getServiceMessage.path, request).then((answer) => answer.arrayBuffer());
      made += 1;
      // A person's network would be slower still; the machine has other work.
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  })();
  return async () => {
    isOver = true;
    await running;
    return made;
  };
}

test('the owner watches the dashboard move under load without a reload, at a desk and on a phone, in both colours', async () => {
  const { page, problems, context } = await signedInPage(env, sampleSignIns.owner, 'desk', {
    path: dashboard,
  });
  await page.getByRole('heading', { level: 1, name: 'Продуктивність' }).waitFor();
  const verdict = page.getByRole('heading', { level: 2, name: /^(Усе гаразд|Не гаразд)/ });
  await verdict.waitFor();
  const perMinute = page.getByText(/^\d+ виклик(и|ів)? за хвилину$/);
  const read = async () => Number.parseInt((await perMinute.textContent()) ?? '', 10);
  const before = await read();
  const stop = makeCalls();
  await expect.poll(read, { timeout: 30_000 }).toBeGreaterThan(before + 40);
  const then = await read();
  await expect.poll(read, { timeout: 30_000 }).toBeGreaterThan(then);
  await page
    .getByRole('region', { name: 'Виклики за останню хвилину' })
    .getByText(getServiceMessage.path)
    .waitFor();
  // One node, itself; who uses a screen reader is told of the state alone, not of each figure.
  await expect(page.getByRole('region', { name: 'Вузли' }).getByText('на зв’язку')).toHaveCount(1);
  await expect(page.locator('main [role="status"]').first()).toHaveText(/^(Усе гаразд|Не гаразд)/);
  await checkPage(page);
  await turnInto(page, 'phone');
  await checkPage(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await checkPage(page);
  expect(await stop()).toBeGreaterThan(40);
  await page.getByRole('button', { name: 'Остання доба' }).click();
  await expect(page).toHaveURL(/span=day/);
  expect(problems).toEqual([]);
  await context.close();
});
