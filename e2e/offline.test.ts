import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, expect, type Page, test } from '@playwright/test';
import pg from 'pg';
import { type ChangingNetwork, openChangingNetwork } from '#e2e/support/page/changing-network.ts';
import { checkPage, watchConsole } from '#e2e/support/page/check-page.ts';
import { keptState } from '#e2e/support/page/signed-in-page.ts';
import { waitUntilIdle } from '#e2e/support/page/visit.ts';
import { findBrowser } from '#e2e/support/product/launch-browser.ts';
import { type OwnTestEnvironment, startTestEnvironment } from '#e2e/support/product/test-environment.ts';
import { callProduct } from './support/call-product.ts';
import { personBy, type SignIn, sampleSignIns, signInBy } from './support/sample-users.ts';
import { signInByCall } from './support/sign-in-by-call.ts';
import { previousValue, usualValue } from './support/usual-value.ts';

const ACCOUNT = '2390001112';
const SUBMIT = '/api/readings/submit';
/** A picture of one point. */
const PHOTO = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const phone = { width: 375, height: 812 };

let env: OwnTestEnvironment;
let network: ChangingNetwork;
let database: pg.Pool;
/** What the browser keeps on the disk. */
let folder: string;
/** The browser of the device: the cabinet that it has kept once serves all tests. */
let context: BrowserContext | undefined;

test.beforeAll(async ({ browser }) => {
  env = await startTestEnvironment(browser);
  database = new pg.Pool({ connectionString: env.product.databaseUrl, max: 1 });
  network = await openChangingNetwork(env.product.url);
  folder = await mkdtemp(join(tmpdir(), 'svitlo-device-'));
});
test.afterAll(async () => {
  await closeBrowser();
  await network.close();
  await rm(folder, { recursive: true, force: true });
  await database.end();
  await env.close();
});
test.afterEach(async () => {
  network.lost.clear();
  network.cut.clear();
  await context?.setOffline(false);
});

/** Opens the browser of this device, with all that it has kept. */
async function openBrowser(): Promise<BrowserContext> {
  const opened = await chromium.launchPersistentContext(folder, {
    ...(await findBrowser()),
    locale: 'uk-UA',
    timezoneId: 'Europe/Kyiv',
    reducedMotion: 'reduce',
  });
  opened.setDefaultTimeout(15_000);
  context = opened;
  return opened;
}

async function closeBrowser(): Promise<void> {
  await context?.close();
  context = undefined;
}

/** Empties the device of everything but the cabinet itself, and opens a page as a phone (light) or a desk (dark) shows it. */
async function openDevice(
  device: 'phone' | 'desk' = 'phone',
): Promise<{ page: Page; context: BrowserContext }> {
  const opened = context ?? (await openBrowser());
  const before = opened.pages();
  const page = await opened.newPage();
  await Promise.all(before.map((tab) => tab.close()));
  await page.setViewportSize(device === 'phone' ? phone : { width: 1440, height: 900 });
  await page.emulateMedia({ colorScheme: device === 'phone' ? 'light' : 'dark' });
  // No page of the cabinet runs there that could write anything down again.
  await page.goto(`${network.url}/icon.svg`);
  await page.evaluate(async () => {
    localStorage.clear();
    sessionStorage.clear();
    for (const { name = '' } of await indexedDB.databases()) {
      await new Promise((done, failed) => {
        const removal = indexedDB.deleteDatabase(name);
        removal.onsuccess = done;
        removal.onerror = failed;
      });
    }
  });
  return { page, context: opened };
}

/** Waits until the device has kept the cabinet and what it shows of an account. */
async function keepCabinet(page: Page, account: string): Promise<void> {
  const show = async () => {
    await page.getByText(account).first().waitFor();
    await waitUntilIdle(page);
  };
  await page.goto(`${network.url}/cabinet/person?account=${account}`);
  await show();
  const isKept = await page.evaluate(async () => {
    const wasKept = navigator.serviceWorker.controller !== null;
    await navigator.serviceWorker.ready;
    return wasKept;
  });
  if (isKept) return;
  await page.reload();
  await show();
}

/** Signs in by the form. */
async function signInAndKeep(page: Page, signIn: SignIn, account: string): Promise<void> {
  await signInBy(page, network.url, signIn);
  await keepCabinet(page, account);
}

