import type { Random } from '#sample/random.ts';
import type { Schema } from './call-fields.ts';

const half = '\ud800';
const wide = '\u{1d7d9}';

/** Values by kind; each was once accepted, refused with 500 or shown wrongly somewhere. */
const valuesByKind = {
  halves: [half, `a${'\udfff'}b`, 'a\0b', `${wide}${half}`],
  blanks: ['', ' ', '   ', '\u00a0\u2003\u3000', '\u200b\u2060', '\t', '\r\n', '\u2028', '\u1160\u3164'],
  wide: [
    wide,
    wide.repeat(2),
    wide.repeat(3),
    wide.repeat(4),
    '👨‍👩‍👧‍👦',
    '🇺🇦',
    'й'.normalize('NFD'),
    '\ufeffx',
    'x\ufe0f',
  ],
  names: ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf', '__defineGetter__', 'length'],
  markup: [
    "'; drop table x; --",
    '%',
    '_',
    '\\',
    '%_\\',
    '=1+1',
    '<script>',
    '{n|a|b}',
    '$1',
    '\u202eabc',
    ':*',
    "'''",
    '(',
    '[a-',
  ],
  digits: [
    '１２３',
    '٣',
    '-1',
    '+1',
    '1e999',
    'NaN',
    '0x10',
    '9'.repeat(20),
    '1,5',
    '00',
    '-0',
    '9'.repeat(400),
    '0.001',
  ],
  dates: [
    '0000-00-00',
    '2026-02-29',
    '2000-01-01',
    '2199-12-31',
    '2199-12',
    '2000-01',
    '9999-12',
    '2026-13',
    '20.11.2026',
    '31.12.2199 23:59',
    '2026-11-20T10:00:00Z',
    '2026-11-20T25:61:00Z',
    '+275760-09-13T00:00:00Z',
    '24:00',
  ],
  identifiers: [
    '00000000-0000-0000-0000-000000000000',
    '0199F000-0000-7000-8000-000000000012',
    '2390001111',
    '0000000000',
    '62Z0000000000001',
    '62X9999999999999',
    '00000000',
    '+380000000000',
    'DELETE',
    '../../etc/passwd',
    'http://[::1',
    'a@b.co',
  ],
  numbers: [
    0,
    -0,
    -1,
    1,
    0.5,
    1e-7,
    2 ** 31 - 1,
    2 ** 31,
    -(2 ** 31),
    -(2 ** 31) - 1,
    2 ** 32,
    999_999_999,
    1_000_000_000,
    2 ** 53 - 1,
    2 ** 53,
    -(2 ** 53),
    1e21,
    1e308,
  ],
  shapes: [
    null,
    true,
    false,
    [],
    [[]],
    {},
    [null],
    [{}],
    { constructor: 1 },
    Object.fromEntries([['__proto__', 1]]),
    Array.from({ length: 1500 }, () => 'x'),
  ],
} as const satisfies Readonly<Record<string, readonly unknown[]>>;

export type HostileKind =
  | keyof typeof valuesByKind
  /** The longest and the shortest text that a field takes, of wide signs and of others, and one sign more and less. */
  | 'lengths'
  /** A value that another caller has seen under the same name. */
  | 'foreign'
  /** Without the field. */
  | 'absent'
  /** Nothing is changed. */
  | 'valid'
  /** Hundreds of levels. */
  | 'depth';

export const hostileKinds: readonly [HostileKind, ...HostileKind[]] = [
  'valid',
  ...(Object.keys(valuesByKind) as (keyof typeof valuesByKind)[]),
  'lengths',
  'lengths',
  'foreign',
  'absent',
  'depth',
];

const maxLength = 8192;
const bounds = new WeakMap<Schema, readonly number[]>();

/** The shortest and longest lengths of a text of letters that a field takes; none for a field of another kind. */
function lengthsOf(schema: Schema): readonly number[] {
  const known = bounds.get(schema);
  if (known) return known;
  const takes = (length: number) => schema.safeParse('я'.repeat(length)).success;
  const shortest = [0, 1, 2, 3, 4, 8].find(takes);
  let found: number[] = [];
  if (shortest !== undefined) {
    let [low, high] = [shortest, maxLength];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (takes(middle)) low = middle;
      else high = middle - 1;
    }
    found = [shortest, low];
  }
  bounds.set(schema, found);
  return found;
}

function boundaryText(schema: Schema, random: Random): string {
  const [shortest = 1, longest = 40] = lengthsOf(schema);
  const length = Math.max(
    0,
    random.pick([shortest, shortest - 1, longest, longest, longest + 1, Math.ceil(longest / 2)]),
  );
  return random.pick([wide, wide, 'я', ' ', 'ß', "'"]).repeat(length);
}

function deep(random: Random): unknown {
  let value: unknown = 'x';
  const isList = random.chance(0.5);
  for (let level = random.between(50, 400); level > 0; level -= 1) value = isList ? [value] : { x: value };
  return value;
}

/** The value of a kind that a field gets in place of its own; undefined: no value is needed for this kind. */
export function hostileValue(kind: HostileKind, schema: Schema, random: Random): unknown {
  if (kind === 'lengths') return boundaryText(schema, random);
  if (kind === 'depth') return deep(random);
  if (kind === 'foreign' || kind === 'absent' || kind === 'valid') return undefined;
  const values: readonly unknown[] = valuesByKind[kind];
  return values[random.between(0, values.length - 1)];
}
