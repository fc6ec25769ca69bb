import type { Price } from '../price.ts';
import { type BillingPeriod, firstDay } from '../time/billing-period.ts';
import { type LocalDate, laterOf } from '../time/local-date.ts';
import type { ContractTerms, PriceKind, VoltageClass } from './contract-terms.ts';
import { divideRounded } from './rounding.ts';

/** What a price per kWh is made of; each is published or set apart from the others. */
export type PriceComponentKind =
  | 'dayAhead'
  | 'margin'
  | 'purchase'
  | 'universalTariff'
  | 'transmission'
  | 'distribution';

/** A dated version of a component, net of VAT. Versions begin on the 1st of a month. */
export interface PriceComponent {
  readonly kind: PriceComponentKind;
  /** Operator of a distribution tariff; offer of a margin, purchase price or universal tariff; else ''. */
  readonly subject: string;
  /** 0: the same for both classes. */
  readonly voltageClass: 0 | VoltageClass;
  readonly validFrom: LocalDate;
  /** The last day in force; null: until a later version begins. */
  readonly validTo: LocalDate | null;
  readonly price: Price;
  /** Who set the price, as the invoice shows it. */
  readonly source: string;
}

/** A price that an invoice line is charged by. `fixed` is the contract's; `allIn` is a sum of components. */
export interface PricedComponent {
  readonly kind: PriceComponentKind | 'fixed' | 'allIn';
  readonly price: Price;
  /** The day it is in force from; null for the contract's own price. */
  readonly priceFrom: LocalDate | null;
  /** '' for the contract's own price. */
  readonly source: string;
}

/** Whether the sums of an invoice are without VAT or contain it. */
export type VatBase = 'net' | 'gross';

/** A price in another base for display, to a millionth of a hryvnia; sums are taken from the exact one. */
export function priceInBase(price: Price, from: VatBase, to: VatBase): Price {
  if (from === to) return price;
  const [numerator, denominator] = to === 'net' ? [5n, 6n] : [6n, 5n];
  return divideRounded(price * numerator, denominator, 'halfUp') as Price;
}

/** The prices of a point in a period, or the first component that has no version then. */
export type PointPrice =
  | {
      readonly kind: 'priced';
      readonly components: readonly PricedComponent[];
      /** T of reactive energy: the price of the energy by the terms, also where the components are printed as one price. */
      readonly energy: PricedComponent;
      readonly base: VatBase;
    }
  | { readonly kind: 'missing'; readonly component: PriceComponentKind; readonly subject: string };

/** What of the terms makes a price. */
export type PriceTerms = Pick<
  ContractTerms,
  | 'priceKind'
  | 'operatorCode'
  | 'offerCode'
  | 'fixedPrice'
  | 'withTransmission'
  | 'withDistribution'
  | 'isOnePrice'
>;

/**
 * The components of the price of a point by the formula of its contract, in the order of the invoice's lines. Prices
 * are those in force on the first day of the period. Source: facts of entities 1.1.
 * @throws RangeError when a contract of a fixed kind has no price.
 */
export function priceOfPoint(
  terms: PriceTerms,
  components: readonly PriceComponent[],
  period: BillingPeriod,
  voltageClass: VoltageClass,
): PointPrice {
  const day = firstDay(period);
  const priced: PricedComponent[] = isFixed(terms) ? [fixedComponent(terms)] : [];
  for (const kind of kindsOf(terms)) {
    const version = versionInForce(components, kind, subjectOf(kind, terms), voltageClass, day);
    if (version === undefined) return { kind: 'missing', component: kind, subject: subjectOf(kind, terms) };
    priced.push({ kind, price: version.price, priceFrom: version.validFrom, source: version.source });
  }
  const energy = priced.find(({ kind }) => kind === energyKinds[terms.priceKind]);
  if (energy === undefined) throw new Error(`The price of ${terms.priceKind} has no energy`);
  return {
    kind: 'priced',
    components: terms.isOnePrice ? [allInComponent(priced)] : priced,
    energy,
    base: terms.priceKind === 'fixedGross' ? 'gross' : 'net',
  };
}

/** What of a price the energy alone costs. Source: facts of entities 1.4. */
const energyKinds = {
  universal: 'purchase',
  spot: 'dayAhead',
  fixedNet: 'fixed',
  fixedGross: 'fixed',
} as const satisfies Record<PriceKind, PricedComponent['kind']>;

function isFixed({ priceKind }: PriceTerms): boolean {
  return priceKind === 'fixedNet' || priceKind === 'fixedGross';
}

function fixedComponent({ priceKind, fixedPrice }: PriceTerms): PricedComponent {
  if (fixedPrice === null) throw new RangeError(`A contract of the kind ${priceKind} has no price`);
  return { kind: 'fixed', price: fixedPrice, priceFrom: null, source: '' };
}

function kindsOf(terms: PriceTerms): readonly PriceComponentKind[] {
  const networks: PriceComponentKind[] = [];
  if (terms.withTransmission) networks.push('transmission');
  if (terms.withDistribution) networks.push('distribution');
  switch (terms.priceKind) {
    case 'universal':
      return ['purchase', 'universalTariff', 'transmission', 'distribution'];
    case 'spot':
      return ['dayAhead', 'margin', ...networks];
    case 'fixedNet':
      return networks;
    case 'fixedGross':
      return [];
  }
}

function subjectOf(kind: PriceComponentKind, { operatorCode, offerCode }: PriceTerms): string {
  switch (kind) {
    case 'distribution':
      return operatorCode;
    case 'margin':
    case 'purchase':
    case 'universalTariff':
      return offerCode;
    case 'dayAhead':
    case 'transmission':
      return '';
  }
}

/** Of the versions in force on the day the one that began last; of equal ones that of the point's own class. */
function versionInForce(
  components: readonly PriceComponent[],
  kind: PriceComponentKind,
  subject: string,
  voltageClass: VoltageClass,
  day: LocalDate,
): PriceComponent | undefined {
  let found: PriceComponent | undefined;
  for (const version of components) {
    if (version.kind !== kind || version.subject !== subject) continue;
    if (version.voltageClass !== 0 && version.voltageClass !== voltageClass) continue;
    if (version.validFrom > day || (version.validTo !== null && version.validTo < day)) continue;
    const isCloser =
      found === undefined ||
      version.validFrom > found.validFrom ||
      (version.validFrom === found.validFrom && version.voltageClass > found.voltageClass);
    if (isCloser) found = version;
  }
  return found;
}

/** The exact sum; in force since the latest of its parts began. */
function allInComponent(parts: readonly PricedComponent[]): PricedComponent {
  const days = parts.flatMap(({ priceFrom }) => priceFrom ?? []);
  const sources = parts.map(({ source }) => source).filter((source) => source !== '');
  return {
    kind: 'allIn',
    price: parts.reduce((sum, { price }) => sum + price, 0n) as Price,
    priceFrom: days.length === 0 ? null : days.reduce(laterOf),
    source: sources.join('; '),
  };
}
