import { sql } from 'kysely';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { giveReading } from '#billing/testing/give-reading.ts';
import {
  type EntityHandle,
  giveChannel,
  makeEntity,
  type PointFixture,
} from '#billing/testing/make-contract.ts';
import { insertMeter } from '#billing/testing/make-meter.ts';
import { addMonths, type BillingPeriod, firstDay, firstDayAfter } from '#domain/time/billing-period.ts';
import { kyivInstant } from '#domain/time/kyiv.ts';
import { addDays } from '#domain/time/local-date.ts';
import { newId } from '#platform/uuid.ts';
import { requestRecalculations } from '../recalculations.ts';

/** Pseudo-random numbers (`sample/random.ts`). */
interface Random {
  between(least: number, most: number): number;
  pick<Item>(list: readonly [Item, ...Item[]]): Item;
  chance(probability: number): boolean;
}

/** A meter of a history: units of its dial by month, counted from the value with which it began. */
interface EntityMeter {
  meterId: string;
  readonly coefficient: number;
  readonly start: number;
  readonly units: number[];
  /** Month in which it is recorded; its readings of months before come then. */
  knownIn: number;
  /** Replaced on this day of a month, which is recorded in a later one. */
  removal?: { readonly day: string; readonly month: number; readonly knownIn: number };
}

export interface RandomPoint {
  readonly eicCode: string;
  readonly fixture: PointFixture;
  readonly meters: EntityMeter[];
  /** kvarh by month; [] without channels. */
  readonly reactive: { readonly imported: number; readonly exported: number }[];
  /** kWh of the operator's corrections. */
  corrections: number;
}

export interface RandomEntity extends EntityHandle {
  readonly rounding: 'halfUp' | 'truncate';
  readonly history: readonly RandomPoint[];
}

const DIGITS = 5;
const CAPACITY = 10 ** DIGITS;
const transformer = { ratedKva: 250, noLoadKw: 0.74, loadKw: 3.7, formFactor: 1.15 };
const line = { resistanceOhm: 0.35, voltageKv: 10, formFactor: 1.15 };

/** What happens in histories of a number of months, months by index from the first. */
export class RandomEntities {
  readonly entities: RandomEntity[] = [];
  readonly #late = new Map<number, (() => Promise<void>)[]>();
  readonly db: BillingDatabase;
  readonly random: Random;
  readonly months: readonly BillingPeriod[];

  constructor(db: BillingDatabase, random: Random, months: readonly BillingPeriod[]) {
    this.db = db;
    this.random = random;
    this.months = months;
  }

