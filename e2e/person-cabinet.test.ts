import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commonMessages } from '#contract/messages/common-messages.ts';
import { pages } from '#contract/specification.ts';
import { addMonths, periodOf } from '#domain/time/billing-period.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { systemClock } from '#platform/clock.ts';
import { callProduct } from './support/call-product.ts';
import { checkPage } from './support/check-page.ts';
import { personPages, type SampleFacts, type Sight } from './support/person-pages.ts';
import { type SignIn, sampleSignIns } from './support/sample-users.ts';
import { type SignedInVisitor, signedInPage, signInByCall } from './support/signed-in-page.ts';
import {
  type Device,
  startTestEnvironment,
  type TestEnvironment,
  waitUntilIdle,
} from './support/test-environment.ts';
import { walkByKeyboard } from './support/walk-by-keyboard.ts';

const ticketPages = ['/cabinet/person/tickets'];
const listed = pages
  .map(({ path }) => path)
  .filter((path) => path === '/cabinet/person' || path.startsWith('/cabinet/person/'))
  .filter((path) => !ticketPages.includes(path));

/** Words that stand where something is still to come, and values that were never put into words. */
const placeholders =
  /в розробці|незабаром|скоро буде|ще не готов|заглушка|сторінка готується|\bTODO\b|lorem ipsum|placeholder|undefined|\bnull\b|\bNaN\b|\[object|\{\w+\}/i;
const retry = 'Спробувати ще раз';

let stage: TestEnvironment;
let facts: SampleFacts;
const visitors = new Map<string, Promise<SignedInVisitor>>();

beforeAll(async () => {
  stage = await startTestEnvironment();
  const { user } = await signInByCall(stage.product.url, sampleSignIns.personOfThree);
  const { payments } = (await callProduct(stage.product.url, '/api/payments/list', {
    token: user.token,
    account: '2390001112',
  })) as { payments: { paymentId: string }[] };
  facts = {
    period: addMonths(periodOf(kyivDateOf(systemClock.now())), -1),
    paymentId: payments[0]?.paymentId ?? '',
  };
});
afterAll(() => stage.close());

/** The browser of somebody on a device; the same one for all pages. */
function visitorOf(who: SignIn, device: Device): Promise<SignedInVisitor> {
  const key = `${device} ${who.fields.phone}`;
  const known =
    visitors.get(key) ?? signedInPage(stage, who, device, { path: '/cabinet/person/directory/laws' });
  visitors.set(key, known);
  return known;
}

/** Opens a page with that object chosen. */
async function open(page: Page, path: string, { account, address }: Sight): Promise<void> {
  await page.evaluate((chosen) => {
    const kept = JSON.parse(localStorage.getItem('svitlo.cabinet') ?? '{}');
    localStorage.setItem(
      'svitlo.cabinet',
      JSON.stringify({ ...kept, person: { ...kept.person, account: chosen } }),
    );
  }, account);
  await page.goto(stage.product.url + path.replace(/\$\w+$/, '') + (address?.(facts) ?? ''));
  await waitUntilIdle(page);
}

const mainText = async (page: Page) => (await page.locator('main').innerText()).replaceAll('\u00a0', ' ');

async function checkWords(page: Page, says: string | RegExp): Promise<void> {
  await page.locator('main').getByText(says).filter({ visible: true }).first().waitFor({ timeout: 10_000 });
  expect(await mainText(page)).not.toMatch(placeholders);
}

/** 320 px of width, on a phone and as 1280 px enlarged four times: nothing sideways, and room to read. */
async function checkNarrow(page: Page): Promise<void> {
  const before = page.viewportSize() ?? { width: 375, height: 812 };
  for (const height of [640, 256]) {
    await page.setViewportSize({ width: 320, height });
    const { over, covered } = await page.evaluate(() => {
      const root = document.documentElement;
      const standing = [...document.querySelectorAll('body *')].filter((element) => {
        const { position } = getComputedStyle(element);
        return (position === 'fixed' || position === 'sticky') && element.checkVisibility();
      });
      const heights = standing.map((element) => {
        const { width, height: tall } = element.getBoundingClientRect();
        return width > 160 ? tall : 0;
      });
      return { over: root.scrollWidth - root.clientWidth, covered: Math.max(0, ...heights) };
    });
    expect(over, `sideways at 320 × ${height}`).toBeLessThanOrEqual(0);
    expect(covered, `covered at 320 × ${height}`).toBeLessThanOrEqual(height / 2);
  }
  await page.setViewportSize(before);
}

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

it('has a row for each page in the list, and none beside', () => {
  expect(Object.keys(personPages).sort()).toEqual([...listed].sort());
  expect(pages.filter(({ path, state }) => listed.includes(path) && state !== 'works')).toEqual([]);
});

describe.each(listed)('%s', (path) => {
  const row = personPages[path];
  if (!row) return;

  it('on a desk: whole, quiet, by keyboard, and on paper where it is a document', async () => {
    const { page, problems } = await visitorOf(row.who, 'desk');
    problems.length = 0;
    await open(page, path, row);
    await checkWords(page, row.says);
    await checkPage(page);
    expect(await walkByKeyboard(page)).toEqual({ missed: [], unseen: [] });
    if (row.isPaper) await checkPaper(page);
    expect(problems).toEqual([]);
  });

  it('on a phone: each part fails alone and comes on a second try; narrow, enlarged, without a network', async () => {
    const { page, context, problems } = await visitorOf(row.who, 'phone');
    if (row.fails) {
      for (const call of row.fails.calls)
        await page.route(`**${call}`, (route) =>
          route.fulfill({
            status: 500,
            json: { status: 'fail', code: 'common.unexpected', message: 'Сталася помилка.', reference: 'r' },
          }),
        );
      await open(page, path, row);
      for (const words of row.fails.says) await page.getByText(words).first().waitFor({ timeout: 10_000 });
      expect(await page.locator('h1').count()).toBe(1);
      const { violations } = await new AxeBuilder({ page }).setLegacyMode().include('main').analyze();
      expect(violations.map(({ id }) => id)).toEqual([]);
      for (const call of row.fails.calls) await page.unroute(`**${call}`);
      problems.length = 0;
      const again = page.locator('main').getByRole('button', { name: retry });
      // At once: who is asked anew by one part takes its answer to the others too.
      await again.evaluateAll((buttons) => {
        for (const button of buttons) if (button instanceof HTMLElement) button.click();
      });
      await again.first().waitFor({ state: 'detached', timeout: 20_000 });
      await waitUntilIdle(page);
    } else {
      problems.length = 0;
      await open(page, path, row);
    }
    await checkWords(page, row.says);
    await checkPage(page);
    await checkNarrow(page);
    // What comes a second after the page has come by then.
    await page.waitForFunction(() => performance.now() > 2500);
    await context.setOffline(true);
    await page.getByText(commonMessages['common.network']).first().waitFor({ timeout: 10_000 });
    if (row.offline) await page.getByText(row.offline).first().waitFor({ timeout: 10_000 });
    await checkWords(page, row.says);
    await context.setOffline(false);
    await waitUntilIdle(page);
    expect(problems).toEqual([]);
  });

  const { empty } = row;
  if (empty)
    it('says why there is nothing, when there is nothing', async () => {
      const { page } = await visitorOf(row.who, 'phone');
      for (const [call, fields] of Object.entries(empty.answers))
        await page.route(`**${call}`, (route) => route.fulfill({ json: { status: 'success', ...fields } }));
      await open(page, path, row);
      await page.getByText(empty.says).waitFor({ timeout: 10_000 });
      await checkPage(page);
      for (const call of Object.keys(empty.answers)) await page.unroute(`**${call}`);
    });

  it.each(row.others ?? [])('as the owner of $account sees it', async (sight) => {
    const { page, problems } = await visitorOf(sight.who, 'desk');
    problems.length = 0;
    await open(page, path, sight);
    await checkWords(page, sight.says);
    await checkPage(page);
    await checkNarrow(page);
    expect(problems).toEqual([]);
  });
});

it('a page whose code is slow to come shows its shape instead of the page before', async () => {
  const { page, context } = await signedInPage(stage, sampleSignIns.personOfOne, 'phone', {
    path: '/cabinet/person/bills',
  });
  let letGo: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route('**/assets/calculation-*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`${stage.product.url}/cabinet/person/bills`);
  await page.getByRole('heading', { level: 1, name: 'Рахунки' }).waitFor();
  await waitUntilIdle(page);
  const sections = page.getByRole('navigation', { name: 'Розділи кабінету' });
  await page.getByRole('link', { name: 'Розрахунок' }).click();
  await page.getByText('Завантажуємо сторінку…').waitFor();
  expect(await page.getByRole('heading', { level: 1, name: 'Рахунки' }).count()).toBe(0);
  expect(await sections.isVisible()).toBe(true);
  letGo();
  await page.getByRole('heading', { level: 1, name: 'Розрахунок' }).waitFor();
  expect(await page.getByText('Завантажуємо сторінку…').count()).toBe(0);
  await context.close();
});