/** Stores a new session in the browser; the page that is open must run no code of the cabinet, which would overwrite it. */
async function beSignedIn(page: Page, signIn: SignIn, account: string): Promise<void> {
  const kept = keptState(network.url, await signInByCall(network.url, signIn));
  await page.evaluate((entries) => {
    for (const { name, value } of entries) localStorage.setItem(name, value);
  }, kept);
  await keepCabinet(page, account);
}

async function openIndication(page: Page): Promise<void> {
  await page.goto(`${network.url}/cabinet/person/indication`);
  await page.getByRole('heading', { level: 1, name: 'Показання' }).waitFor();
  await page.locator('main h2').first().waitFor();
}

/** Ends the session from where no page of the cabinet runs that could write it down again. */
async function endSession(page: Page): Promise<void> {
  await page.goto(`${network.url}/icon.svg`);
  await page.evaluate(() => localStorage.removeItem('svitlo.cabinet'));
}

const field = (page: Page) => page.locator('main input[inputmode=numeric]').first();

/** Types a reading with the network, and waits until the page has the code that queues it without one. */
async function typeReading(page: Page, value: string): Promise<void> {
  await field(page).fill(value);
  await page.waitForFunction(() => {
    const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
    return ['queue-actions', 'queued-panel'].every((code) => loaded.some((name) => name.includes(code)));
  });
}

const submit = (page: Page) => page.getByRole('button', { name: 'Передати показання' });
const waits = (page: Page) => page.locator('main').getByText('Показання чекає мережі');

async function submissionsOf(account: string) {
  const { rows } = await database.query(
    'select request_id, photo_id, taken_at, submitted_at from billing.reading_submission where account_number = $1',
    [account],
  );
  return rows as { photo_id: string | null; taken_at: Date; submitted_at: Date }[];
}

test('a reading with its photo, given without a network, outlives the browser and is sent once from two tabs', async () => {
  let { page, context: opened } = await openDevice();
  await signInAndKeep(page, personBy('501110001'), ACCOUNT);
  await openIndication(page);
  await waitUntilIdle(page);
  const before = await submissionsOf(ACCOUNT);

  await opened.setOffline(true);
  await page.goto(`${network.url}/cabinet/person`);
  await page.getByText('Показуємо збережене, станом на').waitFor();
  await page.getByText('37,20').first().waitFor();
  await page.locator('footer a[href^="tel:"]').first().waitFor();
  await checkPage(page);

  await openIndication(page);
  // More than the line can carry: it is taken with a photo only.
  await field(page).fill(String((await previousValue(database, ACCOUNT)) + 60_000).slice(-6));
  await submit(page).click();
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'meter.png', mimeType: 'image/png', buffer: PHOTO });
  await page.getByText('Фото додано').waitFor();
  await submit(page).click();
  await waits(page).waitFor();
  await page.getByText('Разом із фото лічильника').waitFor();
  await checkPage(page);
  expect(await submissionsOf(ACCOUNT)).toEqual(before);

  await closeBrowser();
  opened = await openBrowser();
  page = opened.pages()[0] ?? (await opened.newPage());
  await page.setViewportSize(phone);
  await opened.setOffline(true);
  await openIndication(page);
  await waits(page).waitFor();
  const other = await opened.newPage();
  await other.setViewportSize(phone);
  await other.goto(`${network.url}/cabinet/person`);
  await other.getByText(`Показання за рахунком ${ACCOUNT} чекає мережі.`).waitFor();
  await checkPage(other);

  network.asked.length = 0;
  await opened.setOffline(false);
  await Promise.all([page, other].map((tab) => tab.evaluate(() => window.dispatchEvent(new Event('focus')))));
  await page.getByRole('heading', { name: 'Показання на перевірці' }).waitFor();
  await other.getByRole('link', { name: 'Квитанція' }).waitFor();
  await waitUntilIdle(page);
  await checkPage(page);
  const after = await submissionsOf(ACCOUNT);
  expect(after).toHaveLength(before.length + 1);
  const sent = after.at(-1);
  expect(sent?.photo_id).not.toBeNull();
  expect(Number(sent?.submitted_at)).toBeGreaterThan(Number(sent?.taken_at));
  expect(network.asked.filter((path) => path === SUBMIT)).toHaveLength(1);

  await page.getByRole('button', { name: 'Гаразд' }).click();
  await other.getByRole('link', { name: 'Квитанція' }).waitFor({ state: 'detached' });
});

