import { expect, type Page, test } from '@playwright/test';
import { layoutShiftOf, maxShift, watchLayout } from '#e2e/support/page/layout-shifts.ts';
import { checkBothLooks } from '#e2e/support/page/narrow-look.ts';
import { signedInPage } from '#e2e/support/page/signed-in-page.ts';
import { turnInto, waitUntilIdle } from '#e2e/support/page/visit.ts';
import { startTestEnvironment, type TestEnvironment } from '#e2e/support/product/test-environment.ts';
import { type PushService, startPushService } from '#portal/testing/providers/push-service.ts';
import { callProduct } from './support/call-product.ts';
import { sampleSignIns } from './support/sample-users.ts';

// What the pages say and do: pages/settings.test.ts, pages/notifications.test.ts, pages/objects.test.ts; how they look: every-page.test.ts.
const account = '/cabinet/person/settings/account';
const notifications = '/cabinet/person/settings/notifications';
const aparts = '/cabinet/person/settings/aparts';
const [first, second, third] = ['2390001111', '2390001112', '2390001113'];
const { personOfThree, personOfOne } = sampleSignIns;

let env: TestEnvironment;
let pushService: PushService;

test.beforeAll(async ({ browser }) => {
  pushService = await startPushService();
  env = await startTestEnvironment(browser, { PUSH_SERVICES: pushService.url });
});
test.afterAll(async () => {
  await env.close();
  await pushService.close();
});

const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement;
    return element?.getAttribute('aria-label') || element?.textContent || element?.id;
  });

test('pages of settings do not jump while they load for the first time, nor does the foot of a short page', async () => {
  for (const device of ['phone', 'desk'] as const) {
    const { page, context } = await signedInPage(env, personOfOne, device);
    await watchLayout(page);
    for (const path of [
      account,
      '/cabinet/person/settings/personal-information',
      '/cabinet/person/docs/green-tarif',
    ]) {
      await page.goto(env.product.url + path);
      await waitUntilIdle(page);
      await page.getByRole('contentinfo').waitFor();
      expect(await layoutShiftOf(page), path).toBeLessThan(maxShift);
    }
    await context.close();
  }
});

