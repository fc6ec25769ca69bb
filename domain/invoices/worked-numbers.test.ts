import { describe, expect, test } from 'vitest';
import { fromKwh, toKwh } from '../energy.ts';
import { toAccountBalance } from '../ledger/account-balance.ts';
import { entriesForCharge, entriesForPayment } from '../ledger/ledger.ts';
import { formatMoney, type Kopiykas, moneyFromWire, moneyToWire, zeroMoney } from '../money.ts';
import { priceFromText } from '../price.ts';
import { acceptedConsumption, consumptionBetween } from '../readings/consumption-between.ts';
import { billingPeriod } from '../time/billing-period.ts';
import { localDate } from '../time/local-date.ts';
import type { ContractTerms, VoltageClass } from './contract-terms.ts';
import { roundHours } from './hourly.ts';
import { composeInvoiceTotals, invoiceLineAmount } from './invoice.ts';
import { latePayment } from './late-payment.ts';
import { lineLossKwh, transformerLossKwh } from './losses.ts';
import { type PriceComponent, priceInBase, priceOfPoint } from './price-formula.ts';
import { pointQuantities } from './quantities.ts';
import { chargeReactive } from './reactive.ts';
import { spotTerms, version } from './testing/sample-contract.ts';

const march = { validFrom: localDate('2026-03-01') };
const usp = { ...march, subject: 'USP' };
const spot: PriceComponent[] = [
  version('dayAhead', '5.98037'),
  version('margin', '0.15', { subject: 'SPOT-15' }),
  version('margin', '0.05', { subject: 'SPOT-5' }),
  version('transmission', '0.74291'),
  version('distribution', '2.75218', { subject: 'VOE', voltageClass: 2 }),
  version('distribution', '0.32067', { subject: 'DNIPRO', voltageClass: 1 }),
];
const universal: PriceComponent[] = [
  version('purchase', '8.45151', usp),
  version('universalTariff', '0.23462', usp),
  version('transmission', '0.71368', march),
  version('distribution', '0.5864', { ...march, subject: 'KHOE', voltageClass: 1 }),
  version('distribution', '2.69293', { ...march, subject: 'KHOE', voltageClass: 2 }),
];

const uspTerms: ContractTerms = {
  ...spotTerms,
  priceKind: 'universal',
  offerCode: 'USP',
  operatorCode: 'KHOE',
};
const oneUspPrice = { ...uspTerms, isOnePrice: true };
const oneSpotPrice = { ...spotTerms, isOnePrice: true };
const truncated: ContractTerms = { ...spotTerms, rounding: 'truncate' };
const dnipro = { ...spotTerms, operatorCode: 'DNIPRO', offerCode: 'SPOT-5' };
const gross: ContractTerms = {
  ...spotTerms,
  priceKind: 'fixedGross',
  fixedPrice: priceFromText('9.15598'),
};
const net: ContractTerms = {
  ...spotTerms,
  priceKind: 'fixedNet',
  fixedPrice: priceFromText('7.62998'),
  withTransmission: false,
  withDistribution: false,
};

/** The lines of an invoice for one point, and its net, VAT and gross. */
function invoiceOf(
  terms: ContractTerms,
  components: readonly PriceComponent[],
  month: string,
  voltageClass: VoltageClass,
  kwh: number,
) {
  const price = priceOfPoint(terms, components, billingPeriod(month), voltageClass);
  if (price.kind === 'missing') throw new Error(`No ${price.component}`);
  const lines = price.components.map((part) => invoiceLineAmount(fromKwh(kwh), part.price, terms.rounding));
  const totals = composeInvoiceTotals(lines, price.base);
  return {
    lines: lines.map(moneyToWire),
    totals: [totals.net, totals.vat, totals.gross].map(moneyToWire),
  };
}

test.each<
  [
    string,
    ContractTerms,
    PriceComponent[],
    string,
    VoltageClass,
    number,
    { lines: string[]; totals: string[] },
  ]
