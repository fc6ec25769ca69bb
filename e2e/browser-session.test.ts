import { expect, type Page, test } from '@playwright/test';
import { commonMessages } from '#contract/messages/common-messages.ts';
import { checkPage, watchConsole } from '#e2e/support/page/check-page.ts';
import { checkBothLooks } from '#e2e/support/page/narrow-look.ts';
import { signedInPage } from '#e2e/support/page/signed-in-page.ts';
import { type Visitor, waitUntilIdle } from '#e2e/support/page/visit.ts';
import { startTestEnvironment, type TestEnvironment } from '#e2e/support/product/test-environment.ts';
import { fillSignIn, type SignIn, sampleSignIns, signInBy } from './support/sample-users.ts';

const stateKey = 'svitlo.cabinet';

let env: TestEnvironment;

test.beforeAll(async ({ browser }) => {
  env = await startTestEnvironment(browser);
});
test.afterAll(() => env.close());

/** A browser just after a sign-in, with animations; without a path no page of the cabinet is open yet. */
function signedInBrowser(signIn: SignIn, path?: string): Promise<Visitor> {
  return signedInPage(env, signIn, 'phone', { reducedMotion: 'no-preference', ...(path && { path }) });
}

function keptState(page: Page) {
  return page.evaluate((key) => localStorage.getItem(key), stateKey);
}

/** Replaces what the browser keeps by what it would be with this change. */
async function changeSession(page: Page, fields: { token: string }): Promise<void> {
  const state = JSON.parse((await keptState(page)) ?? '{}');
  const changed = JSON.stringify({ ...state, session: { ...state.session, ...fields } });
  await page.evaluate(([key, text]) => localStorage.setItem(key ?? '', text ?? ''), [stateKey, changed]);
}

/** Ends the session on the server, as another device of the same customer does. */
async function endOnServer(page: Page): Promise<void> {
  const { session } = JSON.parse((await keptState(page)) ?? '{}');
  const answer = await fetch(`${env.product.url}/api/auth/sign-out`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token: session.token }),
  });
  expect(answer.status).toBe(200);
}

test('a session that has ended is announced; who stays keeps what was typed for good, who signs in again comes back', async () => {
  const { context, page } = await signedInBrowser(sampleSignIns.personOfOne, '/cabinet');
  await page.goto(`${env.product.url}/cabinet/person/indication`);
  const field = page.locator('main input[inputmode=numeric]').first();
  await field.waitFor();
  await waitUntilIdle(page);
  await endOnServer(page);
  await field.fill('45000');
  const notice = page.getByRole('alert').getByText(commonMessages['common.sessionEnded']);
  await notice.waitFor();
  await checkPage(page);
  await page.getByRole('button', { name: 'Залишитися на сторінці' }).click();
  await page.getByRole('timer').waitFor({ state: 'detached' });
  await checkPage(page);

  await page.clock.install();
  const refused = page.waitForResponse((response) => response.status() === 401);
  await field.fill('45002');
  await refused;
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await page.clock.runFor(11 * 60_000);
  expect(new URL(page.url()).pathname).toBe('/cabinet/person/indication');
  expect(await field.inputValue()).toBe('45002');
  expect(await notice.count()).toBe(1);
  expect(await page.getByRole('timer').count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Залишитися на сторінці' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Увійти знову' }).click();
  await page.waitForURL(/\/sign-in\/person\?return=/);
  expect(await keptState(page)).toBeNull();
  await page.getByRole('heading', { level: 1, name: 'Вхід до кабінету' }).waitFor();
  await fillSignIn(page, sampleSignIns.personOfOne);
  await page.waitForURL(`${env.product.url}/cabinet/person/indication`);
  await context.close();
});

test('who does nothing about it is at the landing after 20 seconds, and not earlier', async () => {
  const { context, page } = await signedInBrowser(sampleSignIns.entityOfOne);
  await endOnServer(page);
  await page.clock.install();
  await page.goto(`${env.product.url}/cabinet/entity/indication`);
  await page.getByRole('alert').waitFor();
  await page.clock.runFor(15_000);
  expect(new URL(page.url()).pathname).toBe('/cabinet/entity/indication');
  await page.clock.runFor(6000);
  await page.waitForURL(`${env.product.url}/`);
  expect(await keptState(page)).toBeNull();
  await context.close();
});

test('a token with a false signature clears everything at once', async () => {
  const { context, page } = await signedInBrowser(sampleSignIns.personOfOne);
  const { session } = JSON.parse((await keptState(page)) ?? '{}');
  const [head, claims, signature] = session.token.split('.');
  await changeSession(page, { token: `${head}.${claims}.${[...signature].reverse().join('')}` });
  await page.goto(`${env.product.url}/cabinet/person`);
  await page.waitForURL(`${env.product.url}/`);
  expect(await keptState(page)).toBeNull();
  await waitUntilIdle(page);
  expect(await page.getByRole('alert').count()).toBe(0);
  await context.close();
});

