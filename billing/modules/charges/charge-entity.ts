import { type ChannelEnergy, type ContractFacts, USUAL_CLASS } from '#billing/modules/contracts/public.ts';
import type {
  ChargedInvoice,
  ChargedPoint,
  InvoiceLine,
  QuantityRevision,
} from '#billing/modules/invoices/public.ts';
import { fromKwh, toKwh, wattHours } from '#domain/energy.ts';
import type { ContractTerms, VoltageClass } from '#domain/invoices/contract-terms.ts';
import { composeInvoiceTotals, invoiceLineAmount } from '#domain/invoices/invoice.ts';
import { type PlannedPayment, type PlannedVolume, planPayments } from '#domain/invoices/planned-payments.ts';
import {
  type PointPrice,
  type PriceComponent,
  priceInBase,
  priceOfPoint,
  type VatBase,
} from '#domain/invoices/price-formula.ts';
import { type PointInput, type PointQuantity, pointQuantities } from '#domain/invoices/quantities.ts';
import { type Kopiykas, subtractMoney, sumMoney, vatInside, zeroMoney } from '#domain/money.ts';
import { addMonths, type BillingPeriod, firstDay } from '#domain/time/billing-period.ts';
import { hoursOfDays } from '#domain/time/kyiv.ts';
import { type MonthPoints, reactiveAdjustments, reactiveLines } from './charge-reactive.ts';
import type { RecalculatedMonth } from './consumption/measure-past.ts';
import { contractDays } from './consumption/register-span.ts';
import {
  baseOf,
  type EntityToCharge,
  isBilled,
  pointIn,
  priceIn,
  subConsumersIn,
  termsIn,
} from './contract-month.ts';

/** What a period makes of an account that has a contract. */
export interface ChargedEntity {
  /** In force on the last day of the period. */
  readonly terms: ContractTerms;
  readonly points: readonly ChargedPoint[];
  /** What the adjustments change of months before. */
  readonly quantityRevisions: readonly QuantityRevision[];
  /** One of the supplier, of reactive energy one of the operator; none without lines. */
  readonly invoices: readonly ChargedInvoice[];
  /** Of the month after the period. */
  readonly planned: readonly PlannedPayment[];
  /** Null: they are shares of the sum of the period. */
  readonly plannedVolume: PlannedVolume | null;
  /** kWh that the supplier's invoice bills of the period itself. */
  readonly billedKwh: number;
  /** Corrections of the operator that the invoice has; those of a month without prices wait. */
  readonly corrections: ContractFacts['corrections'];
}

/** Energy that the channels and the meters of a point counted. */
interface PointEnergy {
  readonly meteredKwh: number;
  readonly reactiveImportKvarh: number;
  readonly reactiveExportKvarh: number;
}

/** A prepayment of the whole month is one part, due on the 20th. */
const PREPAYMENT = [{ day: 20, percent: 100 }];

/** A line before its amount. */
type PricedLine = Omit<InvoiceLine, 'amount'>;

/**
 * Charges the points of a contract (facts of entities 1): quantities with losses and sub-consumers, a line per point and part of
 * the price, VAT once; months before that were measured anew, and corrections of the operator, as adjustments by the prices of
 * those months; reactive energy, and what changes of it, apart. @throws RangeError when a price is missing (`hasPricesFor`).
 */
export function chargeEntity(facts: EntityToCharge): ChargedEntity {
  const { contract, period, consumptions } = facts;
  const terms = termsIn(contract, period);
  const energies = consumptions.map(({ register, energy }) => ({ ...register, energyWh: energy }));
  const points = chargedPoints(contract, period, energies, contract.channels);
  const pastMonths = facts.months.map((month) => pointsOfMonth(contract, month));
  const changes = pastMonths.flatMap(changesOf);
  const billed = points.filter(({ eicCode }) => isBilled(contract, period, eicCode));
  const lines: InvoiceLine[] = billed.flatMap(({ eicCode, billedKwh }) =>
    linesOf(facts, { kind: 'energy', eicCode, forPeriod: period, kwh: billedKwh }, terms),
  );
  const adjustments = adjustmentsOf(facts, changes, terms);
  const billedKwh = billed.reduce((sum, one) => sum + one.billedKwh, 0);
  const base = baseOf(terms);
  const invoices: ChargedInvoice[] = [];
  if (lines.length + adjustments.length > 0)
    invoices.push(toInvoice('supplier', base, billedKwh, [...lines, ...adjustments]));
  const powerOf = new Map(
    consumptions.map(({ register }) => [register.eicCode, register.contractedPowerWatts]),
  );
  const reactive = [
    ...reactiveLines(facts, { period, points, powerOf }),
    ...pastMonths.flatMap(({ charged, now }) => reactiveAdjustments(facts, charged, now)),
  ];
  if (reactive.length > 0) {
    const kvarh = reactive.reduce(
      (sum, one) => sum + (one.kind === 'reactiveConsumed' ? one.quantity : 0),
      0,
    );
    invoices.push(toInvoice('operator', 'net', kvarh, reactive));
  }
  const declared =
    terms.paymentForm === 'prepayment' && !facts.isLastMonth
      ? declaredLines(facts, terms, billed)
      : undefined;
  const { gross } = composeInvoiceTotals(
    (declared?.lines ?? lines).map(({ amount }) => amount),
    base,
  );
  const planned = facts.isLastMonth ? [] : planOf(terms, gross, addMonths(period, 1));
  const quantityRevisions = changes.map(({ now, period: month }) => ({ ...now, period: month }));
  const corrections = pricedCorrections(facts);
  return {
    terms,
    points,
    quantityRevisions,
    invoices,
    planned,
    plannedVolume: declared?.volume ?? null,
    billedKwh,
    corrections,
  };
}