>([
  [
    'W1 one price',
    oneUspPrice,
    universal,
    '2026-03',
    2,
    48_210 - 43_930,
    { lines: ['51756.93'], totals: ['51756.93', '10351.39', '62108.32'] },
  ],
  [
    'W1 four lines',
    uspTerms,
    universal,
    '2026-03',
    2,
    4280,
    {
      lines: ['36172.46', '1004.17', '3054.55', '11525.74'],
      totals: ['51756.92', '10351.38', '62108.30'],
    },
  ],
  [
    'W2',
    spotTerms,
    spot,
    '2026-04',
    2,
    (12_874 - 11_206) * 20,
    {
      lines: ['199505.14', '5004.00', '24783.48', '91812.72'],
      totals: ['321105.34', '64221.07', '385326.41'],
    },
  ],
  [
    'W2 one price',
    oneSpotPrice,
    spot,
    '2026-04',
    2,
    33_360,
    { lines: ['321105.35'], totals: ['321105.35', '64221.07', '385326.42'] },
  ],
  [
    'W3 half-up',
    spotTerms,
    spot,
    '2026-04',
    2,
    1237,
    { lines: ['7397.72', '185.55', '918.98', '3404.45'], totals: ['11906.70', '2381.34', '14288.04'] },
  ],
  [
    'W3 truncated',
    truncated,
    spot,
    '2026-04',
    2,
    1237,
    { lines: ['7397.71', '185.55', '918.97', '3404.44'], totals: ['11906.67', '2381.33', '14288.00'] },
  ],
  [
    'W4 gross',
    gross,
    [],
    '2026-04',
    2,
    18_430,
    { lines: ['168744.71'], totals: ['140620.59', '28124.12', '168744.71'] },
  ],
  [
    'W4 net',
    net,
    [],
    '2026-04',
    2,
    18_430,
    { lines: ['140620.53'], totals: ['140620.53', '28124.11', '168744.64'] },
  ],
  [
    'W5',
    dnipro,
    spot,
    '2026-04',
    1,
    34 * 7000,
    {
      lines: ['1423328.06', '11900.00', '176812.58', '76319.46'],
      totals: ['1688360.10', '337672.02', '2026032.12'],
    },
  ],
])('%s', (_, terms, components, month, voltageClass, kwh, invoice) => {
  expect(invoiceOf(terms, components, month, voltageClass, kwh)).toEqual(invoice);
});

test.each([
  [1, '9.98621'],
  [2, '12.09274'],
] as const)('the universal price of class %i in Khmelnytskyi is %s', (voltageClass, price) => {
  const found = priceOfPoint(oneUspPrice, universal, billingPeriod('2026-03'), voltageClass);
  expect(found).toMatchObject({
    kind: 'priced',
    components: [{ kind: 'allIn', price: priceFromText(price) }],
  });
});

const purchase = [
  version('purchase', '5.98037', { subject: 'SPOT-15' }),
  version('universalTariff', '0.23462', { subject: 'SPOT-15' }),
  version('transmission', '0.74291'),
  version('distribution', '2.75218', { subject: 'VOE', voltageClass: 2 }),
];
const w6 = ['12381.76', '1979.89', '14361.65', '2872.33', '17233.98'];
const fixedAt = (priceKind: 'fixedNet' | 'fixedGross', price: string): ContractTerms => ({
  ...spotTerms,
  priceKind,
  fixedPrice: priceFromText(price),
});

test.each<[string, ContractTerms, PriceComponent[], number, number, number, number, string[]]>([
  ['W6', spotTerms, spot, 33_360, 21_680, 1400, 80_000, w6],
  ['W6 in one price', oneSpotPrice, spot, 33_360, 21_680, 1400, 80_000, w6],
  ['W6 universal', { ...spotTerms, priceKind: 'universal' }, purchase, 33_360, 21_680, 1400, 80_000, w6],
  [
    'W6 universal in one price',
    { ...oneSpotPrice, priceKind: 'universal' },
    purchase,
    33_360,
    21_680,
    1400,
    80_000,
    w6,
  ],
  ['W6 fixed without VAT', fixedAt('fixedNet', '5.98037'), spot, 33_360, 21_680, 1400, 80_000, w6],
  ['W6 fixed with VAT', fixedAt('fixedGross', '7.176444'), spot, 33_360, 21_680, 1400, 80_000, w6],
  [
    'W7',
    spotTerms,
    spot,
    238_000,
    105_000,
    7000,
    20_000,
    ['15070.53', '550.80', '15621.33', '3124.27', '18745.60'],
  ],
])('%s', (_, terms, components, activeKwh, importKvarh, exportKvarh, equivalent, sums) => {
  const rates = { generationFactor: 30_000, surchargeFactor: 10_000, tgLimit: 2500, cap: 40_625 };
  const found = priceOfPoint(terms, components, billingPeriod('2026-04'), 2);
  if (found.kind === 'missing') throw new Error(`No ${found.component}`);
  expect(priceInBase(found.energy.price, found.base, 'net')).toBe(priceFromText('5.98037'));
  const { price } = found.energy;
  const input = { activeKwh, importKvarh, exportKvarh, equivalent, price, priceBase: found.base };
  const charge = chargeReactive(input, rates, 'halfUp');
  expect(charge.tgPhi).toBeCloseTo(importKvarh / activeKwh, 6);
  const totals = composeInvoiceTotals([charge.p1, charge.p2], 'net');
  expect([charge.p1, charge.p2, charge.net, totals.vat, totals.gross].map(moneyToWire)).toEqual(sums);
});

