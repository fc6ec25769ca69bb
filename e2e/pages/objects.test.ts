import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { accountMessages } from '#contract/messages/account-messages.ts';
import { sampleSignIns } from '../support/sample-users.ts';
import { type CabinetPages, startCabinetPages } from './cabinet-pages.tsx';
import { checkPage, type Page } from './page.ts';

const aparts = '/cabinet/person/settings/aparts';
const [first, second, third] = ['2390001111', '2390001112', '2390001113'];
const { personOfThree, personOfNone } = sampleSignIns;

let cabinet: CabinetPages;
let page: Page;
beforeAll(async () => {
  cabinet = await startCabinetPages();
  page = cabinet.page;
});
afterEach(() => cabinet.replaceAnswers({}));
afterAll(() => cabinet.close());

/** The card of an object on the page of the objects. */
const cardOf = (account: string) =>
  page
    .getByRole('list', { name: 'Об’єкти' })
    .getByRole('listitem')
    .filter({ hasText: `о/р ${account}` });

const numbers = async () =>
  (await page.getByRole('list', { name: 'Об’єкти' }).getByRole('listitem').allInnerTexts()).map(
    (card) => /о\/р (\d{10})/.exec(card)?.[1],
  );

describe('the objects of a person', () => {
  it('are listed in order with all known facts; the home page links to another one', async () => {
    await cabinet.visit(personOfThree, aparts);
    expect(await numbers()).toEqual([first, second, third]);
    await checkPage();
    const card = cardOf(second);
    await card.getByText('Договір, точка обліку, реквізити').click();
    await card.getByText('UA', { exact: false }).first().waitFor();
    await card.getByText('EIC-код точки обліку').waitFor();
    await card.getByText('Останнє нарахування').waitFor();
    await cabinet.settled();
    await checkPage();
    await page.goto(`${cabinet.product.url}/cabinet/person`);
    await page.getByText('Оберіть об’єкт').waitFor();
    await checkPage();
    await page.getByRole('main').getByRole('link', { name: second }).click();
    await cabinet.settled();
    await page
      .getByRole('navigation', { name: 'Мої об’єкти' })
      .getByRole('link', { name: 'Додати об’єкт' })
      .click();
    await page.waitForURL(/\/cabinet\/person\/add-apart/);
    await page.getByRole('link', { name: 'Повернутися до моїх об’єктів' }).waitFor();
    await checkPage();
    expect(cabinet.takeProblems()).toEqual([]);
  });

  it('say which part failed and try it again; without a network nothing can be changed', async () => {
    cabinet.replaceAnswers({ '/api/person/objects/info': 'failure' });
    await cabinet.visit(personOfThree, aparts);
    await cardOf(first).getByText('Договір, точка обліку, реквізити').click();
    await page.getByText('Не вдалося показати відомості про об’єкт').waitFor();
    await checkPage();
    cabinet.replaceAnswers({});
    await page.getByRole('button', { name: 'Спробувати ще раз' }).click();
    await page.getByText('Куди платити').waitFor();
    await page.getByText('Петренко Олег Васильович').waitFor();

    cabinet.setOnline(false);
    await page.getByText(/^Немає мережі\. Перейменувати/).waitFor();
    const changes = await page.getByRole('button', { name: /^(Перейменувати|Вилучити|Обрати)/ }).all();
    expect(changes.length).toBeGreaterThan(0);
    for (const button of changes) expect(await button.isDisabled()).toBe(true);
    await checkPage();
    cabinet.setOnline(true);

    cabinet.replaceAnswers({ '/api/post-drop-objects': 'failure' });
    await cardOf(first)
      .getByRole('button', { name: /^Вилучити/ })
      .click();
    await page.getByRole('dialog').getByRole('button', { name: 'Вилучити' }).click();
    await page.getByRole('dialog').getByRole('alert').waitFor();
    await checkPage();
    expect(await numbers()).toEqual([first, second, third]);
  });
});

/** Makes events of an account, the last one the newest. */
async function addEvents(account: string, events: readonly (readonly [string, object])[]): Promise<void> {
  const kinds = events.map(([kind]) => kind);
  const payloads = events.map(([, payload]) => JSON.stringify(payload));
  await sql`
    insert into portal.account_event (account_number, event_id, kind, payload, happened_at)
    select ${account}, gen_random_uuid(), kind, payload, ${new Date(cabinet.server.clock.now())}::timestamptz - (100 - position) * interval '1 minute'
      from unnest(${kinds}::text[], ${payloads}::text[]::jsonb[]) with ordinality as row (kind, payload, position)`.execute(
    cabinet.server.portalDb,
  );
}

it('adding an object names each letter that is wrong', async () => {
  await cabinet.visit(personOfNone, '/cabinet/person/add-apart');
  // A capital O in place of the last nought; \u0416 has no Latin look-alike.
  await page.locator('#account').fill('\u202a239000112\u041e\u202c');
  await page.locator('#code').fill('SV\u0416D1120');
  await page.keyboard.press('Enter');
  await page.getByText('10-й символ «\u041e» — кирилична літера').first().waitFor();
  await page.getByText('3-й символ «\u0416» — кирилична літера').first().waitFor();
  await checkPage();
});

it('adding the first object opens its home page with its news', async () => {
  await cabinet.visit(personOfNone, '/cabinet/person');
  await page.waitForURL(/\/cabinet\/person\/add-apart/);
  await page.getByText("До вашого кабінету ще не додано жодного об'єкта.").waitFor();
  await page.locator('main button[type=submit]').click();
  await page.getByText("Це поле обов'язкове для заповнення").first().waitFor();
  await checkPage();
  await page.locator('#account').fill('2390 001 120');
  await page.locator('#code').fill('WRONG123');
  await page.locator('main button[type=submit]').click();
  await page.getByRole('alert').getByText(accountMessages['accounts.codeMismatch']).waitFor();
  expect(await page.locator('#account').inputValue()).toBe('2390 001 120');
  await checkPage();
  // As it was copied, with invisible signs; S, V, D are Latin, A is Cyrillic.
  await page.locator('#account').fill('О/р\u00a0\uff12\uff13\uff19\uff10\u202f001\u200b120\ufeff');
  await page.locator('#code').fill('\u200bsv\u0410d1120\u202c');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/cabinet\/person\?account=2390001120/);
  await page.getByRole('main').getByText('2390001120').first().waitFor();
  await cabinet.server.deliverMessages();
  cabinet.takeProblems();

  await addEvents('2390001120', [
    ['reading.accepted', { period: '2026-10', kwh: 120, sum: '518.40' }],
    ['bill.issued', { period: '2026-10', toPay: '518.40', dueOn: '2026-11-20' }],
    ['payment.failed', { sum: '518.40', purpose: 'energy' }],
    ['payment.confirmed', { sum: '518.40', purpose: 'energy', expectedOn: '2026-11-23' }],
    ['payment.landed', { sum: '518.40', purpose: 'energy' }],
    ['something.else', {}],
  ]);
  await page.reload();
  await page.getByText('зараховано').waitFor();
  const news = page.getByRole('region', { name: 'Новини' }).getByRole('listitem');
  expect(await news.count()).toBe(3);
  expect(await news.first().innerText()).toMatch(/^Рахунок додано до кабінету/);
  expect(await news.nth(1).innerText()).toMatch(/^Оплату 518,40.грн зараховано/);
  await checkPage();
  expect(cabinet.takeProblems()).toEqual([]);
});