test('who signs out without a network has left the device; the server ends the session when it answers again', async () => {
  const { context, page } = await signedInBrowser(sampleSignIns.personOfOne, '/cabinet/person');
  const { session } = JSON.parse((await keptState(page)) ?? '{}');
  const isSessionActive = async (token: string = session.token) => {
    const answer = await fetch(`${env.product.url}/api/check-session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token }),
    });
    return answer.ok;
  };
  await context.setOffline(true);
  await page.getByRole('button', { name: /^Мій обліковий запис/ }).click();
  await page.getByRole('button', { name: 'Вийти' }).click();
  await page.waitForURL(`${env.product.url}/`);
  expect(await keptState(page)).toBeNull();
  expect(await isSessionActive()).toBe(true);
  // What stays on the device is good for nothing but ending the session.
  const left = await page.evaluate(() => localStorage.getItem('svitlo.left'));
  expect(left).not.toBeNull();
  expect(await isSessionActive(left ?? '')).toBe(false);

  await context.setOffline(false);
  await page.waitForFunction(() => localStorage.getItem('svitlo.left') === null);
  expect(await isSessionActive()).toBe(false);
  await context.close();
});

test('tabs agree on the chosen object, on the way out and on the way in', async () => {
  const { context, page } = await signedInBrowser(sampleSignIns.personOfThree);
  const other = await context.newPage();
  await page.goto(`${env.product.url}/cabinet/person?account=2390001111`);
  await waitUntilIdle(page);
  await other.goto(`${env.product.url}/cabinet/person/bills/`);
  await waitUntilIdle(other);
  // An address has no slash at its end.
  expect(new URL(other.url()).pathname).toBe('/cabinet/person/bills');
  await page.goto(`${env.product.url}/cabinet/person?account=2390001113`);
  await other.waitForFunction(() => document.querySelector('select')?.value === '2390001113');

  await page.getByRole('button', { name: /^Мій обліковий запис/ }).click();
  await page.getByRole('button', { name: 'Вийти' }).click();
  await page.waitForURL(`${env.product.url}/`);
  await other.waitForURL(`${env.product.url}/`);

  await signInBy(page, env.product.url, sampleSignIns.entityOfTwo);
  await other.waitForURL(/\/cabinet\/entity/);
  await other.getByRole('button', { name: /1000000002/ }).waitFor();
  await context.close();
});

test('the staff sees a cabinet as its customer in a tab of its own, which keeps the viewing after a load and closes with it', async () => {
  const { url } = env.product;
  const { user, accounts } = await env.sessionOf(sampleSignIns.personOfOne);
  const path = `/cabinet/admin/management/customers/${user.userId}`;
  const staff = await signedInPage(env, sampleSignIns.operator, 'desk', { path });
  await staff.page.getByRole('button', { name: 'Дивитися як клієнт' }).click();
  const form = staff.page.getByRole('dialog', { name: 'Кабінет очима клієнта' });
  const reason = 'Клієнт питає, чому сума завелика';
  await form.getByLabel('Причина').fill(reason);
  await checkPage(staff.page);
  const opening = staff.context.waitForEvent('page');
  await form.getByRole('button', { name: 'Відкрити кабінет' }).click();
  const tab = await opening;
  await tab.waitForURL('**/cabinet/person');
  const banner = tab.getByRole('region', { name: 'Перегляд кабінету клієнта' });
  await banner.getByText(reason).waitFor();

  await tab.goto(`${url}/cabinet/person/indication?account=${accounts[0]?.account}`);
  await banner.getByText(/^Ще 2\d хв$/).waitFor();
  await tab.locator('main input[inputmode=numeric]').first().fill('45025');
  const submit = tab.getByRole('button', { name: 'Передати показання' });
  await expect(submit).toBeDisabled();
  expect(await submit.getAttribute('title')).toBe('Вимкнено: ви лише переглядаєте кабінет клієнта.');
  await checkBothLooks(tab);

  await staff.page.reload();
  await staff.page.getByRole('button', { name: 'Дивитися як клієнт' }).waitFor();
  const closed = tab.waitForEvent('close');
  await banner.getByRole('button', { name: 'Завершити перегляд' }).click();
  await closed;
  expect(staff.problems).toEqual([]);
  await staff.context.close();
});

test('a failed prefetch of code reloads nothing; opening the page reloads it once, then shows the failure', async () => {
  const { page, context } = await env.visit('phone');
  const gone: string[] = [];
  let documents = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents += 1;
  });
  await page.route(/\/assets\/(auth-layout|sign-up-person)/, (route) => {
    gone.push(route.request().url());
    return route.fulfill({ status: 404, body: '' });
  });
  await page.goto(env.product.url);
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

test('a change of the page is the transition named page, which another may overtake; a change on the page is none', async () => {
  const { context, page } = await signedInBrowser(sampleSignIns.personOfThree);
  await page.addInitScript(() => {
    const seen: string[][] = [];
    Object.assign(window, { seenTransitions: seen });
    const start = document.startViewTransition.bind(document);
    document.startViewTransition = (given) => {
      if (typeof given === 'object') seen.push([...(given?.types ?? [])]);
      return start(given);
    };
  });
  await page.goto(`${env.product.url}/cabinet/person?account=2390001111`);
  const { problems } = watchConsole(page);
  await waitUntilIdle(page);
  const seen = () => page.evaluate(() => Reflect.get(window, 'seenTransitions') as string[][]);
  const before = (await seen()).length;
  await page
    .getByRole('navigation')
    .getByRole('link', { name: /2390001112/ })
    .click();
  await page.waitForURL(/account=2390001112/);
  await waitUntilIdle(page);
  expect((await seen()).slice(before)).toEqual([]);
  await page.getByRole('link', { name: 'Рахунки', exact: true }).click();
  await page.waitForURL(/\/cabinet\/person\/bills/);
  await waitUntilIdle(page);
  expect((await seen()).at(-1)).toEqual(['page']);
  await page.evaluate(async () => {
    document.startViewTransition(() => undefined);
    await document.startViewTransition(() => undefined).finished;
  });
  expect(problems).toEqual([]);
  await context.close();
});
