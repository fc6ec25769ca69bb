import { beforeAll, expect, test } from 'vitest';
import { MASTER_DATA_CHANGE } from '#billing/api/master-data.ts';
import { FIND_SUBJECTS } from '#billing/api/search.ts';
import { provideTestBilling } from '#billing/testing/hooks/provide-test-billing.ts';
import { type AccountHandle, makeAccount } from '#billing/testing/make-account.ts';
import { latinCode } from '#domain/identifiers/eic-code.ts';
import { tidyText } from '#domain/input/tidy-text.ts';
import { slipsOfWord } from '#domain/search/find-query.ts';
import { searchWords } from '#domain/search/search-words.ts';
import { text, textArray, typedSql } from '#platform/database/typed-sql.ts';
import { newId } from '#platform/uuid.ts';

let olena: AccountHandle;
let sergii: AccountHandle;
let shop: AccountHandle;

interface Holder {
  surname?: string;
  name?: string;
  company?: string;
  phone: string;
  taxCode?: string;
  street: string;
  building: string;
  apartment?: string;
}

async function makeHolder(holder: Holder, serial: string): Promise<AccountHandle> {
  const account = await makeAccount(billing.db, { customerType: holder.company ? 'entity' : 'person' });
  await billing.db
    .updateTable('billing.meter')
    .set({ serial_number: serial })
    .where('meter_id', '=', account.meterId)
    .execute();
  await billing.db
    .updateTable('billing.customer')
    .set({
      surname: holder.surname ?? '',
      name: holder.name ?? '',
      company_name: holder.company ?? '',
      phone: holder.phone,
      tax_code: holder.taxCode ?? '',
    })
    .where('customer_id', '=', account.customerId)
    .execute();
  await billing.db
    .updateTable('billing.premises')
    .set({
      settlement: 'м. Київ',
      street: holder.street,
      building: holder.building,
      apartment: holder.apartment ?? '',
    })
    .where('account_number', '=', account.accountNumber)
    .execute();
  return account;
}

const billing = provideTestBilling({ hasSupplier: true });

beforeAll(async () => {
  const hers = { street: 'вул. Об’єднання', building: '12-А', apartment: '5' };
  olena = await makeHolder(
    { surname: 'Шевченко', name: 'Олена', phone: '+380671112233', ...hers },
    'NIK 2301-77',
  );
  const his = { street: 'вул. Шевченка', building: '7', apartment: '12' };
  sergii = await makeHolder({ surname: 'Ґудзь', name: 'Сергій', phone: '+380939998877', ...his }, '00451200');
  shop = await makeHolder(
    {
      company: 'ТОВ «Кав’ярня на розі»',
      phone: '+380442223344',
      taxCode: '14360570',
      street: 'вул. Садова',
      building: '1',
    },
    '00451299',
  );
  await billing.db
    .insertInto('billing.payment')
    .values({
      account_number: olena.accountNumber,
      payment_id: newId(),
      order_id: `${olena.accountNumber}-102026-1`,
      request_id: newId(),
      provider: 'liqpay',
      purpose: 'energy',
      amount_kopiykas: 45000n,
      state: 'matched',
      started_at: '2026-11-01T10:00:00Z',
      provider_reference: 'Ref778899',
    })
    .execute();
});

/** "kind account" of what is found. */
async function find(query: string, limit = 8): Promise<readonly string[]> {
  const names = new Map(
    [olena, sergii, shop].map((one, index) => [one.accountNumber, ['olena', 'sergii', 'shop'][index]]),
  );
  const { subjects } = await billing.ask(FIND_SUBJECTS, { query, limit });
  return subjects.map(({ kind, account }) => `${kind} ${names.get(account) ?? account}`);
}