test('a form is opened and closed by the keyboard, with the focus where it was', async () => {
  const { page, context } = await signedInPage(env, personOfOne, 'phone', { path: account });
  await page.getByText('цей пристрій').waitFor();
  await waitUntilIdle(page);
  await page.getByRole('button', { name: 'Змінити пароль' }).focus();
  await page.keyboard.press('Enter');
  expect(await focused(page)).toBe('old_pass');
  await page.keyboard.type('x');
  // The button that shows it, the new one, the button that shows that, the change, the way back.
  for (let stop = 0; stop < 5; stop += 1) await page.keyboard.press('Tab');
  expect(await focused(page)).toBe('Скасувати');
  await page.keyboard.press('Enter');
  expect(await focused(page)).toBe('Змінити пароль');
  await page.getByRole('button', { name: 'Вийти на всіх пристроях', exact: true }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Вийти на всіх пристроях?' });
  await dialog.waitFor();
  await checkBothLooks(page);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  expect(await focused(page)).toBe('Вийти на всіх пристроях');
  await context.close();
});

/** A browser that has allowed notifications; what it lacks without a push service of its own: it subscribes at the local one. */
function subscribesAtLocalService(page: Page) {
  return page.addInitScript((browser) => {
    Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
    Notification.requestPermission = async () => 'granted';
    const kept = () => localStorage.getItem('subscribed') !== null;
    const subscription = {
      endpoint: browser.endpoint,
      toJSON: () => browser,
      unsubscribe: async () => {
        localStorage.removeItem('subscribed');
        return true;
      },
    };
    Object.assign(PushManager.prototype, {
      getSubscription: async () => (kept() ? subscription : null),
      subscribe: async () => {
        localStorage.setItem('subscribed', 'yes');
        return subscription;
      },
    });
  }, pushService.newBrowser());
}

test('a device subscribes with one press and shows what it is sent, also when no page is open; a sign-out ends the subscription', async () => {
  const visitor = await signedInPage(env, personOfThree, 'phone', { serviceWorkers: 'allow' });
  const { page, problems, context, token } = visitor;
  await subscribesAtLocalService(page);
  await page.goto(env.product.url + notifications);
  const ofDevice = page
    .getByRole('group', { name: 'Новий рахунок' })
    .getByRole('checkbox', { name: 'Пристрій' });
  await ofDevice.waitFor();
  await waitUntilIdle(page);
  for (const device of ['phone', 'desk'] as const) {
    await turnInto(page, device);
    const looks = await page.getByRole('checkbox').evaluateAll((boxes: HTMLInputElement[]) =>
      boxes.map((box) => {
        const { appearance, backgroundColor, borderColor } = getComputedStyle(box);
        return {
          state: `${box.checked} ${box.disabled}`,
          look: `${appearance} ${backgroundColor} ${borderColor}`,
        };
      }),
    );
    // Every state is drawn by the product, one look each.
    const states = new Set(looks.map(({ state }) => state));
    expect(states.size).toBeGreaterThan(1);
    expect(new Set(looks.map(({ look }) => look)).size).toBe(states.size);
    expect(looks.every(({ look }) => look.startsWith('none '))).toBe(true);
  }

  // The page itself waits 10 s for its worker, too short on a loaded machine.
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  const card = page.getByRole('region', { name: 'Сповіщення на цьому пристрої' });
  expect(await ofDevice.isDisabled()).toBe(true);
  await card.getByRole('button', { name: 'Увімкнути на цьому пристрої' }).click();
  await card.getByText('Увімкнено', { exact: true }).waitFor();
  await page.getByText('1 пристрій').waitFor();
  expect(await ofDevice.and(page.locator(':enabled')).isChecked()).toBe(true);
  await checkBothLooks(page);

  const [worker] = context.serviceWorkers();
  if (!worker) throw new Error('no worker');
  // A browser without a screen may not show notices: what it is asked to show is looked at instead.
  await worker.evaluate(() => {
    const { registration } = self as unknown as { registration: ServiceWorkerRegistration };
    const shown: unknown[] = [];
    const showNotification = async (title: string, options?: NotificationOptions) =>
      void shown.push({ title, body: options?.body, data: options?.data });
    Object.assign(registration, { showNotification });
    Object.assign(self, { shown });
  });
  const devtools = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations;
      if (first) resolve(first.registrationId);
    });
  });
  await devtools.send('ServiceWorker.enable');
  const { title, body, data } = { title: 'Рахунок', body: 'До сплати 1,00 грн.', data: '/cabinet/person' };
  await devtools.send('ServiceWorker.deliverPushMessage', {
    origin: env.product.url,
    registrationId: await registered,
    data: JSON.stringify({ title, body, path: data }),
  });
  await expect
    .poll(() => worker.evaluate(() => (self as unknown as { shown: unknown }).shown))
    .toEqual([{ title, body, data }]);

  const other = await env.sessionOf(personOfThree);
  const devices = async () =>
    (await callProduct(env.product.url, '/api/notifications/get', { token: other.user.token })).devices;
  expect(await devices()).toBe(1);
  expect(problems).toEqual([]);
  await callProduct(env.product.url, '/api/auth/sign-out', { token });
  expect(await devices()).toBe(0);
  await context.close();
});

/** The card of an object on the page of the objects. */
const cardOf = (page: Page, number: string) =>
  page
    .getByRole('list', { name: 'Об’єкти' })
    .getByRole('listitem')
    .filter({ hasText: `о/р ${number}` });

/** Removes an object by the keyboard. */
async function drop(page: Page, number: string): Promise<void> {
  await cardOf(page, number)
    .getByRole('button', { name: /^Вилучити/ })
    .press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByText(`о/р ${number}`).waitFor();
  await dialog.getByText('Рахунок і договір залишаються').waitFor();
  await dialog.getByRole('button', { name: 'Вилучити' }).press('Enter');
  await dialog.waitFor({ state: 'detached' });
}

