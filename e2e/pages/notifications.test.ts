import ICAL from 'ical.js';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { sampleSignIns } from '../support/sample-users.ts';
import { type CabinetPages, startCabinetPages } from './cabinet-pages.tsx';
import { checkPage, type Page } from './page.ts';

const path = '/cabinet/person/settings/notifications';

let cabinet: CabinetPages;
let page: Page;
beforeAll(async () => {
  cabinet = await startCabinetPages();
  page = cabinet.page;
});
afterAll(() => cabinet.close());

const switchOf = (kind: string, channel: string) =>
  page.getByRole('group', { name: kind }).getByRole('checkbox', { name: channel });

it('a switch is pressed by the keyboard and stays after a reload', async () => {
  await cabinet.visit(sampleSignIns.personOfThree, path);
  await checkPage();
  const sms = switchOf('Оплату прийнято', 'SMS');
  for (const wasOn of [false, true]) {
    expect(await sms.isChecked()).toBe(wasOn);
    await sms.focus();
    await page.keyboard.press('Space');
    await cabinet.settled();
    await page.reload();
    expect(await sms.isChecked()).toBe(!wasOn);
  }
  expect(cabinet.takeProblems()).toEqual([]);
});

it('a switch goes back, and says which it was, when it could not be kept', async () => {
  await cabinet.visit(sampleSignIns.personOfThree, path);
  const sms = switchOf('Новий рахунок', 'SMS');
  const before = await sms.isChecked();
  cabinet.replaceAnswers({ '/api/notifications/save': 'broken' });
  await sms.click();
  await page.getByText(/^Не збережено: Новий рахунок, SMS\./).waitFor();
  expect(await sms.isChecked()).toBe(before);
  cabinet.replaceAnswers({});
});

it('a switch waits for the network', async () => {
  await cabinet.visit(sampleSignIns.personOfThree, path);
  cabinet.setOnline(false);
  await page.getByText('Змінити налаштування можна буде').first().waitFor();
  expect(await switchOf('Новий рахунок', 'SMS').isDisabled()).toBe(true);
  await checkPage();
  cabinet.setOnline(true);
  await cabinet.settled();
  expect(await switchOf('Новий рахунок', 'SMS').isEnabled()).toBe(true);
});

describe('this device', () => {
  const added: (readonly [object, string])[] = [];
  const add = (to: object, name: string, value: unknown) => {
    if (!Object.hasOwn(to, name)) added.push([to, name]);
    Object.defineProperty(to, name, { configurable: true, value });
  };
  /** A browser with push, which answers the question for a permission this way. */
  const allowPush = (permission: NotificationPermission): void => {
    const registration = { pushManager: { getSubscription: async () => null } };
    add(window, 'isSecureContext', true);
    add(window, 'PushManager', class {});
    add(window, 'Notification', { permission, requestPermission: async () => permission });
    add(navigator, 'serviceWorker', {
      ready: Promise.resolve(registration),
      getRegistration: async () => registration,
    });
  };
  afterEach(() => {
    for (const [to, name] of added.splice(0)) Reflect.deleteProperty(to, name);
  });

  it.each([
    [
      'forbids notifications',
      (): void => allowPush('denied'),
      'Сповіщення для цього сайту заборонено в браузері',
      false,
    ],
    ['has no notifications', (): void => undefined, 'Цей браузер не показує сповіщень', false],
    [
      'is that of an iPhone',
      (): void => {
        vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(
          'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1',
        );
      },
      'На iPhone та iPad спершу додайте кабінет на екран «Додому»',
      false,
    ],
    [
      'got no answer to its question',
      (): void => allowPush('default'),
      'Браузер запитав дозволу, але відповіді не було',
      true,
    ],
  ] as const)('whose browser %s says what to do', async (_, prepare, words, asksAgain) => {
    prepare();
    await cabinet.visit(sampleSignIns.personOfThree, path);
    const turnOn = page.getByRole('button', { name: 'Увімкнути на цьому пристрої' });
    if (asksAgain) await turnOn.click();
    await page.getByText(words).waitFor();
    expect(await turnOn.count()).toBe(asksAgain ? 1 : 0);
    await checkPage();
  });
});

it('the calendar is created on request, read by a calendar program, and replaced by another', async () => {
  await cabinet.visit(sampleSignIns.personOfThree, path);
  const card = page.getByRole('region', { name: 'Календар показань і оплат' });
  await card.getByRole('button', { name: 'Створити посилання' }).click();
  const open = card.getByRole('link', { name: 'Відкрити в календарі' });
  const href = (await open.getAttribute('href')) ?? '';
  expect(href).toMatch(/^webcal:\/\/.+\/calendar\/[\w-]{27}\.ics$/);
  await checkPage();
  await card.getByRole('button', { name: 'Скопіювати посилання' }).click();
  await card.getByText('Скопійовано.').waitFor();
  const address = await navigator.clipboard.readText();
  expect(address.replace(/^https?:/, 'webcal:')).toBe(href);
  const read = () => fetch(cabinet.product.url + new URL(address).pathname);

  const answer = await read();
  expect(answer.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
  const calendar = new ICAL.Component(ICAL.parse(await answer.text()));
  const events = calendar.getAllSubcomponents('vevent').map((event) => new ICAL.Event(event).uid);
  // Three objects, each with its next windows.
  expect(new Set(events.map((uid) => uid.slice(-'2390001111@svitlo'.length))).size).toBe(3);

  await card.getByRole('button', { name: 'Замінити посилання' }).click();
  const dialog = page.getByRole('dialog');
  await checkPage();
  await dialog.getByRole('button', { name: 'Замінити посилання' }).click();
  await page.getByText('Старе більше не працює').waitFor();
  expect(await open.getAttribute('href')).not.toBe(href);
  expect((await read()).status).toBe(404);
  expect(cabinet.takeProblems()).toEqual([]);
});
