import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { usualPart } from '#platform/testing/usual-part.ts';
import { sampleSignIns } from '../support/sample-users.ts';
import { type CabinetPages, readText, startCabinetPages } from './cabinet-pages.tsx';

/** Texts of the pages of one account that show its money and its readings. */
interface PageTexts {
  readonly home: string;
  readonly readings: string;
  readonly calculation: string;
  readonly bills: string;
  readonly payments: string;
}

const pathsOfDay = { home: '/cabinet/person', readings: '/cabinet/person/indication' };
const paths: Readonly<Record<keyof PageTexts, string>> = {
  ...pathsOfDay,
  calculation: '/cabinet/person/calculation',
  bills: '/cabinet/person/bills',
  payments: '/cabinet/person/directory/payment-history',
};
const { personOfThree, personOfDifficult } = sampleSignIns;
const owners = [
  { signIn: personOfThree, accounts: ['2390001111', '2390001112', '2390001113'] },
  {
    signIn: personOfDifficult,
    accounts: usualPart(
      Array.from({ length: 33 }, (_, index) => String(2390002001 + index)),
      8,
    ),
  },
];
/**
 * The clock only moves on. The last day of a month is in the window of readings, that of the sample is not: what to do
 * differs, the money does not.
 */
const walks = [
  { now: '2026-11-22T10:00:00Z', shown: paths, hasMoney: true },
  { now: '2026-11-30T10:00:00Z', shown: pathsOfDay, hasMoney: false },
].flatMap((day) => owners.map((owner) => ({ ...day, ...owner })));
/** What a text may not have: a form that the cabinet has not, an unfilled place, a value that is none. */
const broken = /[{}]|undefined|NaN|\bnull\b|\[object|грн грн|о\/р о\/р/;
const lit = ':is(a, button)[class*="lamp"]';

let cabinet: CabinetPages;

beforeAll(async () => {
  cabinet = await startCabinetPages();
});
afterAll(() => cabinet.close());

/** Goes to a page of the cabinet without loading it anew. */
async function go(path: string): Promise<{ main: HTMLElement; pageText: string }> {
  const main = await cabinet.go(path);
  const pageText = readText(main);
  expect(pageText, path).not.toMatch(broken);
  return { main, pageText };
}

const sumIn = (pageText: string, label: string) =>
  new RegExp(`${label}\\s+([\\d ]+,\\d\\d) грн`).exec(pageText)?.[1] ?? '0,00';

/** What the lamp leads to can be done there. */
async function followLamp(main: HTMLElement): Promise<void> {
  const [one] = main.querySelectorAll(lit);
  const href = one?.getAttribute('href');
  if (href?.endsWith('/indication')) {
    const { main: page } = await go(href);
    const field = page.querySelector('input[inputmode="numeric"]:not(:disabled), a[href^="mailto:"]');
    expect(field, href).not.toBeNull();
  } else if (one) expect(one.matches(':disabled')).toBe(false);
}

describe.each(walks)('$accounts.length objects at $now', ({ now, shown, hasMoney, signIn, accounts }) => {
  it('shows the same sums on all pages, and every highlighted action can be done', async () => {
    cabinet.setClock(now);
    await cabinet.signIn(signIn);
    await cabinet.open('/cabinet/person/directory/laws');
    const dues = new Set<string>();
    for (const account of accounts) {
      const texts: Partial<Record<keyof PageTexts, string>> = {};
      for (const [name, path] of Object.entries(shown)) {
        const { main, pageText } = await go(name === 'home' ? `${path}?account=${account}` : path);
        texts[name as keyof PageTexts] = pageText;
        expect(main.querySelectorAll(lit).length, `${account} ${path}`).toBeLessThanOrEqual(1);
        await followLamp(main);
      }
      const { home = '', readings = '', bills = '', payments = '' } = texts;
      expect(home, account).toContain(account);
      // The first of the two is the balance; the cards of other objects follow it.
      const isOverpaid = /До сплати|Переплата/.exec(home)?.[0] === 'Переплата';
      const due = isOverpaid ? '0,00' : sumIn(home, 'До сплати');
      dues.add(due);
      if (due !== '0,00') expect(home, account).toContain(`Сплатити ${due} грн`);
      // Where the home says that readings are not taken, the page of readings has no field, and the other way round.
      const canGive = readings.includes('Введіть цифри');
      if (/Передайте показання/.test(home)) expect(canGive, account).toBe(true);
      if (/заблоковано|відключено|немає чинного договору/.test(home)) expect(canGive, account).toBe(false);
      if (!hasMoney) continue;
      expect(sumIn(bills, 'До сплати зараз'), account).toBe(due);
      expect(bills.includes('Боргу за електроенергію немає'), account).toBe(due === '0,00');
      expect(payments, account).toContain('Сплачено');
    }
    expect(dues.size).toBeGreaterThan(1);
    // A month that can't be calculated is answered by 422.
    expect(cabinet.takeRefusals().filter((refusal) => !refusal.endsWith(' 422'))).toEqual([]);
  });
});