  get #last(): number {
    return this.months.length - 1;
  }

  #period(month: number): BillingPeriod {
    return addMonths(this.months[0] as BillingPeriod, month);
  }

  async add(index: number): Promise<void> {
    const { random } = this;
    const fixtures = this.#pointFixtures();
    const rounding = index % 5 === 0 ? 'truncate' : 'halfUp';
    const entity = await makeEntity(this.db, {
      period: this.#period(0),
      contract: { priceKind: 'spot', rounding, isOnePrice: index % 3 === 0 },
      points: fixtures,
    });
    const history = fixtures.map((fixture, at): RandomPoint => {
      const { eicCode = '', meterId = '' } = entity.points[at] ?? {};
      const coefficient = fixture.meter?.coefficient ?? 1;
      const units = this.months.map(() => (random.chance(0.2) ? 0 : random.between(1, 60)));
      const hasChannels = fixture.reactiveEquivalent !== undefined;
      const reactive = this.months.map(() => ({
        imported: hasChannels ? random.between(0, 40) * coefficient : 0,
        exported: hasChannels ? random.between(0, 5) * coefficient : 0,
      }));
      const meter = { meterId, coefficient, start: fixture.before, units, knownIn: 0 };
      return { eicCode, fixture, meters: [meter], reactive, corrections: 0 };
    });
    // What the sub-consumers took went through the main point, but for a month in which its meter stood still.
    for (const { fixture, meters } of history) {
      const main = fixture.subOf === undefined ? undefined : history[fixture.subOf]?.meters[0];
      for (const [month, units] of (meters[0]?.units ?? []).entries())
        if (main && !random.chance(0.1)) main.units[month] = (main.units[month] ?? 0) + units;
    }
    const made = { ...entity, rounding, history } as const;
    this.entities.push(made);
    for (const point of history) this.#planMeters(made, point);
  }

  #pointFixtures(): PointFixture[] {
    const { random } = this;
    const coefficient = random.pick([1, 20, 350]);
    const loss = (): Partial<PointFixture> =>
      random.pick<Partial<PointFixture>>([
        {},
        { lossPercent: random.between(1, 9000) },
        { lossKwh: random.between(1, 200) },
        { lossFormula: { transformer } },
        { lossFormula: { transformer, line } },
      ]);
    const channels = (): Partial<PointFixture> =>
      random.chance(0.5) ? { reactiveEquivalent: random.between(20_000, 120_000) } : {};
    const point = (): PointFixture => ({
      before: random.pick([0, 500, CAPACITY - 90]),
      after: undefined,
      meter: { coefficient, digitCapacity: DIGITS },
      powerWatts: 4_000_000,
      ...loss(),
      ...channels(),
    });
    const points = Array.from({ length: random.between(1, 3) }, point);
    const subs = random.chance(0.5) ? random.between(1, 2) : 0;
    for (let sub = 0; sub < subs; sub += 1)
      points.push({ ...point(), subOf: 0, isSubBilled: random.chance(0.5) });
    return points;
  }

  /** A replacement by a meter with another coefficient, or a second meter; some are recorded when months are closed. */
  #planMeters(entity: RandomEntity, point: RandomPoint): void {
    const { random, months } = this;
    const [old] = point.meters;
    if (old === undefined || point.fixture.reactiveEquivalent !== undefined || !random.chance(0.4)) return;
    const isReplacement = random.chance(0.6);
    const month = isReplacement ? random.between(1, this.#last - 1) : random.between(-1, 1);
    const knownIn = random.between(Math.max(month, 0), this.#last);
    const period = this.#period(month);
    const day = random.chance(0.5) ? firstDay(period) : addDays(firstDay(period), 14);
    const units = months.map((_, index) => (index < month ? 0 : random.between(0, 60)));
    const next: EntityMeter = {
      meterId: '',
      coefficient: random.pick([1, 20, 40]),
      start: random.between(0, 300),
      units,
      knownIn,
    };
    point.meters.push(next);
    if (isReplacement) {
      old.removal = { day, month, knownIn };
      for (const index of months.keys())
        if (index > month || (index === month && day === firstDay(period))) old.units[index] = 0;
    }
    this.#plan(knownIn, async () => {
      const { accountNumber } = entity;
      if (isReplacement) {
        const value = BigInt(valueAfter(old, month));
        await this.db
          .updateTable('billing.meter')
          .set({ meter_state: 'removed', removed_on: day })
          .where('meter_id', '=', old.meterId)
          .execute();
        await this.db
          .updateTable('billing.register')
          .set({ removed_value: value })
          .where('meter_id', '=', old.meterId)
          .execute();
      }
      const meter = {
        coefficient: next.coefficient,
        installedOn: day,
        installedValues: { single: next.start },
      };
      const { meterId } = await insertMeter(this.db, { accountNumber, eicCode: point.eicCode, meter });
      next.meterId = meterId;
      if (month < knownIn) await this.#request(entity, month, 'masterDataChange');
    });
  }

  #plan(month: number, action: () => Promise<void>): void {
    this.#late.set(month, [...(this.#late.get(month) ?? []), action]);
  }

  /** Gives what becomes known in a month before it is closed. */
  async play(month: number): Promise<void> {
    const { random } = this;
    for (const action of this.#late.get(month) ?? []) await action();
    for (const entity of this.entities) {
      for (const point of entity.history) {
        for (const meter of point.meters) await this.#read(entity, meter, month);
        if (point.fixture.reactiveEquivalent !== undefined) await this.#readChannels(entity, point, month);
        if (month > 0 && random.chance(0.08)) await this.#correct(entity, point, month);
      }
    }
  }

  async #read(entity: RandomEntity, meter: EntityMeter, month: number): Promise<void> {
    const { random } = this;
    const isGone = meter.removal !== undefined && month >= meter.removal.month;
    if (isGone || meter.knownIn > month) return;
    const give = (of: number) =>
      giveReading(this.db, {
        accountNumber: entity.accountNumber,
        meterId: meter.meterId,
        period: this.#period(of),
        effectiveDate: firstDayAfter(this.#period(of)),
        values: { single: valueAfter(meter, of) },
      });
    if (month === this.#last || random.chance(0.45)) return give(month);
    if (random.chance(0.5)) {
      this.#plan(random.between(month + 1, this.#last), async () => {
        await give(month);
        await this.#request(entity, month, 'lateReading');
      });
    }
  }

  /** A channel that is not read in time counts with its next value, or its value comes when the month is closed. */
  async #readChannels(entity: RandomEntity, point: RandomPoint, month: number): Promise<void> {
    const { random } = this;
    const [meter] = point.meters;
    if (meter === undefined) return;
    const { accountNumber } = entity;
    const give = async () => {
      for (const kind of ['imported', 'exported'] as const) {
        const channel = kind === 'imported' ? 'reactiveImport' : 'reactiveExport';
        const sum = point.reactive.slice(0, month + 1).reduce((total, one) => total + one[kind], 0);
        const value = (sum / meter.coefficient) % CAPACITY;
        await giveChannel(this.db, {
          accountNumber,
          meterId: meter.meterId,
          channel,
          period: this.#period(month),
          value,
        });
      }
    };
    if (month === 0) {
      for (const channel of ['reactiveImport', 'reactiveExport'])
        await sql`insert into billing.meter_channel (account_number, meter_id, channel, installed_value)
          values (${accountNumber}, ${meter.meterId}, ${channel}, 0)`.execute(this.db);
    }
    if (month === this.#last || random.chance(0.6)) return give();
    this.#plan(random.between(month + 1, this.#last), async () => {
      await give();
      await this.#request(entity, month, 'lateReading');
    });
  }

  async #correct({ accountNumber }: RandomEntity, point: RandomPoint, month: number): Promise<void> {
    const kwh = this.random.pick([-1, 1]) * this.random.between(1, 500);
    if (point.fixture.subOf === undefined || point.fixture.isSubBilled) point.corrections += kwh;
    else return;
    const period = this.#period(this.random.between(0, month - 1));
    await sql`insert into billing.volume_correction (account_number, eic_code, period, document, kwh, recorded_at)
      values (${accountNumber}, ${point.eicCode}, ${period}, ${`Act ${newId()}`}, ${kwh}, now())`.execute(
      this.db,
    );
  }

  #request(
    { accountNumber }: RandomEntity,
    month: number,
    cause: 'lateReading' | 'masterDataChange',
  ): Promise<void> {
    const fromPeriod = this.#period(month);
    const requestedAt = kyivInstant(firstDay(this.#period(0)), 12, 0);
    return requestRecalculations(this.db, [
      { accountNumber, requestId: newId(), fromPeriod, cause, requestedAt },
    ]);
  }
}

/** What the dial shows at the end of a month. */
function valueAfter({ start, units }: EntityMeter, month: number): number {
  return units.slice(0, month + 1).reduce((sum, one) => sum + one, start) % CAPACITY;
}