test('an answer that is lost on its way is asked for again, and the reading is not doubled', async () => {
  const { page } = await openDevice('desk');
  const account = '2390001113';
  const { problems } = watchConsole(page);
  await beSignedIn(page, personBy('501110001'), account);
  await openIndication(page);
  await field(page).fill(String(await usualValue(database, account)));
  network.lost.add(SUBMIT);
  await submit(page).click();
  await page.getByText('Повторна спроба не створить другого показання').waitFor();
  await checkPage(page);
  const [taken, ...more] = await submissionsOf(account);
  expect(taken).toBeDefined();
  network.lost.clear();
  // It may be on its way again by itself, and the button gone with the answer.
  await page
    .getByRole('button', { name: 'Передати зараз' })
    .click({ timeout: 3000 })
    .catch(() => undefined);
  await page.getByRole('heading', { name: /^Показання (прийнято|на перевірці)$/ }).waitFor();
  await waitUntilIdle(page);
  await checkPage(page);
  expect(await submissionsOf(account)).toEqual([taken, ...more]);
  // With a network, pages that pass through the worker leave the console empty; but for the answer that was lost.
  for (const path of ['/', '/cabinet/person', '/cabinet/person/bills', '/cabinet/person/settings/aparts']) {
    await page.goto(network.url + path);
    await waitUntilIdle(page);
  }
  expect(problems.filter((problem) => !problem.includes('ERR_EMPTY_RESPONSE'))).toEqual([]);
});

test('what waits is sent under the sign-in of its owner alone, also after the session is over', async () => {
  const { page, context } = await openDevice();
  await beSignedIn(page, sampleSignIns.personOfOne, '2390001130');
  await openIndication(page);
  await typeReading(page, String(await usualValue(database, '2390001130')));
  await context.setOffline(true);
  network.cut.add(SUBMIT);
  await submit(page).click();
  await waits(page).waitFor();
  const before = await submissionsOf('2390001130');

  // The session is over before the network is back.
  await context.setOffline(false);
  await endSession(page);
  network.cut.clear();
  await signInAndKeep(page, personBy('501110001'), ACCOUNT);
  await openIndication(page);
  expect(await page.getByText('чекає мережі').count()).toBe(0);
  const seen = await page.evaluate(
    () =>
      new Promise<string[]>((done) => {
        const opening = indexedDB.open('svitlo');
        opening.onsuccess = () => {
          const asked = opening.result.transaction('seen').objectStore('seen').getAll();
          asked.onsuccess = () => done(asked.result.map((row: object) => JSON.stringify(row)));
        };
      }),
  );
  expect(seen.filter((row) => row.includes('2390001130'))).toEqual([]);
  expect(seen.filter((row) => /token/i.test(row))).toEqual([]);
  expect(await submissionsOf('2390001130')).toEqual(before);

  await endSession(page);
  await signInBy(page, network.url, sampleSignIns.personOfOne);
  await page.getByText('що чекало мережі, передано').waitFor();
  expect(await submissionsOf('2390001130')).toHaveLength(before.length + 1);
});

test('a page whose data was never read says so, and shows it when the network is back', async () => {
  const { page, context } = await openDevice();
  await beSignedIn(page, personBy('501110001'), ACCOUNT);
  await context.setOffline(true);
  for (const path of ['sub-book', 'directory/payment-history', 'settings/account']) {
    await page.goto(`${network.url}/cabinet/person/${path}`);
    await page.getByRole('button', { name: 'Спробувати ще раз' }).first().waitFor();
    await checkPage(page);
  }
  await page.goto(`${network.url}/cabinet/person/directory/payment-history`);
  await page.getByText('на цьому пристрої цих даних немає').first().waitFor();
  await context.setOffline(false);
  await page.getByText('на цьому пристрої цих даних немає').first().waitFor({ state: 'detached' });
});

test('a refusal is shown and links to the typed values; a passed window needs a confirmation', async () => {
  const { page, context } = await openDevice('desk');
  const account = '2390002022';
  await beSignedIn(page, sampleSignIns.personOfDifficult, account);
  await openIndication(page);
  const typed = String((await previousValue(database, account)) + 900);
  await typeReading(page, typed);
  await context.setOffline(true);
  await submit(page).click();
  await waits(page).waitFor();

  await page.clock.setFixedTime(Date.now() + 40 * 24 * 60 * 60_000);
  await context.setOffline(false);
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await page.getByText('минув час подання').waitFor();
  await checkPage(page);
  expect(await submissionsOf(account)).toEqual([]);
  // The server refuses a reading whose device has another time when it is sent.
  await page.clock.setFixedTime(Date.now());
  await page.getByRole('button', { name: 'Передати зараз' }).click();
  await page.getByText('Показання, що чекало мережі, треба підтвердити').waitFor();
  await checkPage(page);
  await page.getByRole('button', { name: 'Виправити' }).click();
  expect(await field(page).inputValue()).toBe(typed);
  // The clock is fixed from here on.
  await closeBrowser();
});

