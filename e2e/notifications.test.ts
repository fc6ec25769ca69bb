import { expect, type Page, test } from '@playwright/test';
import ICAL from 'ical.js';
import { checkPage } from '#e2e/support/page/check-page.ts';
import { checkBothLooks } from '#e2e/support/page/narrow-look.ts';
import { type SignedInOptions, signedInPage } from '#e2e/support/page/signed-in-page.ts';
import { type Device, turnInto, waitUntilIdle } from '#e2e/support/page/visit.ts';
import { startTestEnvironment, type TestEnvironment } from '#e2e/support/product/test-environment.ts';
import { type PushService, startPushService } from '#portal/testing/providers/push-service.ts';
import { callProduct } from './support/call-product.ts';
import { sampleSignIns } from './support/sample-users.ts';

const path = '/cabinet/person/settings/notifications';

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

const person = sampleSignIns.personOfThree;

/** The page, signed in; `prepare` changes the browser before anything of the page runs. */
async function openSettings(
  device: Device,
  { prepare, ...options }: SignedInOptions & { prepare?: (page: Page) => Promise<unknown> } = {},
) {
  const visitor = await signedInPage(env, person, device, options);
  await prepare?.(visitor.page);
  await visitor.page.goto(env.product.url + path);
  await visitor.page.getByRole('group', { name: 'Новий рахунок' }).waitFor();
  await waitUntilIdle(visitor.page);
  return visitor;
}

const switchOf = (page: Page, kind: string, channel: string) =>
  page.getByRole('group', { name: kind }).getByRole('checkbox', { name: channel });
const part = (page: Page, name: string) => page.getByRole('region', { name });

