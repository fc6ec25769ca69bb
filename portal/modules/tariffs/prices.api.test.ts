import { parse } from 'csv-parse/sync';
import { beforeAll, expect, test } from 'vitest';
import { makeAccount } from '#billing/testing/make-account.ts';
import {
  type ContractFixture,
  makeContract,
  makePriceComponents,
} from '#billing/testing/make-contract-terms.ts';
import { exportPrices, priceHistory } from '#contract/tariffs.ts';
import type { PriceComponent } from '#domain/invoices/price-formula.ts';
import { priceFromText } from '#domain/price.ts';
import { localDate } from '#domain/time/local-date.ts';
import { provideTestApp } from '#portal/testing/hooks/provide-test-app.ts';

const component = (
  kind: PriceComponent['kind'],
  price: string,
  from: string,
  more: Partial<Pick<PriceComponent, 'subject' | 'voltageClass'>> = {},
): PriceComponent => ({
  kind,
  subject: more.subject ?? '',
  voltageClass: more.voltageClass ?? 0,
  validFrom: localDate(from),
  validTo: null,
  price: priceFromText(price),
  source: `${kind} source`,
});

const app = provideTestApp({ now: '2026-04-20T10:00:00Z', hasSupplier: true });

beforeAll(async () => {
  await makePriceComponents(app.billingDb, [
    component('dayAhead', '6.1', '2026-03-01'),
    component('dayAhead', '5.98037', '2026-04-01'),
    component('margin', '0.15', '2026-01-01', { subject: 'OFFER' }),
    component('margin', '9', '2026-01-01', { subject: 'OTHER' }),
    component('transmission', '0.74291', '2026-01-01'),
    component('distribution', '2.75218', '2026-01-01', { subject: 'OPERATOR', voltageClass: 2 }),
    component('distribution', '0.4881', '2026-01-01', { subject: 'OPERATOR', voltageClass: 1 }),
  ]);
});

async function entityWith(contract?: ContractFixture) {
  const made = await makeAccount(app.billingDb, { customerType: 'entity' });
  if (contract) await makeContract(app.billingDb, made, contract);
  const account = made.accountNumber;
  return { token: await app.signIn([account], 'entity'), account };
}

test('prices are by the formula of the contract, months with the same one as one run', async () => {
  const { body } = await app.post(priceHistory, await entityWith({}));
  expect(body.today).toBe('2026-04-20');
  expect(body.prices).toEqual([
    {
      voltageClass: 2,
      from: '2026-04-01',
      to: null,
      net: '9.62546',
      gross: '11.550552',
      parts: [
        { kind: 'dayAhead', price: '5.98037' },
        { kind: 'margin', price: '0.15' },
        { kind: 'transmission', price: '0.74291' },
        { kind: 'distribution', price: '2.75218' },
      ],
    },
    expect.objectContaining({ from: '2026-03-01', to: '2026-03-31', net: '9.74509' }),
  ]);
});

test('parts are those of the contract, newest first, with their source', async () => {
  const { body } = await app.post(priceHistory, await entityWith({}));
  expect(body.components.map(({ kind, from, price }) => `${kind} ${from} ${price}`)).toEqual([
    'dayAhead 2026-04-01 5.98037',
    'dayAhead 2026-03-01 6.10',
    'distribution 2026-01-01 2.75218',
    'margin 2026-01-01 0.15',
    'transmission 2026-01-01 0.74291',
  ]);
  expect(body.components[0]).toMatchObject({ to: null, source: 'dayAhead source' });
  expect(body.components[1]?.to).toBe('2026-03-31');
});

test('a fixed price with VAT has a net price and no parts of others', async () => {
  const fixed = { priceKind: 'fixedGross', fixedPriceMicro: 9_155_980n } as const;
  const { body } = await app.post(priceHistory, await entityWith({ ...fixed, validFrom: '2026-02-01' }));
  expect(body.components).toEqual([]);
  expect(body.prices).toEqual([
    {
      voltageClass: 2,
      from: '2026-02-01',
      to: null,
      net: '7.629983',
      gross: '9.15598',
      parts: [{ kind: 'fixed', price: '9.15598' }],
    },
  ]);
});

test('an account without a contract has no prices', async () => {
  const { body } = await app.post(priceHistory, await entityWith());
  expect([body.prices, body.components]).toEqual([[], []]);
});

test('the file has a row for each version', async () => {
  const { body } = await app.post(exportPrices, { ...(await entityWith({})), format: 'csv' });
  const rows: string[][] = parse(body as unknown as Buffer, { bom: true, delimiter: ';' });
  expect(rows).toHaveLength(6);
  expect(rows[1]).toEqual(expect.arrayContaining(['5,98037', 'dayAhead source']));
});
