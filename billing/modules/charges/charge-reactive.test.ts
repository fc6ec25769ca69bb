import { expect, test } from 'vitest';
import { spotTerms, version } from '#domain/invoices/testing/sample-contract.ts';
import { standardRules } from '#domain/rules/testing/standard-rules.ts';
import { billingPeriod, firstDay } from '#domain/time/billing-period.ts';
import { reactiveAdjustments, reactiveLines } from './charge-reactive.ts';
import type { EntityToCharge } from './contract-month.ts';

const april = billingPeriod('2026-04');
const may = billingPeriod('2026-05');
const eicCode = '62Z0000000000011';
const validFrom = firstDay(april);

const facts: EntityToCharge = {
  isLastMonth: false,
  contract: {
    openedOn: validFrom,
    contractEndedOn: null,
    versions: [{ validFrom, contractNumber: 'E-1', signedOn: validFrom, terms: spotTerms }],
    points: new Map([
      [
        eicCode,
        [
          {
            eicCode,
            validFrom,
            voltageClass: 2,
            isGroupA: false,
            loss: { mode: 'none' },
            reactiveEquivalent: 80_000,
            site: '',
          },
        ],
      ],
    ]),
    subConsumers: [],
    channels: [],
    corrections: [],
    declaredNext: [],
  },
  period: may,
  consumptions: [],
  months: [],
  prices: {
    components: [
      version('dayAhead', '5.98037'),
      version('margin', '0.15', { subject: 'SPOT-15' }),
      version('transmission', '0.74291'),
      version('distribution', '2.75218', { subject: 'VOE', voltageClass: 2 }),
    ],
    // From May on a site is charged from 50,000 kWh, and generation costs as much as consumption.
    reactiveRules: (month) =>
      month === april
        ? standardRules.reactive
        : { ...standardRules.reactive, minKwh: 50_000, generationFactor: 10_000 },
  },
};

const month = (period: typeof april, meteredKwh: number) => ({
  period,
  powerOf: new Map([[eicCode, 400_000]]),
  points: [
    {
      eicCode,
      meteredKwh,
      lossKwh: 0,
      lossOfSubsKwh: 0,
      subKwh: 0,
      billedKwh: meteredKwh,
      isHeld: false,
      reactiveImportKvarh: 21_680,
      reactiveExportKvarh: 1400,
    },
  ],
});
const amounts = (lines: ReturnType<typeof reactiveLines>) =>
  lines.map(({ kind, forPeriod, quantity, amount }) => `${kind} ${forPeriod} ${quantity} ${amount}`);

test('reactiveLines charges a month by the rules of that month', () => {
  expect(amounts(reactiveLines(facts, month(april, 33_360)))).toEqual([
    'reactiveConsumed 2026-04 23080 1238176',
    'reactiveCompensation 2026-04 23080 197989',
  ]);
  expect(reactiveLines(facts, month(may, 33_360))).toEqual([]);
  // (21680 + 1400) × 0.08 × 5.98037
  expect(amounts(reactiveLines(facts, month(may, 100_000)))[0]).toBe(
    'reactiveConsumed 2026-05 23080 1104216',
  );
});

test('reactiveAdjustments puts a month right by the rules of that month', () => {
  expect(amounts(reactiveAdjustments(facts, month(april, 4999), month(april, 33_360)))).toEqual([
    'adjustment 2026-04 23080 1436165',
  ]);
  expect(amounts(reactiveAdjustments(facts, month(april, 33_360), month(april, 4999)))).toEqual([
    'adjustment 2026-04 -23080 -1436165',
  ]);
  expect(reactiveAdjustments(facts, month(may, 4999), month(may, 33_360))).toEqual([]);
});