test('a person names, chooses and removes objects by the keyboard, and another tab follows', async () => {
  const { page, problems, context } = await signedInPage(env, personOfThree, 'desk', { path: aparts });
  const other = await context.newPage();
  await other.goto(`${env.product.url}/cabinet/person`);
  await other.getByRole('main').getByRole('link', { name: second }).waitFor();

  const markup = '<b>Дача</b>';
  const field = page.getByLabel('Назва об’єкта');
  for (const name of [markup, '   ']) {
    await cardOf(page, second)
      .getByRole('button', { name: /^Перейменувати/ })
      .press('Enter');
    await field.waitFor();
    expect(await focused(page)).toBe(`name-${second}`);
    await page.keyboard.press('Control+A');
    await page.keyboard.press('Delete');
    await page.keyboard.type(name);
    if (name === markup) await checkBothLooks(page);
    await page.keyboard.press('Enter');
    await field.waitFor({ state: 'detached' });
    if (name !== markup) continue;
    await page.getByText(`Назву змінено: ${markup}.`).waitFor();
    expect(await focused(page)).toBe(`Перейменувати: ${markup}`);
    await other.getByRole('link', { name: markup }).waitFor();
    await page.reload();
    await cardOf(page, second).getByRole('heading', { name: markup }).waitFor();
  }
  await page.getByText('Тепер об’єкт зветься за адресою.').waitFor();
  await expect(page.getByText(markup)).toHaveCount(0);
  await cardOf(page, first)
    .getByRole('button', { name: /^Перейменувати/ })
    .press('Enter');
  await page.keyboard.type('не те');
  await page.keyboard.press('Escape');
  expect(await page.getByText('не те').count()).toBe(0);

  await turnInto(page, 'phone');
  await cardOf(page, second)
    .getByRole('button', { name: /^Обрати/ })
    .press('Enter');
  await cardOf(page, second).getByText('Обрано').waitFor();
  // What is said of the press covers no tab, and leaves before a dialog.
  const close = page.getByRole('status').getByRole('button', { name: 'Закрити' });
  await close.first().waitFor();
  const bar = await page.getByRole('navigation', { name: 'Розділи кабінету' }).boundingBox();
  for (const tip of await close.locator('..').all()) {
    const box = await tip.boundingBox();
    expect((box?.y ?? Number.NaN) + (box?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
  }
  await cardOf(page, first)
    .getByRole('button', { name: /^Вилучити/ })
    .press('Enter');
  await page.getByRole('dialog').waitFor();
  expect(await close.count()).toBe(0);
  await checkBothLooks(page);
  await page.keyboard.press('Escape');
  expect(await focused(page)).toMatch(/^Вилучити/);
  await waitUntilIdle(page);

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
  // The other tab was at the object that is there no more.
  await other.waitForURL(/\/cabinet\/person(\?|$)/);
  await other.getByText('Оберіть об’єкт').waitFor();
  expect(await other.getByText(third).count()).toBe(0);

  await drop(page, first);
  await drop(page, second);
  await page.waitForURL(/\/cabinet\/person\/add-apart/);
  await page.getByText("До вашого кабінету ще не додано жодного об'єкта.").waitFor();
  await other.waitForURL(/\/cabinet\/person\/add-apart/);
  await page.goto(`${env.product.url}/cabinet/person/indication`);
  await page.waitForURL(/\/cabinet\/person\/add-apart/);
  // A problem has the same colour at its field and in the summary.
  await page.locator('#account').fill('239000112О');
  await page.locator('#account').press('Enter');
  await page.locator('#account-error').waitFor();
  const colourOf = (selector: string) =>
    page.locator(selector).evaluate((element) => getComputedStyle(element).color);
  expect(await colourOf('#account-error')).toBe(await colourOf('[role=alert] a[href="#account"]'));
  await checkBothLooks(page);
  expect(problems).toEqual([]);
  await context.close();
});