test.each([
  ['a surname', 'Шевченко', ['customer olena']],
  ['a surname and an initial', 'шевченко о.', ['customer olena']],
  ['an initial of somebody else', 'шевченко я', []],
  ['a declined surname and streets with it', 'Шевченка', ['account sergii']],
  ['Latin look-alikes', 'Шeвчeнкo', ['customer olena']],
  ['ґ typed as г', 'гудзь', ['customer sergii']],
  ['a surname with one wrong letter', 'Шевчинко', ['customer olena']],
  ['a surname with a missing letter and a right name', 'Олена Шевчнко', ['customer olena']],
  ['an apostrophe left out', 'кавярня', ['customer shop']],
  ['another apostrophe', "кав'ярня", ['customer shop']],
  ['an address', 'вул. Об’єднання, 12', ['account olena']],
  ['an address with a flat', "Київ об'єднання 12 кв. 5", ['account olena']],
  ['a name and a street', 'олена об’єднання', ['account olena']],
  ['a house with a letter of a Latin keyboard', 'об’єднання 12-A', ['account olena']],
  ['a quotation mark for an apostrophe', 'кав"ярня', ['customer shop']],
  ['a phone as it is written down', '(067) 111-22-33', ['customer olena']],
  ['a phone with dashes', '067\u2013111\u201322\u201333', ['customer olena']],
  ['a phone as another program copies it', '\u202a+380671112233\u202c', ['customer olena']],
  ['a phone as it was dialled once', '8 067 111', ['customer olena']],
  ['another house', 'Об’єднання, 13', []],
  ['a number that is only a part of a house’s', 'об’єднання 1', []],
  ['half a phone from its end', '112233', ['customer olena']],
  ['four digits of the end', '8877', ['customer sergii']],
  ['half a phone from its beginning', '093 999', ['customer sergii']],
  ['a phone without 0', '93999', ['customer sergii']],
  ['a whole phone', '+38 (067) 111-22-33', ['customer olena']],
  ['a phone of 12 digits', '380671112233', ['customer olena']],
  ['a tax code', '14360570', ['customer shop']],
  ['the beginning of a serial number', '004512', ['meter sergii', 'meter shop']],
  ['a serial number typed in Cyrillic letters', 'nік2301', ['meter olena']],
  ['a reference of a provider', 'ref77889', ['payment olena']],
  ['words that say nothing', 'вул. м.', []],
  ['what nobody has', 'Неіснуючий', []],
  ['three digits', '445', []],
  ['signs of SQL and of a query of words', `'); drop table billing.account; -- & | ! :* <->`, []],
  ['a wildcard', '%%%%', []],
  ['nothing', '   ', []],
])('FIND_SUBJECTS finds by %s', async (_, query, found) => expect(await find(query)).toEqual(found));

test('FIND_SUBJECTS finds by the beginnings of accounts, EIC codes and orders', async () => {
  const { accountNumber, eicCode } = olena;
  expect(await find(accountNumber)).toEqual(['account olena', 'payment olena']);
  expect(await find(eicCode.slice(0, -1))).toEqual(['account olena', 'point olena']);
  expect(await find(eicCode.toLowerCase())).toContain('point olena');
  expect(await find(`${accountNumber}-1020`)).toEqual(['payment olena']);
  const { subjects } = await billing.ask(FIND_SUBJECTS, { query: `${accountNumber}-1020`, limit: 8 });
  expect(subjects[0]).toMatchObject({
    holder: 'Шевченко Олена',
    address: 'м. Київ, вул. Об’єднання, 12-А, кв. 5',
    payment: { orderId: `${accountNumber}-102026-1`, sum: '450.00' },
  });
});

test('who is called just so stands before whose name begins with it', async () => {
  const street = { street: 'вул. Лісова', building: '3' };
  for (const [index, surname] of ['Грибенко', 'Грибенко', 'Грибенко', 'Гриб'].entries())
    await makeHolder({ surname, phone: `+38050333000${index}`, ...street }, `GRYB${index}`);
  const { subjects, more } = await billing.ask(FIND_SUBJECTS, { query: 'гриб', limit: 3 });
  expect(subjects.map(({ holder }) => holder)).toEqual(['Гриб', 'Грибенко', 'Грибенко']);
  expect(more).toEqual(['customer']);
});

test('of the payments of an account the newest are found', async () => {
  const { accountNumber } = sergii;
  const paid = ['122025-1', '012026-1', '112026-1', '102026-1'];
  await billing.db
    .insertInto('billing.payment')
    .values(
      paid.map((month) => ({
        account_number: accountNumber,
        payment_id: newId(),
        order_id: `${accountNumber}-${month}`,
        request_id: newId(),
        provider: 'liqpay',
        purpose: 'energy',
        amount_kopiykas: 45000n,
        state: 'matched',
        started_at: `${month.slice(2, 6)}-${month.slice(0, 2)}-05T10:00:00Z`,
      })),
    )
    .execute();
  const { subjects } = await billing.ask(FIND_SUBJECTS, { query: accountNumber, limit: 2 });
  const orders = subjects.flatMap(({ payment }) => payment?.orderId ?? []);
  expect(orders).toEqual([`${accountNumber}-112026-1`, `${accountNumber}-102026-1`]);
});

