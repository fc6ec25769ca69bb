import { coefficientFromText, coefficientToText, priceFromText, priceToText } from '../price.ts';
import { localDate } from '../time/local-date.ts';
import {
  type TariffBlock,
  type TariffRule,
  type TariffVersion,
  type ZoneCoefficients,
  type ZoneScheme,
  zonesOf,
} from './tariff.ts';

/** A rule with its prices as decimal texts. */
type TariffRuleJson =
  | { kind: 'flat'; price: string }
  | { kind: 'marginalBlocks' | 'wholeVolumeBlocks'; blocks: { upToKwh?: number; price: string }[] }
  | {
      kind: 'seasonalHeating';
      limitKwh: number;
      reducedPrice: string;
      price: string;
      seasonFrom: string;
      seasonTo: string;
    };

/** A tariff version as a jsonb column or a file keeps it: prices and coefficients are decimal texts. */
export interface TariffVersionJson {
  readonly validFrom: string;
  readonly validTo?: string;
  readonly rule: TariffRuleJson;
  readonly coefficients: Record<string, Record<string, string>>;
  readonly act: string;
}

const SEASON_DAY = /^(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/;

export function tariffVersionToJson(version: TariffVersion): TariffVersionJson {
  return {
    validFrom: version.validFrom,
    ...(version.validTo === undefined ? {} : { validTo: version.validTo }),
    rule: ruleToJson(version.rule),
    coefficients: Object.fromEntries(
      Object.entries(version.coefficients).map(([scheme, zones]) => [
        scheme,
        Object.fromEntries(Object.entries(zones).map(([zone, value]) => [zone, coefficientToText(value)])),
      ]),
    ),
    act: version.act,
  };
}

/**
 * The reverse of `tariffVersionToJson`, for data that people and other systems write.
 * @throws RangeError saying what is wrong: an unknown rule or zone, a price that is not one, blocks out of order.
 */
export function tariffVersionFromJson(json: unknown): TariffVersion {
  const version = record(json, 'tariff version');
  const validFrom = localDate(text(version.validFrom, 'validFrom'));
  const validTo = version.validTo === undefined ? undefined : localDate(text(version.validTo, 'validTo'));
  if (validTo !== undefined && validTo < validFrom)
    throw new RangeError(`validTo ${validTo} is before ${validFrom}`);
  return {
    validFrom,
    ...(validTo === undefined ? {} : { validTo }),
    rule: ruleFromJson(record(version.rule, 'rule')),
    coefficients: coefficientsFromJson(record(version.coefficients ?? {}, 'coefficients')),
    act: text(version.act, 'act'),
  };
}

function ruleToJson(rule: TariffRule): TariffRuleJson {
  switch (rule.kind) {
    case 'flat':
      return { kind: rule.kind, price: priceToText(rule.price) };
    case 'marginalBlocks':
    case 'wholeVolumeBlocks':
      return {
        kind: rule.kind,
        blocks: rule.blocks.map((block) => ({ ...block, price: priceToText(block.price) })),
      };
    case 'seasonalHeating':
      return { ...rule, price: priceToText(rule.price), reducedPrice: priceToText(rule.reducedPrice) };
  }
}

function ruleFromJson(rule: Record<string, unknown>): TariffRule {
  switch (rule.kind) {
    case 'flat':
      return { kind: 'flat', price: price(rule.price) };
    case 'marginalBlocks':
    case 'wholeVolumeBlocks':
      return { kind: rule.kind, blocks: blocksFromJson(rule.blocks) };
    case 'seasonalHeating':
      return {
        kind: 'seasonalHeating',
        limitKwh: wholeKwh(rule.limitKwh),
        reducedPrice: price(rule.reducedPrice),
        price: price(rule.price),
        seasonFrom: seasonDay(rule.seasonFrom),
        seasonTo: seasonDay(rule.seasonTo),
      };
    default:
      throw new RangeError(`Unknown tariff rule: ${String(rule.kind)}`);
  }
}

function blocksFromJson(json: unknown): TariffBlock[] {
  if (!Array.isArray(json) || json.length === 0) throw new RangeError('A block tariff needs blocks');
  let previous = 0;
  return json.map((item: unknown, index) => {
    const block = record(item, 'block');
    const isLast = index === json.length - 1;
    if (isLast !== (block.upToKwh === undefined))
      throw new RangeError('The last block, and only it, has no upToKwh');
    if (isLast) return { price: price(block.price) };
    const upToKwh = wholeKwh(block.upToKwh);
    if (upToKwh <= previous) throw new RangeError(`Blocks must grow: ${upToKwh} after ${previous}`);
    previous = upToKwh;
    return { upToKwh, price: price(block.price) };
  });
}

function coefficientsFromJson(json: Record<string, unknown>): ZoneCoefficients {
  return Object.fromEntries(
    Object.entries(json).map(([scheme, zones]) => {
      const known: readonly string[] | undefined = zonesOf[scheme as ZoneScheme];
      if (known === undefined) throw new RangeError(`Unknown zone scheme: ${scheme}`);
      return [
        scheme,
        Object.fromEntries(
          Object.entries(record(zones, scheme)).map(([zone, value]) => {
            if (!known.includes(zone)) throw new RangeError(`The scheme "${scheme}" has no zone "${zone}"`);
            return [zone, coefficientFromText(text(value, zone))];
          }),
        ),
      ];
    }),
  );
}

function record(value: unknown, name: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new RangeError(`Not a ${name}`);
  return value as Record<string, unknown>;
}

function text(value: unknown, name: string): string {
  if (typeof value !== 'string' || value === '') throw new RangeError(`${name} must be a text`);
  return value;
}

function price(value: unknown) {
  return priceFromText(text(value, 'price'));
}

function wholeKwh(value: unknown): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value <= 0) {
    throw new RangeError(`Not a limit in whole kWh: ${String(value)}`);
  }
  return value;
}

function seasonDay(value: unknown): string {
  const day = text(value, 'season day');
  if (!SEASON_DAY.test(day)) throw new RangeError(`Not a day of a season: "${day}"`);
  return day;
}
