import { addDays, daysBetween, type LocalDate } from '#domain/time/local-date.ts';
import { monthOf } from '../random-histories.ts';
import type { ContractVersion, EntityHistory, EntityMeter } from './entity-history.ts';
import type { NaiveClosing } from './naive-invoices.ts';
import { type NaiveQuantity, versionIn } from './naive-quantities.ts';

const priceKinds = ['universal', 'spot', 'fixedNet', 'fixedGross'];
const ways = ['parts', 'onePrice'];
const lossModes = ['none', 'percent', 'fixed', 'formula'];
const sides = ['alone', 'withSubs'];
const rolls = ['plain', 'rollOver'];

/** What histories of entities must have; VAT is inside the price of `fixedGross` alone. */
const wanted: readonly string[] = [
  ...priceKinds.flatMap((kind) =>
    ways.flatMap((way) =>
      lossModes.flatMap((loss) =>
        sides.flatMap((side) => rolls.map((roll) => ['energy', kind, way, loss, side, roll].join(' '))),
      ),
    ),
  ),
  ...priceKinds.flatMap((kind) => ways.map((way) => `reactive ${kind} ${way}`)),
  ...['none', 'part', 'cap'].map((surcharge) => `reactive surcharge ${surcharge}`),
  ...['net', 'gross'].flatMap((base) => ['halfUp', 'truncate'].map((mode) => `rounding ${base} ${mode}`)),
  ...['priceKind', 'isOnePrice', 'rounding', 'form'].map((term) => `next month another ${term}`),
  ...['net in gross', 'gross in net', 'other rounding', 'up', 'down', 'reactive'].map(
    (one) => `adjustment ${one}`,
  ),
  ...['billed', 'before the account', 'not billed'].map((one) => `correction ${one}`),
  ...['declared', 'in part declared', 'planned'].map((one) => `advance ${one}`),
  'roll-over above the contracted power',
  'formula in March',
  'formula in October',
  'opened inside a month',
  'held',
  'reactive below the threshold',
  'meter recorded late',
  'channel read late',
];

/** How often histories have each of what they must have. */
export class Coverage {
  readonly #counts = new Map(wanted.map((what) => [what, 0]));

  /** What no history has. */
  get missing(): string[] {
    return [...this.#counts].filter(([, count]) => count === 0).map(([what]) => what);
  }

  #count(what: string): void {
    const count = this.#counts.get(what);
    if (count === undefined) throw new Error(`"${what}" is not wanted`);
    this.#counts.set(what, count + 1);
  }

  add(history: EntityHistory, closings: readonly NaiveClosing[]): void {
    if (history.openedOn.slice(8) !== '01') this.#count('opened inside a month');
    for (const { knownIn, installedOn, channels } of history.points.flatMap(({ meters }) => meters)) {
      if (knownIn > Math.max(monthOf(installedOn), 0)) this.#count('meter recorded late');
      for (const { knownIn: known, month } of channels.flatMap(({ readings }) => readings))
        if (known > month) this.#count('channel read late');
    }
    for (const { contractedPowerWatts, meters } of history.points)
      for (const { kwh, days } of meters.flatMap(rollOvers))
        if (kwh * 1000 > contractedPowerWatts * 24 * days)
          this.#count('roll-over above the contracted power');
    for (const closing of closings) this.#addClosing(history, closing);
  }

