import type { PriceComponent, PriceComponentKind } from '#domain/invoices/price-formula.ts';
import { type Price, priceFromText } from '#domain/price.ts';
import { addMonths, type BillingPeriod, daysIn, firstDay } from '#domain/time/billing-period.ts';
import { addDays, type LocalDate, localDate } from '#domain/time/local-date.ts';
import { dayOf } from '#sample/households/household-history.ts';
import { randomOf } from '#sample/random.ts';

const INVENTED = 'дані зразка';

interface OperatorPlan {
  readonly code: string;
  readonly name: string;
  readonly edrpou: string;
  readonly iban: string;
  readonly bankName: string;
  readonly phone: string;
}

/** Operators of the networks of the sample, invented. */
export const sampleOperators: readonly OperatorPlan[] = [
  {
    code: 'svitlohir',
    name: 'АТ «Світлогіробленерго»',
    edrpou: '41203457',
    iban: 'UA673052990000026005050100007',
    bankName: 'АТ «Ощадбанк»',
    phone: '0 800 300 104',
  },
  {
    code: 'kalyniv',
    name: 'АТ «Калинівобленерго»',
    edrpou: '41304562',
    iban: 'UA403052990000026005050100008',
    bankName: 'АТ «Укрексімбанк»',
    phone: '0 800 300 204',
  },
];

/** Offers of the supplier to entities. */
export const offers = { universal: 'universal', chain: 'spot-chain', water: 'spot-water' } as const;

interface TariffStep {
  readonly from: string;
  readonly price: string;
  readonly source: string;
}

/** UAH per kWh; the published ones are in facts of entities 1.2. */
const transmission: readonly TariffStep[] = [
  { from: '2024-01-01', price: '0.52857', source: INVENTED },
  { from: '2025-01-01', price: '0.68623', source: 'Тариф на передачу НЕК «Укренерго», 2025' },
  { from: '2026-01-01', price: '0.71368', source: 'НКРЕКП № 2009 від 05.12.2025' },
  { from: '2026-04-01', price: '0.74291', source: 'НКРЕКП № 2009 від 05.12.2025' },
];

/** By operator and class; prices of real operators under invented names. */
const distribution: Readonly<Record<string, Readonly<Record<1 | 2, readonly TariffStep[]>>>> = {
  svitlohir: {
    1: [
      { from: '2024-01-01', price: '0.4951', source: INVENTED },
      { from: '2025-01-01', price: '0.538', source: INVENTED },
      { from: '2026-01-01', price: '0.5864', source: `${INVENTED}, за тарифом Хмельницькобленерго` },
      { from: '2026-04-01', price: '0.58715', source: INVENTED },
    ],
    2: [
      { from: '2024-01-01', price: '2.1884', source: INVENTED },
      { from: '2025-01-01', price: '2.4115', source: INVENTED },
      { from: '2026-01-01', price: '2.69293', source: `${INVENTED}, за тарифом Хмельницькобленерго` },
      { from: '2026-04-01', price: '2.6983', source: INVENTED },
    ],
  },
  kalyniv: {
    1: [
      { from: '2024-01-01', price: '0.4102', source: INVENTED },
      { from: '2025-01-01', price: '0.4419', source: INVENTED },
      { from: '2026-01-01', price: '0.48752', source: `${INVENTED}, за тарифом Вінницяобленерго` },
      { from: '2026-04-01', price: '0.4881', source: `${INVENTED}, за тарифом Вінницяобленерго` },
    ],
    2: [
      { from: '2024-01-01', price: '2.24575', source: INVENTED },
      { from: '2025-01-01', price: '2.4663', source: INVENTED },
      { from: '2026-01-01', price: '2.74696', source: `${INVENTED}, за тарифом Вінницяобленерго` },
      { from: '2026-04-01', price: '2.75218', source: `${INVENTED}, за тарифом Вінницяобленерго` },
    ],
  },
};

const universalTariff: readonly TariffStep[] = [
  { from: '2024-01-01', price: '0.1991', source: INVENTED },
  { from: '2025-01-01', price: '0.21845', source: INVENTED },
  { from: '2026-01-01', price: '0.23462', source: `${INVENTED}, за тарифом універсальної послуги 03.2026` },
];

