import { read, utils } from '@e965/xlsx';
import { beforeAll, expect, test } from 'vitest';
import { makeAccount } from '#billing/testing/make-account.ts';
import { makeNationalTariffs, nationalTariffCodes } from '#billing/testing/make-national-tariffs.ts';
import { exportTariffs, tariffHistory } from '#contract/tariffs.ts';
import { provideTestApp } from '#portal/testing/hooks/provide-test-app.ts';

let household: string;
let heating: string;
let token: string;

const cabinet = provideTestApp({ now: '2026-11-30T22:30:00Z', hasSupplier: true });

beforeAll(async () => {
  await makeNationalTariffs(cabinet.billingDb);
  ({ accountNumber: household } = await makeAccount(cabinet.billingDb, {
    tariffCode: nationalTariffCodes.household,
    meters: [{ zoneScheme: 'three' }],
  }));
  ({ accountNumber: heating } = await makeAccount(cabinet.billingDb, {
    tariffCode: nationalTariffCodes.householdHeating,
  }));
  token = await cabinet.signIn([household, heating]);
});

test('the history comes with the acts in words and the day it is in Kyiv', async () => {
  const { body } = await cabinet.post(tariffHistory, { token, account: household });
  expect(body).toMatchObject({ zoneScheme: 'three', today: '2026-12-01' });
  expect(body.versions).toHaveLength(10);
  expect(body.versions[1]).toEqual({
    from: '2024-06-01',
    to: '2026-04-30',
    rule: { kind: 'flat', price: '4.32' },
    zones: { two: { day: '1', night: '0.5' }, three: { peak: '1.5', halfPeak: '1', night: '0.4' } },
    act: 'Постанова КМУ № 483 від 05.06.2019, зі змінами (№ 632 від 31.05.2024)',
    actUrl: 'https://zakon.rada.gov.ua/laws/show/483-2019-%D0%BF',
  });
  expect(cabinet.moduleCalls.filter(({ name }) => name === 'TARIFF_HISTORY')).toHaveLength(1);
});

async function fileOf(account: string, format: 'xlsx' | 'csv') {
  const { body, headers } = await cabinet.post(exportTariffs.path, { token, account, format });
  return { content: body as unknown as Buffer, headers };
}

test('the workbook has a row for each price and a column for each zone, never rounded', async () => {
  const { content, headers } = await fileOf(household, 'xlsx');
  expect(decodeURIComponent(String(headers['content-disposition']))).toContain(`Тарифи-${household}.xlsx`);
  const book = read(content);
  const sheet = book.Sheets[book.SheetNames[0] ?? ''];
  if (!sheet) throw new Error('no sheet');
  const rows = utils.sheet_to_json<unknown[]>(sheet, { header: 1, raw: true });
  expect(rows[0]).toEqual([
    'Діє з',
    'Діє до',
    'Обсяг за місяць',
    'Пік, грн/кВт·год',
    'Напівпік, грн/кВт·год',
    'Ніч, грн/кВт·год',
    'Підстава',
  ]);
  expect(rows[1]?.slice(2, 6)).toEqual(['будь-який обсяг', 6.48, 4.32, 1.728]);
  expect(rows).toHaveLength(1 + 3 + 2 + 1 + 2 + 4 * 3);
  expect(rows.map((row) => row[2])).toContain('весь обсяг, якщо за місяць понад 250 кВт·год');
  expect(rows.map((row) => row[2])).toContain('понад 100 і до 600 кВт·год');
});

test('the text file of electric heating says its season', async () => {
  const { content } = await fileOf(heating, 'csv');
  const lines = content.toString('utf8').split('\r\n');
  expect(lines[1]).toContain('01.05.2026;;до 2000 кВт·год з 01.10 по 30.04;2,64;');
  expect(lines[2]).toContain('01.05.2026;;решта;4,32;');
});

test('an entity reads the tariff of its own account', async () => {
  const { accountNumber } = await makeAccount(cabinet.billingDb, { customerType: 'entity' });
  const entity = await cabinet.signIn([accountNumber], 'entity');
  const { body } = await cabinet.post(tariffHistory, { token: entity, account: accountNumber });
  expect(body.versions[0]).toMatchObject({ from: '2000-01-01', to: null, act: 'test', actUrl: null });
});