describe('quantities', () => {
  const flow = { activeKwh: 33_360, reactiveKvarh: 21_680, hours: 744 };

  test('W8', () => {
    const transformer = { ratedKva: 250, noLoadKw: 0.74, loadKw: 3.7, formFactor: 1.15 };
    expect(transformerLossKwh(transformer, flow)).toBe(717);
    // 550.56 kWh of them without load.
    expect(transformerLossKwh({ ...transformer, loadKw: 0 }, flow)).toBe(551);
    expect(transformerLossKwh({ ...transformer, noLoadKw: 0 }, flow)).toBe(167);
    expect(lineLossKwh({ resistanceOhm: 0.35, voltageKv: 10, formFactor: 1.15 }, flow)).toBe(10);
  });

  test('W9', () => {
    const common = { reactiveImportKvarh: 0, hours: { from: 0, to: 744, ofMonth: 744 } };
    const quantities = pointQuantities([
      {
        ...common,
        eicCode: 'main',
        meteredKwh: 33_360,
        loss: { mode: 'fixed', kwh: 717 },
        subConsumers: [{ eicCode: 'sub' }],
      },
      { ...common, eicCode: 'sub', meteredKwh: 9840, loss: { mode: 'none' }, subConsumers: [] },
    ]);
    expect(quantities).toMatchObject([
      { eicCode: 'main', lossKwh: 717, subKwh: 9840, lossOfSubsKwh: 211, billedKwh: 24_026, isHeld: false },
      { eicCode: 'sub', lossKwh: 211, subKwh: 0, lossOfSubsKwh: 0, billedKwh: 10_051, isHeld: false },
    ]);
  });

  test('W10', () => {
    expect(roundHours([400, 400, 400, 400, 400])).toEqual([0, 1, 0, 1, 0]);
  });

  test('W11', () => {
    const rolledOver = {
      digitCapacity: 5,
      limit: fromKwh(1_000_000),
      previousValue: 99_871,
      value: 214,
      coefficient: 40,
    };
    expect(consumptionBetween(rolledOver, 90)).toEqual({ kind: 'rollOver', energy: fromKwh(13_720) });
    const replaced = [
      { digitCapacity: 5, previousValue: 4987, value: 5012, coefficient: 20 },
      { digitCapacity: 5, previousValue: 0, value: 118, coefficient: 30 },
    ].map((span) => toKwh(acceptedConsumption(span).energy));
    expect(replaced).toEqual([500, 3540]);
  });
});

test('W12', () => {
  const late = latePayment({
    debt: moneyFromWire('385326.41'),
    dueOn: localDate('2025-12-20'),
    paidOn: localDate('2026-03-11'),
    annualPercentHundredths: 300,
    inflation: new Map([
      [billingPeriod('2026-01'), 1007],
      [billingPeriod('2026-02'), 1010],
    ]),
    penalty: { ratePercentHundredths: 1550, times: 2 },
  });
  expect(late).toEqual({
    days: 80,
    threePercent: moneyFromWire('2533.65'),
    inflation: moneyFromWire('6577.52'),
    penalty: moneyFromWire('26181.08'),
  });
});

test('W13', () => {
  const opening = moneyFromWire('12480.55');
  const charges = ['385326.41', '341207.12'].map(moneyFromWire);
  const payments = ['12480.55', '385326.41', '100000.00'].map(moneyFromWire);
  const entries = [
    ...charges.flatMap((charge) => entriesForCharge(charge, 'charge')),
    ...payments.flatMap((amount) => entriesForPayment({ event: 'confirmed', purpose: 'energy', amount })),
  ];
  const turnover = (side: 'debit' | 'credit') =>
    entries
      .filter((entry) => entry[side] === 'receivable')
      .reduce((sum, { amount }) => sum + amount, 0n) as Kopiykas;
  expect([turnover('debit'), turnover('credit')].map(moneyToWire)).toEqual(['726533.53', '497806.96']);
  const current = (opening + turnover('debit') - turnover('credit')) as Kopiykas;
  const balance = toAccountBalance({ beginning: opening, current, expectedCharge: zeroMoney });
  expect(balance).toMatchObject({
    beginDebet: opening,
    debet: moneyFromWire('241207.12'),
    credit: zeroMoney,
  });
  expect(formatMoney(balance.debet)).toBe('241\u00a0207,12');
});
