import { firstDay } from '#domain/time/billing-period.ts';
import { addDays, type LocalDate } from '#domain/time/local-date.ts';
import { monthOf, periodAt } from '../random-histories.ts';
import type {
  Channel,
  ContractVersion,
  Loss,
  LossFormula,
  PointVersion,
  PriceKind,
} from './entity-history.ts';
import { entityMonths } from './entity-history.ts';
import { type Random, seededRandom } from './seeded-random.ts';

export const channels: readonly Channel[] = ['reactiveImport', 'reactiveExport'];
export const operators = ['NORTH', 'SOUTH'] as const;
const offers = ['SMALL', 'LARGE'] as const;

/** A version of a part of a price. */
export interface PriceVersion {
  readonly kind: 'dayAhead' | 'margin' | 'purchase' | 'universalTariff' | 'transmission' | 'distribution';
  readonly subject: string;
  readonly voltageClass: 0 | 1 | 2;
  /** The month with which it begins. */
  readonly month: number;
  /** Millionths of a hryvnia. */
  readonly micro: bigint;
}

/** Prices of all months, five decimals each: some by month, some that change in one, those of distribution by class. */
export function randomPrices(): PriceVersion[] {
  const random = seededRandom(1);
  const price = (least: number, most: number) => BigInt(random.between(least, most)) * 10n;
  const versions: PriceVersion[] = [];
  const add = (
    kind: PriceVersion['kind'],
    subject: string,
    voltageClass: 0 | 1 | 2,
    month: number,
    micro: bigint,
  ) => versions.push({ kind, subject, voltageClass, month, micro });
  for (let month = 0; month < entityMonths; month++) {
    add('dayAhead', '', 0, month, price(300_000, 990_000));
    for (const offer of offers) add('purchase', offer, 0, month, price(300_000, 990_000));
  }
  for (const month of [0, 4, 10]) {
    add('transmission', '', 0, month, price(50_000, 80_000));
    for (const operator of operators)
      for (const voltageClass of [1, 2] as const)
        add('distribution', operator, voltageClass, month, price(30_000, 300_000));
  }
  for (const offer of offers) {
    for (const month of [0, 6]) add('margin', offer, 0, month, price(5_000, 99_000));
    add('universalTariff', offer, 0, 0, price(10_000, 30_000));
  }
  return versions;
}

const parts: readonly [ContractVersion['parts'], ...ContractVersion['parts'][]] = [
  [
    { day: 5, percent: 30 },
    { day: 15, percent: 30 },
    { day: 25, percent: 40 },
  ],
  [
    { day: 10, percent: 33 },
    { day: 20, percent: 67 },
  ],
  [{ day: 12, percent: 100 }],
];

function formOf(random: Random): Pick<ContractVersion, 'form' | 'parts'> {
  const form = random.pick(['byFact', 'prepayment', 'planned']);
  return { form, parts: form === 'planned' ? random.pick(parts) : [] } as Pick<
    ContractVersion,
    'form' | 'parts'
  >;
}

/** The first version as the seed has it, some with others that change one or more of its terms. */
export function randomContracts(
  random: Random,
  openedOn: LocalDate,
  price: Pick<ContractVersion, 'priceKind' | 'isOnePrice'>,
): ContractVersion[] {
  const fixedMicro = () => BigInt(random.between(300_000, 1_500_000)) * 10n;
  const versions: ContractVersion[] = [
    {
      from: openedOn,
      ...price,
      operator: random.pick(operators as readonly [string, ...string[]]),
      offer: random.pick(offers as readonly [string, ...string[]]),
      fixedMicro: fixedMicro(),
      withTransmission: random.chance(0.7),
      withDistribution: random.chance(0.7),
      rounding: random.pick(['halfUp', 'truncate']),
      ...formOf(random),
    },
  ];
  let month = Math.max(monthOf(openedOn), 0);
  while (random.chance(0.45)) {
    month += random.between(1, 5);
    if (month >= entityMonths) break;
    const before = versions.at(-1) as ContractVersion;
    versions.push({
      ...before,
      from: addDays(firstDay(periodAt(month)), random.pick([0, 0, 14, 27])),
      priceKind: random.chance(0.6)
        ? random.pick<PriceKind>(['universal', 'spot', 'fixedNet', 'fixedGross'])
        : before.priceKind,
      isOnePrice: random.chance(0.3) ? !before.isOnePrice : before.isOnePrice,
      fixedMicro: fixedMicro(),
      rounding: random.pick(['halfUp', 'truncate']),
      ...(random.chance(0.5) ? formOf(random) : {}),
    });
  }
  return versions;
}

type LossMode = Loss['mode'];

function randomLoss(random: Random, mode: LossMode): Loss {
  if (mode === 'percent') return { mode, thousandths: BigInt(random.between(1, 9000)) };
  if (mode === 'fixed') return { mode, kwh: BigInt(random.between(0, 200)) };
  if (mode === 'none') return { mode };
  const transformer = {
    ratedKva: BigInt(random.pick([100, 250, 630, 1000])) * 1000n,
    noLoadKw: BigInt(random.between(200, 1600)),
    loadKw: BigInt(random.between(1500, 12_000)),
    formFactor: BigInt(random.pick([1000, 1100, 1150])),
  };
  const line = {
    resistanceOhm: BigInt(random.between(50, 2000)),
    voltageKv: BigInt(random.pick([400, 10_000, 35_000])),
    formFactor: BigInt(random.pick([1000, 1150])),
  };
  return { mode, formula: random.pick<LossFormula>([{ transformer }, { line }, { transformer, line }]) };
}

/** The terms of a point, of some from a later day on others. */
export function randomVersions(
  random: Random,
  openedOn: LocalDate,
  lossMode: LossMode | undefined,
): PointVersion[] {
  const anyMode = () => random.pick<LossMode>(['none', 'percent', 'fixed', 'formula']);
  const version = (from: LocalDate, mode: LossMode): PointVersion => ({
    from,
    voltageClass: random.pick([1, 2]),
    loss: randomLoss(random, mode),
    equivalentMicro: random.chance(0.75) ? BigInt(random.between(20_000, 120_000)) : undefined,
  });
  const versions = [version(openedOn, lossMode ?? anyMode())];
  if (random.chance(0.3)) {
    const month = random.between(Math.max(monthOf(openedOn), 0) + 1, entityMonths - 1);
    versions.push(version(addDays(firstDay(periodAt(month)), random.pick([0, 14])), anyMode()));
  }
  return versions;
}