/** Whether each point of the contract has its price in the period. */
export function hasPricesFor(
  contract: ContractFacts,
  period: BillingPeriod,
  components: readonly PriceComponent[],
): boolean {
  return missingPriceOf(contract, period, components, []) === undefined;
}

/**
 * The first part of a price that a point of the contract lacks in the period, with its subject and class; undefined: none. `eicCodes`:
 * points with a meter, of which the contract may say nothing: they are of the usual class.
 */
export function missingPriceOf(
  contract: ContractFacts,
  period: BillingPeriod,
  components: readonly PriceComponent[],
  eicCodes: readonly string[],
): string | undefined {
  const terms = termsIn(contract, period);
  const versions = [...contract.points.values()].flat();
  const classes = new Set(versions.map(({ voltageClass }) => voltageClass));
  if (eicCodes.some((code) => !contract.points.has(code))) classes.add(USUAL_CLASS);
  for (const voltageClass of classes) {
    const price = priceOfPoint(terms, components, period, voltageClass);
    if (price.kind === 'missing') return missingPriceWords(price, voltageClass);
  }
  return undefined;
}

/** A part of a price with its subject and class: "distribution 10Y1001C--000182 2". */
export function missingPriceWords(
  { component, subject }: Extract<PointPrice, { kind: 'missing' }>,
  voltageClass: VoltageClass,
): string {
  return [component, subject, voltageClass].join(' ').replace('  ', ' ');
}

/** The parts by which a month may be closed: the day-ahead price is that of the month itself, not that of an earlier one. */
export function componentsOfMonth(
  components: readonly PriceComponent[],
  period: BillingPeriod,
): readonly PriceComponent[] {
  return components.filter(({ kind, validFrom }) => kind !== 'dayAhead' || validFrom === firstDay(period));
}

/** What meters and channels counted, by point. */
function energyOfPoints(
  energies: readonly RegisterEnergy[],
  channels: readonly ChannelEnergy[],
): Map<string, PointEnergy> {
  const points = new Map<string, PointEnergy>();
  const add = (eicCode: string, more: Partial<PointEnergy>) => {
    const { meteredKwh = 0, reactiveImportKvarh = 0, reactiveExportKvarh = 0 } = points.get(eicCode) ?? {};
    points.set(eicCode, {
      meteredKwh: meteredKwh + (more.meteredKwh ?? 0),
      reactiveImportKvarh: reactiveImportKvarh + (more.reactiveImportKvarh ?? 0),
      reactiveExportKvarh: reactiveExportKvarh + (more.reactiveExportKvarh ?? 0),
    });
  };
  for (const { eicCode, energyWh } of energies) add(eicCode, { meteredKwh: toKwh(wattHours(energyWh)) });
  for (const { eicCode, channel, units } of channels) {
    if (channel === 'reactiveImport') add(eicCode, { reactiveImportKvarh: units });
    if (channel === 'reactiveExport') add(eicCode, { reactiveExportKvarh: units });
  }
  return points;
}

/** The points of a month by what their registers and channels counted. */
function chargedPoints(
  contract: ContractFacts,
  period: BillingPeriod,
  energies: readonly RegisterEnergy[],
  channels: readonly ChannelEnergy[],
): ChargedPoint[] {
  const energy = energyOfPoints(energies, channels);
  return quantitiesOf(contract, period, energy).map((one) => {
    const { reactiveImportKvarh = 0, reactiveExportKvarh = 0 } = energy.get(one.eicCode) ?? {};
    return { ...one, reactiveImportKvarh, reactiveExportKvarh };
  });
}