test('FIND_SUBJECTS says of which kinds there is more than the limit', async () => {
  const { subjects, more } = await billing.ask(FIND_SUBJECTS, { query: '004512', limit: 1 });
  expect([subjects.length, more]).toEqual([1, ['meter']]);
});

test('what is found follows a change of holder and of a name', async () => {
  const account = await makeHolder(
    { surname: 'Бондар', name: 'Іван', phone: '+380500000001', street: 'вул. Нова', building: '3' },
    'M1',
  );
  const heir = await makeHolder(
    { surname: 'Лисенко', name: 'Ніна', phone: '+380500000002', street: 'вул. Стара', building: '4' },
    'M2',
  );
  const record = (
    effectiveOn: string,
    change: Parameters<typeof billing.ask<typeof MASTER_DATA_CHANGE>>[1]['change'],
  ) =>
    billing.ask(MASTER_DATA_CHANGE, {
      accountNumber: account.accountNumber,
      source: 'administrator',
      effectiveOn,
      document: 'Act 1',
      change,
    });
  const code = await billing.db
    .selectFrom('billing.customer')
    .select('customer_code')
    .where('customer_id', '=', heir.customerId)
    .executeTakeFirstOrThrow();
  const newAccount = '2399000001';
  await record('2026-11-02', {
    kind: 'holder',
    newAccount,
    contractNumber: 'N2',
    contractDate: '2026-11-01',
    consumerEic: account.eicCode,
    customerCode: code.customer_code,
    closingValues: { M1: { single: 0 } },
  });
  expect(await find('бондар нова')).toEqual([`account ${account.accountNumber}`]);
  expect(await find('лисенко нова')).toEqual([`account ${newAccount}`]);
  await billing.ask(MASTER_DATA_CHANGE, {
    accountNumber: heir.accountNumber,
    source: 'administrator',
    effectiveOn: '2026-11-02',
    document: '',
    change: { kind: 'contact', surname: 'Мороз' },
  });
  expect(await find('лисенко')).toEqual([]);
  const { subjects } = await billing.ask(FIND_SUBJECTS, { query: 'мороз', limit: 8 });
  const moroz = { kind: 'customer', holder: 'Мороз Ніна', accountCount: 2, isPast: false };
  expect(subjects).toMatchObject([moroz]);
  const ended = await billing.ask(FIND_SUBJECTS, { query: account.accountNumber, limit: 8 });
  expect(ended.subjects).toMatchObject([{ kind: 'account', isPast: true }]);
});

test('words, codes and slips of the database are those of the domain', async () => {
  const letters = [
    ...'абвгґдеєжзиіїйклмнопрстуфхцчшщьюяыэё',
    ...'ABCEHIKMOPTXYabcehikmoptxyzqw',
    ...'0123456789',
    ...` ,.-/'’‘ʼ\`´′«»№+·\u0301\u0306\u0308\u00ad`,
  ];
  // The same texts in each run.
  let seed = 7;
  const next = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * below);
  };
  const texts = Array.from({ length: 3000 }, () =>
    Array.from({ length: next(30) }, () => letters[next(letters.length)] ?? '').join(''),
  );
  const { rows } = await typedSql({ words: textArray(), code: text(), slips: textArray() })`
    select billing.search_words(value) as words, billing.search_code(value) as code, billing.slips_of_word(value) as slips
    from unnest(${[...texts, 'ТОВ «Об’єднання»', 'а'.repeat(100)]}::text[]) with ordinality given (value, place) order by place`.execute(
    billing.db,
  );
  const expected = [...texts, 'ТОВ «Об’єднання»', 'а'.repeat(100)];
  for (const [index, row] of rows.entries()) {
    const value = expected[index] ?? '';
    expect([...new Set(row.words)].toSorted()).toEqual(searchWords(value).toSorted());
    // What is stored was tidied when it was typed or imported.
    if (tidyText(value) === value) expect(row.code).toBe(latinCode(value));
    if (/^[а-я]+$/.test(value)) expect(row.slips.toSorted()).toEqual(slipsOfWord(value).toSorted());
  }
});
