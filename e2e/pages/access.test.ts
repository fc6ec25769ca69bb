import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { callProduct } from '../support/call-product.ts';
import { sampleSignIns } from '../support/sample-users.ts';
import { signInByCall } from '../support/sign-in-by-call.ts';
import { type CabinetPages, startCabinetPages } from './cabinet-pages.tsx';
import { checkPage, type Page } from './page.ts';

const aparts = '/cabinet/person/settings/aparts';
const { personOfThree: holder, personOfNone: other } = sampleSignIns;
const [first, second] = [
  { account: '2390001111', code: 'SV2T1111' },
  { account: '2390001112', code: 'SV1T1112' },
] as const;

let cabinet: CabinetPages;
let page: Page;
let passed = 0;
beforeAll(async () => {
  cabinet = await startCabinetPages();
  page = cabinet.page;
});
afterAll(() => cabinet.close());

/** The rules of the supplier are remembered for seconds: the next are read immediately. */
async function setConfirmation(confirmation: string): Promise<void> {
  const rules = JSON.stringify({ access: { confirmation } });
  await sql`update billing.supplier set rules = rules || ${rules}::jsonb`.execute(cabinet.server.billingDb);
  passed += 60_000;
  const now = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => now() + passed);
}

const cardOf = (account: string) => page.getByRole('listitem').filter({ hasText: `о/р ${account}` });

async function openAccess(account: string) {
  const card = cardOf(account);
  await card.getByText('Хто має доступ').press('Enter');
  await card.getByText('Мають цей рахунок у кабінеті').waitFor();
  await cabinet.settled();
  return card;
}

/** Adds an account by what is printed on a bill. */
async function addByBill({ account, code }: { account: string; code: string }): Promise<void> {
  await page.getByLabel('Номер особового рахунку').fill(account);
  await page.getByLabel('Код об’єкта').fill(code);
  await page.getByRole('button', { name: 'Додати об’єкт' }).last().press('Enter');
}

async function addByCall() {
  const { user } = await signInByCall(cabinet.product.url, other);
  return callProduct(cabinet.product.url, '/api/post-add-objects', { token: user.token, ...first });
}

it('the holder of the contract gets an SMS, sees who has the object, ends the access of another and sees the new code', async () => {
  expect((await addByCall()).status).toBe('success');
  await cabinet.server.deliverMessages();
  const outbox = `${cabinet.product.url}/dev/outbox?to=%2B380501110001`;
  const sent = await (await fetch(outbox, { headers: { accept: 'application/json' } })).text();
  expect(sent).toContain(`о/р ${first.account} додано в кабінет +380 50 ••• •• 02`);
  await cabinet.visit(holder, aparts);
  const card = await openAccess(first.account);
  await card.getByText('споживач за договором').waitFor();
  await card.getByText('+380 50 ••• •• 02').waitFor();
  await card.getByText(first.code).waitFor();
  await checkPage();
  await card.getByRole('button', { name: /^Припинити доступ/ }).press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Код для додавання рахунку стане іншим').waitFor();
  await checkPage();
  await dialog.getByRole('button', { name: 'Припинити доступ' }).press('Enter');
  await card.getByText('Більше ніхто не має цього рахунку в кабінеті.').waitFor();
  await card.getByRole('button', { name: 'Змінити код' }).press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Змінити код' }).press('Enter');
  await card.getByText('буде надрукований на наступному рахунку').waitFor();
  expect(await card.getByText(first.code).count()).toBe(0);
  await checkPage();
  expect(cabinet.takeProblems()).toEqual([]);
  expect(await addByCall()).toMatchObject({ status: 'fail', code: 'accounts.codeMismatch' });
});

it('an account whose supplier wants the consent of its holder waits until the holder allows it', async () => {
  await setConfirmation('firstHolder');
  const renewed = await cabinet.server.billingDb
    .selectFrom('billing.account')
    .select('object_code')
    .where('account_number', '=', first.account)
    .executeTakeFirstOrThrow();
  await cabinet.visit(other, '/cabinet/person/add-apart');
  for (const added of [{ ...first, code: renewed.object_code }, second]) {
    await addByBill(added);
    await page.getByText(`Запит про о/р ${added.account} надіслано`).waitFor();
    expect(await page.getByLabel('Номер особового рахунку').inputValue()).toBe('');
  }
  await checkPage();

  await cabinet.visit(holder, aparts);
  for (const [{ account }, decision] of [
    [first, /^Дозволити/],
    [second, /^Відмовити/],
  ] as const) {
    const card = await openAccess(account);
    await card.getByText('Просять доступ').waitFor();
    await checkPage();
    await card.getByRole('button', { name: decision }).press('Enter');
    await card.getByText('Просять доступ').waitFor({ state: 'detached' });
  }
  await checkPage();

  await cabinet.visit(other, aparts);
  await cardOf(first.account).first().waitFor();
  expect(await page.getByText(`о/р ${second.account}`).count()).toBe(0);
  expect(cabinet.takeProblems()).toEqual([]);
});

it('an account whose supplier wants a code to the phone of the contract is added with that code alone', async () => {
  await setConfirmation('contractPhone');
  await cabinet.visit(other, '/cabinet/person/add-apart');
  await addByBill(second);
  await page.getByText(`номер із договору о/р ${second.account}`).waitFor();
  const code = page.locator('#confirmation');
  await expect.poll(() => document.activeElement?.id).toBe('confirmation');
  await checkPage();
  await code.press('Enter');
  await page.getByRole('link', { name: 'Код — 4 цифри з SMS' }).waitFor();
  const sent = await cabinet.codeTo('+380501110001');
  await code.fill(sent === '2345' ? '2346' : '2345');
  await page.getByRole('link', { name: /^Невірний код/ }).waitFor();
  await checkPage();
  await code.fill(sent);
  await page.waitForURL(/\/cabinet\/person(?!\/add-apart)/);
  await page.getByText(`Об’єкт додано: о/р ${second.account}.`).waitFor();
  expect(cabinet.takeProblems()).toEqual([]);
});