/** Quantities of the days of a period that the account had its contract; sub-consumers without energy, and those of a point without energy, change nothing. */
export function quantitiesOf(
  contract: ContractFacts,
  period: BillingPeriod,
  energy: ReadonlyMap<string, Pick<PointEnergy, 'meteredKwh' | 'reactiveImportKvarh'>>,
): PointQuantity[] {
  const subsOf = Map.groupBy(
    subConsumersIn(contract, period).filter(
      ({ eicCode, mainEicCode }) => energy.has(eicCode) && energy.has(mainEicCode),
    ),
    ({ mainEicCode }) => mainEicCode,
  );
  const hours = hoursOfDays(period, contractDays(contract, period));
  const points = [...energy].map(([eicCode, { meteredKwh, reactiveImportKvarh }]): PointInput => {
    return {
      eicCode,
      meteredKwh,
      reactiveImportKvarh,
      loss: pointIn(contract, period, eicCode)?.loss ?? { mode: 'none' },
      subConsumers: (subsOf.get(eicCode) ?? []).map((sub) => ({ eicCode: sub.eicCode })),
      hours,
    };
  });
  return pointQuantities(points);
}

/** What a period would bill of each point that is billed, by what its meters counted; channels are not known before its end. */
export function billedByPoint(
  contract: ContractFacts,
  period: BillingPeriod,
  meteredKwh: ReadonlyMap<string, number>,
): Map<string, number> {
  const energy = [...meteredKwh].map(
    ([eicCode, kwh]) => [eicCode, { meteredKwh: kwh, reactiveImportKvarh: 0 }] as const,
  );
  const quantities = quantitiesOf(contract, period, new Map(energy));
  return new Map(
    quantities
      .filter(({ eicCode }) => isBilled(contract, period, eicCode))
      .map(({ eicCode, billedKwh }) => [eicCode, billedKwh]),
  );
}

/** What a register counted. */
interface RegisterEnergy {
  readonly eicCode: string;
  readonly energyWh: number;
}

/** A point of a month before that is billed anew. */
interface PointChange {
  readonly period: BillingPeriod;
  /** As the invoices so far bill it; undefined: none does. */
  readonly charged: ChargedPoint | undefined;
  readonly now: ChargedPoint;
}

interface EnergyOfPoint {
  readonly kind: 'energy' | 'adjustment';
  readonly eicCode: string;
  readonly forPeriod: BillingPeriod;
  readonly kwh: number;
}

/** The lines of the energy of a point: priced and rounded by the terms of its month, in the base of the invoice. */
function linesOf(facts: EntityToCharge, one: EnergyOfPoint, terms: ContractTerms): InvoiceLine[] {
  const { kind, eicCode, forPeriod, kwh } = one;
  if (kwh === 0) return [];
  const price = priceIn(facts, forPeriod, eicCode);
  if (price === undefined) throw new RangeError(`a price of point ${eicCode} is missing in ${forPeriod}`);
  const { rounding } = termsIn(facts.contract, forPeriod);
  return price.components.map((component): InvoiceLine => {
    const line: PricedLine = {
      kind,
      eicCode,
      component: component.kind,
      forPeriod,
      quantity: kwh,
      price: priceInBase(component.price, price.base, baseOf(terms)),
      priceFrom: component.priceFrom,
      source: component.source,
      equivalent: null,
    };
    const amount = invoiceLineAmount(fromKwh(kwh), component.price, rounding);
    return { ...line, amount: inBase(amount, price.base, baseOf(terms)) };
  });
}

/** A sum of one base in another: a contract may have changed between the months. */
function inBase(amount: Kopiykas, from: VatBase, to: VatBase): Kopiykas {
  if (from === to) return amount;
  return from === 'gross'
    ? subtractMoney(amount, vatInside(amount))
    : composeInvoiceTotals([amount], 'net').gross;
}

function pricedCorrections({ contract, prices }: EntityToCharge): ContractFacts['corrections'] {
  return contract.corrections.filter(({ period }) => hasPricesFor(contract, period, prices.components));
}