/** What a browser without a push service of its own lacks: it subscribes at the local one. */
function subscribesAt(page: Page) {
  return page.addInitScript((browser) => {
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

/** A browser that was asked already, and said so. */
const withPermission = (permission: NotificationPermission) => (page: Page) =>
  page.addInitScript((answer) => {
    Object.defineProperty(Notification, 'permission', { get: () => answer });
    Notification.requestPermission = async () => answer;
  }, permission);

// A switch that could not be kept: pages/notifications.test.ts.
test('the notifications are switched one by one, also by keyboard, and stay; without a network they wait', async () => {
  const { page, problems, context } = await openSettings('phone');
  await checkBothLooks(page);
  const sms = switchOf(page, 'Оплату прийнято', 'SMS');
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
  for (const wasOn of [false, true]) {
    expect(await sms.isChecked()).toBe(wasOn);
    const saved = page.waitForResponse(/\/api\/notifications\/save$/);
    await sms.focus();
    await page.keyboard.press('Space');
    expect((await saved).status()).toBe(200);
    await page.reload();
    await sms.waitFor();
    expect(await sms.isChecked()).toBe(!wasOn);
  }
  await waitUntilIdle(page);
  expect(problems).toEqual([]);
  await context.setOffline(true);
  await page.getByText('Змінити налаштування можна буде').first().waitFor();
  await checkPage(page);
  await context.setOffline(false);
  await context.close();
});

test.describe('this device', () => {
  test('subscribes with one press; a sign-out ends the subscription', async () => {
    const { page, problems, context, token } = await openSettings('phone', {
      serviceWorkers: 'allow',
      prepare: async (opened) => {
        await withPermission('granted')(opened);
        await subscribesAt(opened);
      },
    });
    // The page itself waits 10 s for its worker, too short on a loaded machine.
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    const card = part(page, 'Сповіщення на цьому пристрої');
    expect(await switchOf(page, 'Новий рахунок', 'Пристрій').isDisabled()).toBe(true);
    await card.getByRole('button', { name: 'Увімкнути на цьому пристрої' }).click();
    await card.getByText('Увімкнено', { exact: true }).waitFor();
    await page.getByText('1 пристрій').waitFor();
    expect(await switchOf(page, 'Новий рахунок', 'Пристрій').and(page.locator(':enabled')).isChecked()).toBe(
      true,
    );
    await checkPage(page);
    const devices = async () =>
      (await callProduct(env.product.url, '/api/notifications/get', { token: other })).devices;
    const other = (await signedInPage(env, person, 'desk')).token;
    expect(await devices()).toBe(1);
    expect(problems).toEqual([]);
    await callProduct(env.product.url, '/api/auth/sign-out', { token });
    expect(await devices()).toBe(0);
    await context.close();
  });

  test('shows what it is sent, also when nobody looks', async () => {
    const { page, context } = await openSettings('desk', { serviceWorkers: 'allow' });
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
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
    await context.close();
  });

  test('says in plain words what to do where it can have no notices', async () => {
    // What each is: a browser that was asked and forbade them, one that knows none, a phone, one that gets no answer.
    const { page, context } = await openSettings('phone', {
      prepare: (opened) =>
        opened.addInitScript(() => {
          const browser = localStorage.getItem('browser');
          if (browser === 'none' || browser === 'iPhone') Reflect.deleteProperty(window, 'PushManager');
          if (browser === 'iPhone')
            Object.defineProperty(navigator, 'userAgent', {
              get: () =>
                'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1',
            });
          if (browser !== 'denied' && browser !== 'default') return;
          Object.defineProperty(Notification, 'permission', { get: () => browser });
          Notification.requestPermission = async () => browser;
        }),
    });
    const turnOn = page.getByRole('button', { name: 'Увімкнути на цьому пристрої' });
    for (const [browser, words] of [
      ['denied', 'Сповіщення для цього сайту заборонено в браузері'],
      ['none', 'Цей браузер не показує сповіщень'],
      ['iPhone', 'На iPhone та iPad спершу додайте кабінет на екран «Додому»'],
      ['default', 'Браузер запитав дозволу, але відповіді не було'],
    ] as const) {
      await page.evaluate((kind) => localStorage.setItem('browser', kind), browser);
      await page.reload();
      // It asks again when the question of the browser was not answered.
      if (browser === 'default') await turnOn.click();
      await page.getByText(words).waitFor();
      expect(await turnOn.count(), browser).toBe(browser === 'default' ? 1 : 0);
      if (browser === 'default') await turnInto(page, 'desk');
      await checkPage(page);
    }
    await context.close();
  });
});

test.describe('the calendar', () => {
  test('is made when it is wanted, read by a calendar program, and replaced by another', async () => {
    const { page, problems, context } = await openSettings('desk', {
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    const card = part(page, 'Календар показань і оплат');
    await card.getByRole('button', { name: 'Створити посилання' }).click();
    const open = card.getByRole('link', { name: 'Відкрити в календарі' });
    const href = (await open.getAttribute('href')) ?? '';
    expect(href).toMatch(/^webcal:\/\/.+\/calendar\/[\w-]{27}\.ics$/);
    await checkPage(page);
    await card.getByRole('button', { name: 'Скопіювати посилання' }).click();
    await card.getByText('Скопійовано.').waitFor();
    const address = await page.evaluate(() => navigator.clipboard.readText());
    expect(address).toBe(href.replace('webcal:', 'http:'));

    const answer = await fetch(address);
    expect(answer.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
    const calendar = new ICAL.Component(ICAL.parse(await answer.text()));
    const events = calendar.getAllSubcomponents('vevent').map((event) => new ICAL.Event(event).uid);
    // Three objects, each with its next windows.
    expect(new Set(events.map((uid) => uid.slice(-'2390001111@svitlo'.length))).size).toBe(3);

    await card.getByRole('button', { name: 'Замінити посилання' }).click();
    const dialog = page.getByRole('dialog');
    await checkPage(page);
    await dialog.getByRole('button', { name: 'Замінити посилання' }).click();
    await page.getByText('Старе більше не працює').waitFor();
    expect(await open.getAttribute('href')).not.toBe(href);
    expect((await fetch(address)).status).toBe(404);
    expect(problems).toEqual([]);
    await context.close();
  });
});
