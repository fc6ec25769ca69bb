import type { Random } from '#sample/random.ts';
import { definitionOf, type Schema } from './call-fields.ts';

/** Most values of one name that are remembered. */
const maxOfName = 60;
/** Tries to find a value that a field takes. */
const maxTries = 40;
/** Tries to find a payload that a call takes as a whole. */
const maxPayloads = 4;

/** Values that fields of most kinds take, when no answer had one. */
const usualValues: readonly [unknown, ...unknown[]] = [
  'Текст для перевірки',
  '2026-10',
  '2026-11-20',
  '2026-12-01',
  '2027-02',
  '100.00',
  '1',
  'x',
  'Коваленко',
  'AB12',
  'ABC123',
  '+380501110001',
  'olena@example.test',
  '2890123454',
  '2390001111',
  '62Z0000000000001',
  '/cabinet/person',
  'https://example.test/page',
  'Xy7-kQzw-2026',
  '0199f000-0000-7000-8000-000000000012',
  'DELETE',
  'person',
  '20.11.2026 10:00',
  '2026-11-20T10:00:00Z',
  '08:00',
  '3080',
  'owner',
  'нові',
  1,
  0,
  2,
  5,
  10,
  30,
  2026,
  100,
  60,
];

/** What one caller has seen in answers, by the name of the field. */
export interface SeenValues {
  /** Remembers the texts and numbers of an answer. */
  remember(answer: unknown, name?: string): void;
  of(name: string): readonly unknown[];
  readonly all: readonly unknown[];
}

export function createSeenValues(random: Random): SeenValues {
  const byName = new Map<string, unknown[]>();
  const all: unknown[] = [];
  function put(list: unknown[], value: unknown, max: number): void {
    if (list.length < max) list.push(value);
    else list[random.between(0, max - 1)] = value;
  }
  function remember(answer: unknown, name = ''): void {
    if (Array.isArray(answer)) {
      for (const one of answer.slice(0, 20)) remember(one, name);
    } else if (typeof answer === 'object' && answer !== null) {
      for (const [key, value] of Object.entries(answer)) remember(value, key);
    } else if (typeof answer === 'string' || typeof answer === 'number') {
      const list = byName.get(name) ?? [];
      if (list.includes(answer)) return;
      byName.set(name, list);
      put(list, answer, maxOfName);
      put(all, answer, maxOfName * 20);
    }
  }
  return { remember, of: (name) => byName.get(name) ?? [], all };
}

/** Other names under which answers have the value of a field: of `messageId` also `id`. */
function namesOf(name: string): readonly string[] {
  const singular = name.replace(/Ids$/, 'Id').replace(/s$/, '');
  return [name, singular, ...(name.endsWith('Id') ? ['id', name.slice(0, -2)] : [])];
}

export interface PayloadSource {
  readonly random: Random;
  readonly seen: SeenValues;
  readonly newId: () => string;
}

function pickFrom(random: Random, list: readonly unknown[]): unknown {
  return list[random.between(0, list.length - 1)];
}

function makeLeaf(schema: Schema, name: string, { random, seen, newId }: PayloadSource): unknown {
  const takes = (value: unknown) => schema.safeParse(value).success;
  if (name === 'requestId' || name === 'clientId') return newId();
  const named = namesOf(name).flatMap((one) => seen.of(one));
  for (let at = 0; at < maxTries; at += 1) {
    const from = named.length > 0 && at < maxTries / 2 ? named : at % 3 === 0 ? seen.all : usualValues;
    const value = from.length > 0 ? pickFrom(random, from) : undefined;
    if (value !== undefined && takes(value)) return value;
    if (typeof value === 'number' && takes(String(value))) return String(value);
  }
  return usualValues.find(takes) ?? 'x';
}

/** A value that the schema most likely takes. */
function makeValue(schema: Schema, name: string, source: PayloadSource): unknown {
  const { random } = source;
  const definition = definitionOf(schema);
  const { type, shape, innerType, element, items, keyType, valueType, options, in: piped } = definition;
  if (shape) {
    const made = Object.entries(shape).flatMap(([key, part]) =>
      key === 'token' || (part._zod.optin === 'optional' && random.chance(0.5))
        ? []
        : [[key, makeValue(part, key, source)]],
    );
    return Object.fromEntries(made);
  }
  if (items) return items.map((item) => makeValue(item, name, source));
  if (element) return Array.from({ length: random.between(0, 2) }, () => makeValue(element, name, source));
  if (valueType) {
    const keys = [...(keyType?._zod.values ?? ['x'])].filter(() => random.chance(0.5));
    return Object.fromEntries(keys.map((key) => [key, makeValue(valueType, key, source)]));
  }
  if (options) return makeValue(pickFrom(random, options) as Schema, name, source);
  if (type === 'nullable' && random.chance(0.3)) return null;
  const inner = innerType ?? piped;
  if (inner) return makeValue(inner, name, source);
  if (definition.values) return pickFrom(random, definition.values);
  if (definition.entries) return pickFrom(random, Object.values(definition.entries));
  if (type === 'boolean') return random.chance(0.5);
  return makeLeaf(schema, name, source);
}

/** A payload that the call most likely accepts, made of what its caller has seen. */
export function generatePayload(schema: Schema, source: PayloadSource): Record<string, unknown> {
  for (let at = 1; ; at += 1) {
    const payload = makeValue(schema, '', source);
    if (at >= maxPayloads || schema.safeParse(payload).success) return payload as Record<string, unknown>;
  }
}