/** What months before are charged too little (+) or too much (−), by month and point. */
function adjustmentsOf(
  facts: EntityToCharge,
  changes: readonly PointChange[],
  terms: ContractTerms,
): InvoiceLine[] {
  const energies = changes
    .filter(({ period, now }) => isBilled(facts.contract, period, now.eicCode))
    .map(({ period, charged, now }): EnergyOfPoint => {
      const kwh = now.billedKwh - (charged?.billedKwh ?? 0);
      return { kind: 'adjustment', eicCode: now.eicCode, forPeriod: period, kwh };
    });
  for (const { eicCode, period, kwh } of pricedCorrections(facts))
    if (isBilled(facts.contract, period, eicCode))
      energies.push({ kind: 'adjustment', eicCode, forPeriod: period, kwh });
  return energies.flatMap((change) => linesOf(facts, change, terms));
}

/** A month that was measured again: its points as the invoices so far bill them, and as they are known now. */
interface PastMonth {
  /** It was brought in without quantities. */
  readonly isBroughtIn: boolean;
  readonly charged: MonthPoints;
  readonly now: MonthPoints;
}

function pointsOfMonth(contract: ContractFacts, month: RecalculatedMonth): PastMonth {
  const { period, counted, inForce, channels, powerOf, quantities } = month;
  const isBroughtIn = quantities.length === 0;
  const pointsBy = (points: readonly ChargedPoint[]): MonthPoints => ({ period, points, powerOf });
  return {
    isBroughtIn,
    charged: pointsBy(isBroughtIn ? chargedPoints(contract, period, inForce, channels) : quantities),
    now: pointsBy(chargedPoints(contract, period, counted, channels)),
  };
}

/**
 * The points whose quantities differ from what the invoices so far bill: losses and sub-consumers follow. Of a month that was
 * brought in without quantities all points, once one of them differs: from then on they are what is billed.
 */
function changesOf({
  isBroughtIn,
  charged: { points: before },
  now: { period, points },
}: PastMonth): PointChange[] {
  const charged = new Map(before.map((one) => [one.eicCode, one]));
  const changes = points.map((now): PointChange => ({ period, charged: charged.get(now.eicCode), now }));
  const differing = changes.filter((one) => !isSameQuantity(one));
  return isBroughtIn && differing.length > 0 ? changes : differing;
}

function isSameQuantity({ charged, now }: PointChange): boolean {
  const fields = Object.keys(now) as (keyof ChargedPoint)[];
  return fields.every((field) => charged?.[field] === now[field]);
}

function toInvoice(
  payee: ChargedInvoice['payee'],
  base: VatBase,
  quantity: number,
  lines: readonly InvoiceLine[],
): ChargedInvoice {
  const totals = composeInvoiceTotals(
    lines.map(({ amount }) => amount),
    base,
  );
  const adjusted = sumMoney(lines.filter(({ kind }) => kind === 'adjustment').map(({ amount }) => amount));
  const adjustmentNet = base === 'gross' ? subtractMoney(adjusted, vatInside(adjusted)) : adjusted;
  return { payee, base, quantity, adjustmentNet, lines, ...totals };
}

/**
 * The lines of the volumes declared for the month after, at the prices of the period; a point without a declared volume counts as
 * it is billed. Undefined: no volume is declared. Source: facts of entities 1.1, 2 and 3.
 */
function declaredLines(
  facts: EntityToCharge,
  terms: ContractTerms,
  billed: readonly ChargedPoint[],
): { readonly lines: InvoiceLine[]; readonly volume: PlannedVolume } | undefined {
  const { contract, period } = facts;
  const declared = contract.declaredNext.filter(
    ({ eicCode }) => contract.points.has(eicCode) && isBilled(contract, period, eicCode),
  );
  if (declared.length === 0) return undefined;
  const ofPoint = new Set(declared.map(({ eicCode }) => eicCode));
  const undeclared = billed
    .filter(({ eicCode }) => !ofPoint.has(eicCode))
    .map(({ eicCode, billedKwh: kwh }) => ({ eicCode, kwh }));
  const lines = [...declared, ...undeclared].flatMap(({ eicCode, kwh }) =>
    linesOf(facts, { kind: 'energy', eicCode, forPeriod: period, kwh }, terms),
  );
  const sumOf = (points: readonly { readonly kwh: number }[]) =>
    points.reduce((sum, { kwh }) => sum + kwh, 0);
  return { lines, volume: { declaredKwh: sumOf(declared), undeclaredKwh: sumOf(undeclared) } };
}

/** What is to be paid for the month after: the sum of its declared volumes, of planned payments that of the period. */
function planOf(terms: ContractTerms, total: Kopiykas, month: BillingPeriod): PlannedPayment[] {
  if (terms.paymentForm === 'byFact' || total <= zeroMoney) return [];
  const parts = terms.paymentForm === 'planned' ? terms.plannedParts : PREPAYMENT;
  return planPayments(total, parts, month).filter(({ amount }) => amount > zeroMoney);
}
