import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { firstDayAfter, periodOf } from '#domain/time/billing-period.ts';
import { kyivDateOf, kyivInstant } from '#domain/time/kyiv.ts';
import { addDays } from '#domain/time/local-date.ts';
import { systemClock } from '#platform/clock.ts';
import { createProductClock, type ProductClock } from './support/product-clock.ts';
import { sampleSignIns } from './support/sample-users.ts';
import { signedInPage } from './support/signed-in-page.ts';
import { startTestEnvironment, type TestEnvironment, waitUntilIdle } from './support/test-environment.ts';

/** What one account is told on the pages that speak of its money and its readings. */
interface Told {
  readonly home: string;
  readonly readings: string;
  readonly calculation: string;
  readonly bills: string;
  readonly payments: string;
}

const paths: Readonly<Record<keyof Told, string>> = {
  home: '/cabinet/person',
  readings: '/cabinet/person/indication',
  calculation: '/cabinet/person/calculation',
  bills: '/cabinet/person/bills',
  payments: '/cabinet/person/directory/payment-history',
};
const threeObjects = ['2390001111', '2390001112', '2390001113'];
const difficultObjects = Array.from({ length: 33 }, (_, index) => String(2390002001 + index));
const { personOfThree, personOfDifficult } = sampleSignIns;
/** The last day of a month is in the window of readings. */
const inWindow = kyivInstant(addDays(firstDayAfter(periodOf(kyivDateOf(systemClock.now()))), -1), 12, 0);
const partSize = 11;
/** The clock only moves on: what is seen today comes first. */
const walks = [undefined, inWindow].flatMap((instant) => {
  const when = instant === undefined ? 'today' : 'in the window';
  return [
    { name: `three objects ${when}`, signIn: personOfThree, accounts: threeObjects, instant },
    ...Array.from({ length: Math.ceil(difficultObjects.length / partSize) }, (_, part) => ({
      name: `part ${part + 1} of the difficult objects ${when}`,
      signIn: personOfDifficult,
      accounts: difficultObjects.slice(part * partSize, (part + 1) * partSize),
      instant,
    })),
  ];
});
/** What a text may not have: a form that the cabinet has not, an unfilled place, a value that is none. */
const broken = /форму звернення|[{}]|undefined|NaN|\bnull\b|\[object|грн грн|о\/р о\/р/;
const lit = 'main :is(a, button)[class*="lamp"]:visible';

let stage: TestEnvironment;
let clock: ProductClock;

beforeAll(async () => {
  clock = await createProductClock();
  stage = await startTestEnvironment(clock.environment);
});
afterAll(async () => {
  await stage.close();
  await clock.remove();
});

/** Goes to a page of the cabinet without loading it anew. */
async function go(page: Page, path: string, search = ''): Promise<string> {
  await page.evaluate((address) => {
    document.querySelector('main')?.setAttribute('data-left', '');
    history.pushState({}, '', address);
  }, path + search);
  await page.waitForFunction(() => !document.querySelector('main:is([data-left], [data-shape])'));
  await page.locator('main h1').first().waitFor();
  await waitUntilIdle(page);
  const said = (await page.locator('main').innerText()).replaceAll(/[\u00a0\u202f]/g, ' ');
  expect(said, path).not.toMatch(broken);
  return said;
}

const sumIn = (said: string, label: string) =>
  new RegExp(`${label}\\s+([\\d ]+,\\d\\d) грн`).exec(said)?.[1] ?? '0,00';

/** What the lamp leads to can be done there. */
async function followLamp(page: Page): Promise<void> {
  for (const one of await page.locator(lit).all()) {
    const href = await one.getAttribute('href');
    if (href?.endsWith('/indication')) {
      await go(page, href);
      const field = page.locator('main input[inputmode="numeric"]:enabled, main a[href^="mailto:"]');
      expect(await field.count(), href).toBeGreaterThan(0);
      return;
    }
    expect(await one.isEnabled()).toBe(true);
  }
}

describe.each(walks)('of $name', ({ signIn, accounts, instant }) => {
  it('each tells the same on all pages, and no lamp leads to a closed door', async () => {
    if (instant) clock.set(instant);
    const { page, problems, context } = await signedInPage(stage, signIn, 'phone');
    if (instant) await page.clock.install({ time: instant });
    await page.goto(`${stage.product.url}/cabinet/person/directory/laws`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await waitUntilIdle(page);
    for (const account of accounts) {
      const told: Partial<Record<keyof Told, string>> = {};
      for (const [name, path] of Object.entries(paths)) {
        told[name as keyof Told] = await go(page, path, name === 'home' ? `?account=${account}` : '');
        expect(await page.locator(lit).count(), `${account} ${path}`).toBeLessThanOrEqual(1);
        await followLamp(page);
      }
      const { home = '', readings = '', bills = '', payments = '' } = told;
      expect(home, account).toContain(account);
      // The first of the two is the balance; the cards of other objects follow it.
      const isOverpaid = /До сплати|Переплата/.exec(home)?.[0] === 'Переплата';
      const due = isOverpaid ? '0,00' : sumIn(home, 'До сплати');
      expect(sumIn(bills, 'До сплати зараз'), account).toBe(due);
      if (due !== '0,00') expect(home, account).toContain(`Сплатити ${due} грн`);
      expect(bills.includes('Боргу за електроенергію немає'), account).toBe(due === '0,00');
      // Where the home says that readings are not taken, the page of readings has no field, and the other way round.
      const canGive = readings.includes('Введіть цифри');
      if (/Передайте показання/.test(home)) expect(canGive, account).toBe(true);
      if (/заблоковано|відключено|немає чинного договору/.test(home)) expect(canGive, account).toBe(false);
      expect(payments, account).toContain('Сплачено');
    }
    // A month that can't be calculated is answered by 422.
    expect(problems.filter((problem) => !problem.includes('status of 422'))).toEqual([]);
    await context.close();
  });
});
