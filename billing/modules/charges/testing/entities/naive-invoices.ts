import { monthOf } from '../random-histories.ts';
import type { ContractVersion, EntityHistory, Rounding } from './entity-history.ts';
import { halfUp, type NaiveQuantity, quantitiesKnown, versionIn } from './naive-quantities.ts';
import type { PriceVersion } from './random-terms.ts';

/*
 * The second half of a second way to bill legal entities, for tests alone: sums by facts of entities 1.1, 1.4, 1.5 and 2, in exact
 * fractions, without any code of domain/invoices.
 */

export interface NaiveLine {
  readonly kind: 'energy' | 'adjustment' | 'reactiveConsumed' | 'reactiveCompensation';
  readonly point: number;
  readonly component: string;
  readonly month: number;
  readonly quantity: bigint;
  /** In the base of the invoice, to a millionth of a hryvnia; of reactive energy T. */
  readonly micro: bigint;
  /** D of reactive energy. */
  readonly equivalentMicro: bigint | undefined;
  readonly amount: bigint;
}

export interface NaiveInvoice {
  readonly lines: readonly NaiveLine[];
  /** Of the month itself. */
  readonly quantity: bigint;
  readonly base: 'net' | 'gross';
  readonly net: bigint;
  readonly vat: bigint;
  readonly gross: bigint;
  readonly adjustmentNet: bigint;
}

export interface NaiveClosing {
  readonly month: number;
  readonly quantities: readonly (readonly NaiveQuantity[])[];
  /** Of the closing before. */
  readonly before: readonly (readonly NaiveQuantity[])[];
  readonly supplier: NaiveInvoice;
  readonly operator: NaiveInvoice;
  readonly payments: readonly { readonly day: number; readonly amount: bigint }[];
}

interface Part {
  readonly component: string;
  readonly micro: bigint;
}

interface NaiveReactive {
  /** As the line prints it. */
  readonly kvarh: bigint;
  readonly consumed: bigint;
  readonly compensation: bigint;
  readonly micro: bigint;
  readonly equivalentMicro: bigint | undefined;
}

/** From this many kWh a month on a site on reactive energy is charged: facts of entities 1.4. */
const REACTIVE_FROM_KWH = 5000n;

/** All of it on the 20th. */
const PREPAYMENT = [{ day: 20, percent: 100 }];

export class NaiveBooks {
  readonly history: EntityHistory;
  readonly prices: readonly PriceVersion[];

  constructor(history: EntityHistory, prices: readonly PriceVersion[]) {
    this.history = history;
    this.prices = prices;
  }

  /** What each closing from the first month of the account on makes. */
  closings(months: number): NaiveClosing[] {
    const closings: NaiveClosing[] = [];
    let before: NaiveQuantity[][] = [];
    for (let month = Math.max(monthOf(this.history.openedOn), 0); month < months; month++) {
      const quantities = quantitiesKnown(this.history, month);
      const supplier = this.#supplierInvoice(month, quantities, before);
      const operator = this.#operatorInvoice(month, quantities, before);
      const payments = this.#payments(month, quantities[month] ?? []);
      closings.push({ month, quantities, before, supplier, operator, payments });
      before = quantities;
    }
    return closings;
  }

