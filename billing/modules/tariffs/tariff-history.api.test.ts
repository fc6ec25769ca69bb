import { beforeAll, expect, test } from 'vitest';
import type { ModuleOutput } from '#billing/api/define-module.ts';
import { SUPPLIER_GET } from '#billing/api/supplier.ts';
import { TARIFF_HISTORY } from '#billing/api/tariffs.ts';
import { createBilling } from '#billing/billing.ts';
import { provideTestBilling } from '#billing/testing/hooks/provide-test-billing.ts';
import { makeAccount } from '#billing/testing/make-account.ts';
import { makeNationalTariffs, nationalTariffCodes } from '#billing/testing/make-national-tariffs.ts';
import { instantFromIso } from '#domain/time/instant.ts';
import { fixedClock } from '#platform/testing/fixed-clock.ts';

const billing = provideTestBilling({ hasSupplier: true });

beforeAll(() => makeNationalTariffs(billing.db));

async function historyOf(fixture: Parameters<typeof makeAccount>[1]) {
  const { accountNumber } = await makeAccount(billing.db, fixture);
  return billing.ask(TARIFF_HISTORY, { accountNumber });
}

test('a household sees every price since 2015, the newest first, as the acts set them', async () => {
  const { versions, ...head } = await historyOf({ tariffCode: nationalTariffCodes.household });
  const tariffCode = 'nationalHousehold';
  expect(head).toEqual({ tariffCode, tariffTitle: tariffCode, zoneScheme: 'single' });
  expect(
    versions.map(({ from, to, rule }) => [from, to, rule.kind, 'blocks' in rule ? rule.blocks : rule.price]),
  ).toEqual([
    ['2026-05-01', null, 'flat', '4.32'],
    ['2024-06-01', '2026-04-30', 'flat', '4.32'],
    ['2023-06-01', '2024-05-31', 'flat', '2.64'],
    ['2021-10-01', '2023-05-31', 'wholeVolumeBlocks', [{ upToKwh: 250, price: '1.44' }, { price: '1.68' }]],
    ['2021-01-01', '2021-09-30', 'flat', '1.68'],
    ['2017-03-01', '2020-12-31', 'marginalBlocks', [{ upToKwh: 100, price: '0.90' }, { price: '1.68' }]],
    ...[
      ['2016-09-01', '2017-02-28', '0.714', '1.29', '1.638'],
      ['2016-03-01', '2016-08-31', '0.57', '0.99', '1.56'],
      ['2015-09-01', '2016-02-29', '0.456', '0.789', '1.479'],
      ['2015-04-01', '2015-08-31', '0.366', '0.63', '1.407'],
    ].map(([from, to, first, second, third]) => [
      from,
      to,
      'marginalBlocks',
      [{ upToKwh: 100, price: pad(first) }, { upToKwh: 600, price: pad(second) }, { price: pad(third) }],
    ]),
  ]);
  const three = { peak: '1.5', halfPeak: '1', night: '0.4' };
  expect(versions[0]?.zones).toEqual({ two: { day: '1', night: '0.5' }, three });
});

/** As prices are written: two decimals at least. */
function pad(price = ''): string {
  return price.replace(/\.(\d)$/, '.$10');
}

test('electric heating has its season and its limit', async () => {
  const { versions } = await historyOf({ tariffCode: nationalTariffCodes.householdHeating });
  expect(versions.map(({ from, rule }) => [from, rule])).toEqual([
    ...['2026-05-01', '2024-06-01'].map((from) => [
      from,
      {
        kind: 'seasonalHeating',
        limitKwh: 2000,
        reducedPrice: '2.64',
        price: '4.32',
        seasonFrom: '10-01',
        seasonTo: '04-30',
      },
    ]),
    ['2023-06-01', { kind: 'flat', price: '2.64' }],
  ]);
});

test('the scheme is that of the meter that works, not of the one taken away', async () => {
  const { zoneScheme } = await historyOf({
    meters: [
      { zoneScheme: 'single', meterState: 'removed', removedOn: '2026-05-01' },
      { zoneScheme: 'three', installedOn: '2026-05-01' },
    ],
  });
  expect(zoneScheme).toBe('three');
  expect((await historyOf({ meters: [] })).zoneScheme).toBe('single');
});

test('a tariff that nobody has recorded yet has no versions; an unknown account is not found', async () => {
  expect(await historyOf({ tariffCode: 'later' })).toMatchObject({ tariffTitle: 'later', versions: [] });
  expect(await billing.call(TARIFF_HISTORY, { accountNumber: '1000000000' })).toMatchObject({
    ok: false,
    code: 'common.notFound',
  });
});

test('the supplier tells the prices of the day of the tariff that most households have, where one figure says it', async () => {
  const pricesOn = async (day: string) => {
    const supplier = createBilling({ db: billing.db, clock: fixedClock(instantFromIso(`${day}T09:00:00Z`)) });
    const result = await supplier.run(SUPPLIER_GET.name, {}, { reference: '1', actor: 'test' });
    return result.ok ? (result.data as ModuleOutput<typeof SUPPLIER_GET>).householdPrices : result;
  };
  for (let n = 0; n < 5; n += 1) await makeAccount(billing.db, { tariffCode: nationalTariffCodes.household });
  const heated = { tariffCode: nationalTariffCodes.householdHeating, customerType: 'entity' } as const;
  for (let n = 0; n < 15; n += 1) await makeAccount(billing.db, heated);
  expect(await pricesOn('2026-11-20')).toEqual({ day: '4.32', night: '2.16' });
  expect(await pricesOn('2023-07-01')).toEqual({ day: '2.64', night: '1.32' });
  // A price by the volume of a month, and a day before the first version.
  expect(await pricesOn('2022-07-01')).toBeNull();
  expect(await pricesOn('2014-07-01')).toBeNull();
});