/** Prices of months that are known or near to what was told of them. */
const knownDayAhead: Readonly<Record<string, { price: string; source: string }>> = {
  '2025-08': { price: '5.40987', source: 'Оператор ринку: РДН, 08.2025' },
  '2025-11': { price: '6.83049', source: 'Оператор ринку: РДН, 11.2025' },
  '2026-01': { price: '9.21406', source: INVENTED },
  '2026-02': { price: '9.08355', source: INVENTED },
  '2026-03': { price: '7.34128', source: INVENTED },
  '2026-04': { price: '5.98037', source: INVENTED },
};
const knownPurchase: typeof knownDayAhead = {
  '2026-03': { price: '8.45151', source: 'Ціна закупівлі універсальної послуги, 03.2026' },
};
/** Invented prices of the months of a year, thousandths of a hryvnia. */
const dayAheadOfMonth = [6610, 6540, 5720, 4980, 4870, 5310, 5760, 5550, 5690, 6080, 6690, 6880] as const;
/** Hundred-thousandths, as the published prices have. */
const MOST_OFF = 24_000;

const monthOf = (period: BillingPeriod) => Number(period.slice(5));

function inventedPrice(name: string, period: BillingPeriod, factorPercent: number): string {
  const base = (dayAheadOfMonth[monthOf(period) - 1] ?? 0) * factorPercent;
  const units = base + randomOf(`${name} ${period}`).between(-MOST_OFF, MOST_OFF);
  const digits = String(units).padStart(6, '0');
  return `${digits.slice(0, -5)}.${digits.slice(-5)}`;
}

function dated(
  kind: PriceComponentKind,
  subject: string,
  voltageClass: 0 | 1 | 2,
  steps: readonly TariffStep[],
): PriceComponent[] {
  return steps.map(({ from, price, source }, place) => {
    const next = steps[place + 1];
    return {
      kind,
      subject,
      voltageClass,
      validFrom: localDate(from),
      validTo: next === undefined ? null : addDays(localDate(next.from), -1),
      price: priceFromText(price),
      source,
    };
  });
}

function monthly(
  kind: 'dayAhead' | 'purchase',
  subject: string,
  periods: readonly BillingPeriod[],
): PriceComponent[] {
  const known = kind === 'dayAhead' ? knownDayAhead : knownPurchase;
  return periods.map((period, place) => ({
    kind,
    subject,
    voltageClass: 0,
    validFrom: firstDay(period),
    // The last known price counts until there is a newer one.
    validTo: place === periods.length - 1 ? null : dayOf(period, daysIn(period)),
    price: priceFromText(
      known[period]?.price ?? inventedPrice(kind, period, kind === 'dayAhead' ? 100 : 118),
    ),
    source: known[period]?.source ?? INVENTED,
  }));
}

/** Every part of a price from the month before the history to the month after it. */
export function sampleComponents(periods: readonly BillingPeriod[]): PriceComponent[] {
  const [first] = periods;
  const last = periods.at(-1);
  if (first === undefined || last === undefined) return [];
  const months = [addMonths(first, -1), ...periods, addMonths(last, 1)];
  const margin = (offer: string, price: string) =>
    dated('margin', offer, 0, [{ from: '2024-01-01', price, source: 'Договір, додаток 2' }]);
  return [
    ...monthly('dayAhead', '', months),
    ...monthly('purchase', offers.universal, months),
    ...dated('universalTariff', offers.universal, 0, universalTariff),
    ...margin(offers.chain, '0.15'),
    ...margin(offers.water, '0.05'),
    ...dated('transmission', '', 0, transmission),
    ...Object.entries(distribution).flatMap(([operator, classes]) => [
      ...dated('distribution', operator, 1, classes[1]),
      ...dated('distribution', operator, 2, classes[2]),
    ]),
  ];
}

/** Contract prices of the sample: with VAT of the schools, without of the office centre. */
export const fixedPrices: Readonly<Record<'schools' | 'office', Price>> = {
  schools: priceFromText('9.15598'),
  office: priceFromText('6.35'),
};

interface RatePlan {
  readonly kind: 'inflation' | 'discountRate';
  readonly validFrom: LocalDate;
  readonly value: string;
  readonly source: string;
}

const knownInflation: Readonly<Record<string, string>> = { '2026-01': '100.7', '2026-02': '101.0' };

/** Indexes of inflation of the months and discount rates, by which late payments are shown. */
export function sampleRates(periods: readonly BillingPeriod[]): RatePlan[] {
  const indexes = periods.map((period): RatePlan => {
    const known = knownInflation[period];
    const tenths = 1000 + randomOf(`inflation ${period}`).between(-3, 14);
    return {
      kind: 'inflation',
      validFrom: firstDay(period),
      value: known ?? `${Math.floor(tenths / 10)}.${tenths % 10}`,
      source: known === undefined ? INVENTED : 'Держстат',
    };
  });
  const rates = [
    { from: '2024-01-01', value: '13.5' },
    { from: '2025-03-07', value: '15.5' },
  ].map(
    ({ from, value }): RatePlan => ({
      kind: 'discountRate',
      validFrom: localDate(from),
      value,
      source: INVENTED,
    }),
  );
  return [...indexes, ...rates];
}
