export type Table<Value> = Readonly<Record<string, Value>>;

function isPlain(value: unknown): value is Table<unknown> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

/**
 * A table that is looked up by any text: it has its own rows alone, also in the tables inside it. A plain object also answers to
 * `constructor`, `toString` and `__proto__`.
 */
export function tableOf<Value>(rows: Table<Value>): Table<Value> {
  const own = Object.entries(rows).map(([name, value]) => [name, isPlain(value) ? tableOf(value) : value]);
  return Object.assign(Object.create(null), Object.fromEntries(own));
}