test('what waits for an object goes with it only when that was said, and is never lost unseen', async () => {
  const { page, context } = await openDevice();
  const [first, second] = ['2390001111', '2390002022'];
  const aparts = `${network.url}/cabinet/person/settings/aparts`;
  const home = `${network.url}/cabinet/person`;
  const line = (account: string) => page.getByText(`за рахунком ${account}`);
  const dialog = page.getByRole('dialog');
  const keepReading = async (account: string, kwh: number): Promise<string> => {
    await page.goto(`${home}?account=${account}`);
    await page.locator('main').getByText(`о/р ${account}`).first().waitFor();
    await waitUntilIdle(page);
    await openIndication(page);
    const typed = String((await previousValue(database, account)) + kwh);
    await typeReading(page, typed);
    await context.setOffline(true);
    // Of a meter with two zones the day alone is given.
    await submit(page)
      .or(page.getByRole('button', { name: 'Ніч передам пізніше' }))
      .click();
    await waits(page).waitFor();
    await context.setOffline(false);
    return typed;
  };
  await beSignedIn(page, personBy('501110001'), first);
  network.lost.add(SUBMIT);
  const lost = await keepReading(first, 41);

  await page.goto(aparts);
  await line(first).waitFor();
  await page
    .getByRole('listitem')
    .filter({ hasText: `о/р ${first}` })
    .getByRole('button', { name: /^Вилучити/ })
    .click();
  await dialog.getByText('Показання чекає на цьому пристрої').waitFor();
  await dialog.getByText(new RegExp(`^${lost}, записано `)).waitFor();
  await checkPage(page);
  await dialog.getByRole('button', { name: 'Вилучити й не передавати показання' }).click();
  await line(first).waitFor({ state: 'detached' });

  // Removed elsewhere while a reading waits here.
  await endSession(page);
  await beSignedIn(page, sampleSignIns.personOfDifficult, second);
  const stranded = await keepReading(second, 900);
  const { user } = await signInByCall(network.url, sampleSignIns.personOfDifficult);
  await callProduct(network.url, '/api/post-drop-objects', { token: user.token, account: second });
  network.lost.clear();
  await page.goto(home);
  const message = page.getByText(`Показання ${stranded} за рахунком ${second}, записане`);
  await message.waitFor();
  await page.getByText('такого об’єкта чи лічильника вже немає у вашому кабінеті').waitFor();
  await waitUntilIdle(page);
  await checkPage(page);
  await page.getByRole('button', { name: 'Прибрати' }).click();
  await message.waitFor({ state: 'detached' });
  await page.reload();
  await waitUntilIdle(page);
  expect(await line(second).count()).toBe(0);
});

// The last one: it leaves another build behind.
test('a new build is taken over at once: its page, its code, and only the build before is kept', async () => {
  const { page, context } = await openDevice();
  await beSignedIn(page, personBy('501110001'), ACCOUNT);
  const builds = () => page.evaluate(() => caches.keys());
  const [first] = await builds();
  const bringBuild = async (name: string) => {
    network.rewritten.set('/app.html', (html) =>
      html.replace('<title>', `<meta name="build" content="${name}"><title>`),
    );
    network.rewritten.set('/service-worker.js', (code) =>
      code.replaceAll((first ?? '').replace('svitlo-shell-', ''), name),
    );
    const taken = page.evaluate(
      () => new Promise((done) => navigator.serviceWorker.addEventListener('controllerchange', done)),
    );
    await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
    await taken;
  };
  await bringBuild('next');
  await expect.poll(builds, { timeout: 10_000 }).toEqual([first, 'svitlo-shell-next']);
  await bringBuild('third');
  await expect.poll(builds, { timeout: 10_000 }).toEqual(['svitlo-shell-next', 'svitlo-shell-third']);
  await context.setOffline(true);
  await page.reload();
  await page.getByText(ACCOUNT).first().waitFor();
  expect(await page.locator('meta[name=build]').getAttribute('content')).toBe('third');
  // Calls never come from the device.
  expect(
    await page.evaluate(() =>
      fetch('/api/pairs', { method: 'POST' }).then(
        () => 'answered',
        () => 'failed',
      ),
    ),
  ).toBe('failed');
});