  #contract(month: number): ContractVersion {
    return versionIn(this.history.contracts, month);
  }

  #price(kind: PriceVersion['kind'], subject: string, voltageClass: number, month: number): bigint {
    const found = this.prices.filter(
      (one) =>
        one.kind === kind &&
        one.subject === subject &&
        (one.voltageClass === 0 || one.voltageClass === voltageClass) &&
        (kind === 'dayAhead' ? one.month === month : one.month <= month),
    );
    const last = found.toSorted((a, b) => a.month - b.month).at(-1);
    if (last === undefined) throw new Error(`no ${kind} in month ${month}`);
    return last.micro;
  }

  /** The parts of the price of a point in a month, as the contract of that month states it: with VAT for `fixedGross`. */
  #parts(point: number, month: number): Part[] {
    const contract = this.#contract(month);
    const { priceKind, offer, operator, fixedMicro } = contract;
    const { voltageClass } = versionIn(this.history.points[point]?.versions ?? [], month);
    const part = (kind: PriceVersion['kind'], subject = ''): Part => ({
      component: kind,
      micro: this.#price(kind, subject, voltageClass, month),
    });
    const fixed = { component: 'fixed', micro: fixedMicro };
    const networks = [
      ...(contract.withTransmission || priceKind === 'universal' ? [part('transmission')] : []),
      ...(contract.withDistribution || priceKind === 'universal' ? [part('distribution', operator)] : []),
    ];
    const parts = {
      universal: () => [part('purchase', offer), part('universalTariff', offer), ...networks],
      spot: () => [part('dayAhead'), part('margin', offer), ...networks],
      fixedNet: () => [fixed, ...networks],
      fixedGross: () => [fixed],
    }[priceKind]();
    if (!contract.isOnePrice) return parts;
    return [{ component: 'allIn', micro: parts.reduce((sum, { micro }) => sum + micro, 0n) }];
  }

  /** Lines of a quantity of a month in the invoice of the same or a later month: by the rounding of its own month. */
  #lines(
    kind: 'energy' | 'adjustment',
    point: number,
    of: number,
    quantity: bigint,
    inMonth: number,
  ): NaiveLine[] {
    if (quantity === 0n) return [];
    return this.#parts(point, of).map(({ component, micro }) => {
      const amount = rounded(quantity * micro, 10_000n, this.#contract(of).rounding);
      const line = { kind, point, component, month: of, quantity, equivalentMicro: undefined };
      if (this.#isGross(of) === this.#isGross(inMonth)) return { ...line, micro, amount };
      // A price or a sum with VAT in an invoice without it, or the other way round.
      return this.#isGross(of)
        ? { ...line, micro: halfUp(micro * 5n, 6n), amount: amount - halfUp(amount, 6n) }
        : { ...line, micro: halfUp(micro * 6n, 5n), amount: amount + halfUp(amount, 5n) };
    });
  }

  #supplierInvoice(month: number, now: NaiveQuantity[][], before: NaiveQuantity[][]): NaiveInvoice {
    const { corrections, openedOn } = this.history;
    const lines: NaiveLine[] = [];
    for (const [point, { billed, isBilled }] of (now[month] ?? []).entries())
      if (isBilled) lines.push(...this.#lines('energy', point, month, billed, month));
    for (const [of, points] of before.entries())
      for (const [point, { billed, isBilled }] of points.entries()) {
        const quantity = (now[of]?.[point]?.billed ?? 0n) - billed;
        if (isBilled) lines.push(...this.#lines('adjustment', point, of, quantity, month));
      }
    for (const { point, month: of, kwh, knownIn } of corrections) {
      const isOfAccount = of >= Math.max(monthOf(openedOn), 0) && now[of]?.[point]?.isBilled === true;
      if (knownIn === month && isOfAccount)
        lines.push(...this.#lines('adjustment', point, of, BigInt(kwh), month));
    }
    const quantity = [...billedOf(now[month] ?? []).values()].reduce((sum, kwh) => sum + kwh, 0n);
    if (!this.#isGross(month)) return netInvoice(lines, quantity);
    const total = sumOf(lines);
    const vat = halfUp(total, 6n);
    const adjusted = adjustments(lines);
    const adjustmentNet = adjusted - halfUp(adjusted, 6n);
    return { lines, quantity, base: 'gross', net: total - vat, vat, gross: total, adjustmentNet };
  }

  /** T: the price of the energy alone in a month, without VAT, whatever parts the invoice prints; as a fraction of micro. */
  #reactivePrice(point: number, month: number): readonly [bigint, bigint] {
    const { priceKind, offer, fixedMicro } = this.#contract(month);
    const { voltageClass } = versionIn(this.history.points[point]?.versions ?? [], month);
    if (priceKind === 'fixedNet') return [fixedMicro, 1n];
    if (priceKind === 'fixedGross') return [fixedMicro * 5n, 6n];
    const kind = priceKind === 'spot' ? 'dayAhead' : 'purchase';
    return [this.#price(kind, priceKind === 'spot' ? '' : offer, voltageClass, month), 1n];
  }

  /** Active energy of the site of a point in a month; what another point of the site feeds is in its energy. */
  #siteKwh(point: number, quantities: readonly NaiveQuantity[]): bigint {
    const sites = this.history.points.map(({ site }) => site);
    return quantities
      .filter(({ isSub }, at) => sites[at] === sites[point] && !(isSub && sites[0] === sites[at]))
      .reduce((sum, { metered }) => sum + metered, 0n);
  }

  /** P1 and P2 of a point in a month by facts of entities 1.4. */
  #reactiveOf(point: number, month: number, quantities: readonly NaiveQuantity[]): NaiveReactive {
    const quantity = quantities[point];
    const { equivalentMicro } = versionIn(this.history.points[point]?.versions ?? [], month);
    const [price, per] = this.#reactivePrice(point, month);
    const micro = halfUp(price, per);
    const none = { kvarh: 0n, consumed: 0n, compensation: 0n, micro, equivalentMicro };
    if (quantity === undefined || equivalentMicro === undefined) return none;
    if (this.#siteKwh(point, quantities) < REACTIVE_FROM_KWH) return none;
    const { metered, reactiveImport, reactiveExport } = quantity;
    // WQ+ + K·WQ− with K = 3.
    const n = (reactiveImport + 3n * reactiveExport) * equivalentMicro * price;
    const d = 10_000_000_000n * per;
    const { rounding } = this.#contract(month);
    // Kφ − 1 = (tgφ − 1/4)², at most (2 − 1/4)² = 49/16.
    const over = 4n * reactiveImport - metered;
    const isCapped = reactiveImport >= 2n * metered;
    const [up, down] = over <= 0n ? [0n, 1n] : isCapped ? [49n, 16n] : [over * over, 16n * metered * metered];
    return {
      ...none,
      kvarh: reactiveImport + reactiveExport,
      consumed: rounded(n, d, rounding),
      compensation: rounded(n * up, d * down, rounding),
    };
  }

  #operatorInvoice(month: number, now: NaiveQuantity[][], before: NaiveQuantity[][]): NaiveInvoice {
    const lines: NaiveLine[] = [];
    for (const point of this.history.points.keys()) {
      const { kvarh, consumed, compensation, ...price } = this.#reactiveOf(point, month, now[month] ?? []);
      const line = { point, component: 'reactive', month, quantity: kvarh, ...price };
      if (consumed !== 0n) lines.push({ ...line, kind: 'reactiveConsumed', amount: consumed });
      if (compensation !== 0n) lines.push({ ...line, kind: 'reactiveCompensation', amount: compensation });
    }
    for (const [of, points] of before.entries())
      for (const point of points.keys()) {
        const was = this.#reactiveOf(point, of, points);
        const is = this.#reactiveOf(point, of, now[of] ?? []);
        const amount = is.consumed + is.compensation - was.consumed - was.compensation;
        if (amount === 0n) continue;
        const { kvarh, micro, equivalentMicro } = is;
        const line = { point, component: 'reactive', month: of, quantity: kvarh - was.kvarh };
        lines.push({ ...line, kind: 'adjustment', micro, equivalentMicro, amount });
      }
    const kvarh = lines.filter(({ kind }) => kind === 'reactiveConsumed');
    return netInvoice(
      lines,
      kvarh.reduce((sum, { quantity }) => sum + quantity, 0n),
    );
  }

  /** What is to be paid in advance for the month after, by the contract that charges this one. */
  #payments(month: number, quantities: readonly NaiveQuantity[]): NaiveClosing['payments'] {
    const { form, parts } = this.#contract(month);
    const { end } = this.history;
    if (form === 'byFact' || (end !== undefined && month >= end.month)) return [];
    const isPrepaid = form === 'prepayment';
    const total = this.#grossOf(isPrepaid ? this.#declared(month, quantities) : billedOf(quantities), month);
    let percents = 0n;
    let before = 0n;
    return (isPrepaid ? PREPAYMENT : parts).flatMap(({ day, percent }) => {
      percents += BigInt(percent);
      const through = halfUp(total * percents, 100n);
      const amount = through - before;
      before = through;
      return amount > 0n ? [{ day, amount }] : [];
    });
  }

  /** Declared volumes of the month after by point; a point without one counts as it is billed in this one. */
  #declared(month: number, quantities: readonly NaiveQuantity[]): Map<number, bigint> {
    const volumes = billedOf(quantities);
    for (const { point, month: of, knownIn, kwh } of this.history.volumes)
      if (of === month + 1 && knownIn <= month && volumes.has(point)) volumes.set(point, BigInt(kwh));
    return volumes;
  }

  /** What the energy of points costs with VAT at the prices of a month. */
  #grossOf(volumes: ReadonlyMap<number, bigint>, month: number): bigint {
    const total = sumOf(
      [...volumes].flatMap(([point, kwh]) => this.#lines('energy', point, month, kwh, month)),
    );
    return this.#isGross(month) ? total : total + halfUp(total, 5n);
  }

  #isGross(month: number): boolean {
    return this.#contract(month).priceKind === 'fixedGross';
  }
}

function billedOf(quantities: readonly NaiveQuantity[]): Map<number, bigint> {
  return new Map(
    [...quantities.entries()].flatMap(([point, { billed, isBilled }]) => (isBilled ? [[point, billed]] : [])),
  );
}

function rounded(n: bigint, d: bigint, rounding: Rounding): bigint {
  return rounding === 'halfUp' ? halfUp(n, d) : n / d;
}

function netInvoice(lines: readonly NaiveLine[], quantity: bigint): NaiveInvoice {
  const net = sumOf(lines);
  const vat = halfUp(net, 5n);
  return { lines, quantity, base: 'net', net, vat, gross: net + vat, adjustmentNet: adjustments(lines) };
}

function adjustments(lines: readonly NaiveLine[]): bigint {
  return sumOf(lines.filter(({ kind }) => kind === 'adjustment'));
}

function sumOf(lines: readonly NaiveLine[]): bigint {
  return lines.reduce((sum, { amount }) => sum + amount, 0n);
}