  #addClosing(history: EntityHistory, closing: NaiveClosing): void {
    const { month, supplier, quantities, payments } = closing;
    const contract = versionIn(history.contracts, month);
    const own = quantities[month] ?? [];
    for (const [point, { billed, isBilled }] of own.entries())
      if (isBilled && billed > 0n) this.#addEnergy(history, month, point, own);
    if (own.some(({ isHeld }) => isHeld)) this.#count('held');
    if (supplier.lines.length > 0) this.#count(`rounding ${supplier.base} ${contract.rounding}`);
    this.#addChange(contract, month === 0 ? undefined : history.contracts, month);
    this.#addAdjustments(history, closing, contract);
    this.#addReactive(history, closing, contract);
    for (const correction of history.corrections.filter(({ knownIn }) => knownIn === month)) {
      const quantity = quantities[correction.month]?.[correction.point];
      if (quantity === undefined) this.#count('correction before the account');
      else this.#count(quantity.isBilled ? 'correction billed' : 'correction not billed');
    }
    if (payments.length === 0) return;
    if (contract.form === 'planned') this.#count('advance planned');
    const declared = new Set(
      history.volumes.filter((one) => one.month === month + 1).map(({ point }) => point),
    );
    const billed = [...own.keys()].filter((point) => own[point]?.isBilled);
    if (contract.form !== 'prepayment') return;
    this.#count(
      billed.every((point) => declared.has(point)) ? 'advance declared' : 'advance in part declared',
    );
  }

  #addEnergy(history: EntityHistory, month: number, point: number, own: readonly NaiveQuantity[]): void {
    const { priceKind, isOnePrice } = versionIn(history.contracts, month);
    const { meters, versions } = history.points[point] as EntityHistory['points'][number];
    const { mode } = versionIn(versions, month).loss;
    const hasRolled = meters.flatMap(rollOvers).some(({ first, last }) => first <= month && month <= last);
    const way = isOnePrice ? 'onePrice' : 'parts';
    const side = own.some(({ isSub }) => isSub) ? 'withSubs' : 'alone';
    this.#count(['energy', priceKind, way, mode, side, hasRolled ? 'rollOver' : 'plain'].join(' '));
    if (mode === 'formula' && month === MARCH) this.#count('formula in March');
    if (mode === 'formula' && month === OCTOBER) this.#count('formula in October');
  }

  #addChange(now: ContractVersion, contracts: readonly ContractVersion[] | undefined, month: number): void {
    const before = contracts?.filter(({ from }) => monthOf(from) < month).at(-1);
    for (const term of ['priceKind', 'isOnePrice', 'rounding', 'form'] as const)
      if (before !== undefined && before[term] !== now[term]) this.#count(`next month another ${term}`);
  }

  #addAdjustments(history: EntityHistory, closing: NaiveClosing, now: ContractVersion): void {
    const adjustments = closing.supplier.lines.filter(({ kind }) => kind === 'adjustment');
    for (const { month, quantity } of adjustments) {
      this.#count(quantity > 0n ? 'adjustment up' : 'adjustment down');
      const then = versionIn(history.contracts, month);
      if (then.rounding !== now.rounding) this.#count('adjustment other rounding');
      const isGross = (one: ContractVersion) => one.priceKind === 'fixedGross';
      if (isGross(then) !== isGross(now))
        this.#count(isGross(then) ? 'adjustment gross in net' : 'adjustment net in gross');
    }
    for (const { kind } of closing.operator.lines)
      if (kind === 'adjustment') this.#count('adjustment reactive');
  }

  #addReactive(history: EntityHistory, closing: NaiveClosing, contract: ContractVersion): void {
    const { month, operator, quantities } = closing;
    const lines = operator.lines.filter((line) => line.kind !== 'adjustment');
    for (const [point, quantity] of (quantities[month] ?? []).entries()) {
      const { reactiveImport, metered } = quantity;
      const { equivalentMicro } = versionIn(history.points[point]?.versions ?? [], month);
      if (equivalentMicro === undefined || reactiveImport === 0n) continue;
      if (!lines.some((line) => line.point === point)) {
        this.#count('reactive below the threshold');
        continue;
      }
      this.#count(`reactive ${contract.priceKind} ${contract.isOnePrice ? 'onePrice' : 'parts'}`);
      const isCapped = reactiveImport >= 2n * metered;
      this.#count(`reactive surcharge ${isCapped ? 'cap' : 4n * reactiveImport > metered ? 'part' : 'none'}`);
    }
  }
}

/** Of the histories: they begin in March. */
const MARCH = 0;
const OCTOBER = 7;

interface RollOver {
  /** The months between its two values. */
  readonly first: number;
  readonly last: number;
  readonly kwh: number;
  readonly days: number;
}

/** Where the dial of a meter went through zero between two values. */
function rollOvers(meter: EntityMeter): RollOver[] {
  const { coefficient, digitCapacity, installedOn, installedValues, readings, removal } = meter;
  const values: { on: LocalDate; value: number }[] = readings.toSorted((a, b) => (a.on < b.on ? -1 : 1));
  if (removal !== undefined) values.push({ on: removal.on, value: removal.values.single ?? 0 });
  let before = { on: installedOn, value: installedValues.single ?? 0 };
  return values.flatMap((now) => {
    const { on, value } = before;
    before = now;
    if (now.value >= value) return [];
    const units = now.value - value + 10 ** digitCapacity;
    const days = daysBetween(on, now.on);
    return [{ first: monthOf(on), last: monthOf(addDays(now.on, -1)), kwh: units * coefficient, days }];
  });
}
