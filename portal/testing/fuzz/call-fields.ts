import type * as z from 'zod/mini';

export type Schema = z.ZodMiniType;

/** Schema definition parts that contain other schemas or say which values are taken. */
export interface Definition {
  readonly type: string;
  readonly shape?: Readonly<Record<string, Schema>>;
  readonly innerType?: Schema;
  readonly element?: Schema;
  readonly keyType?: Schema & { readonly _zod: { readonly values?: ReadonlySet<string> } };
  readonly valueType?: Schema;
  readonly options?: readonly Schema[];
  readonly items?: readonly Schema[];
  readonly values?: readonly unknown[];
  readonly entries?: Readonly<Record<string, unknown>>;
  readonly in?: Schema;
  readonly checks?: readonly { readonly _zod: { readonly def: { readonly check: string } } }[];
}

export const definitionOf = (schema: Schema) => schema._zod.def as Definition;

export interface Field {
  /** Names on the path to the field; '0': an array element. */
  readonly path: readonly string[];
  readonly schema: Schema;
  /** Required sibling fields that select one of several forms. */
  readonly beside: readonly { readonly path: readonly string[]; readonly value: unknown }[];
}

/** Every field of a payload that is no object, list or choice of forms itself. */
export function fieldsOf(
  schema: Schema,
  path: readonly string[] = [],
  beside: Field['beside'] = [],
): Field[] {
  const { shape, innerType, element, items, keyType, valueType, options, in: piped } = definitionOf(schema);
  if (shape) {
    const parts = Object.entries(shape).map(([name, part]) => ({ part, path: [...path, name] }));
    const literals = parts.flatMap(({ part, path: ofPart }) =>
      (definitionOf(part).values ?? []).slice(0, 1).map((value) => ({ path: ofPart, value })),
    );
    return parts.flatMap(({ part, path: ofPart }) => fieldsOf(part, ofPart, [...beside, ...literals]));
  }
  const [first = element] = items ?? [];
  if (first) return fieldsOf(first, [...path, '0'], beside);
  if (valueType) {
    const [key = 'x'] = keyType?._zod.values ?? [];
    return fieldsOf(valueType, [...path, key], beside);
  }
  if (options) return options.flatMap((option) => fieldsOf(option, path, beside));
  const inner = innerType ?? piped;
  return inner ? fieldsOf(inner, path, beside) : [{ path, schema, beside }];
}

/** The payload with one field set, and the objects on its path. */
export function withField(payload: unknown, [name, ...rest]: readonly string[], value: unknown): unknown {
  if (name === undefined) return value;
  if (name === '0') {
    const [first, ...others] = Array.isArray(payload) ? payload : [];
    return [withField(first, rest, value), ...others];
  }
  const known = (typeof payload === 'object' && payload !== null ? payload : {}) as Record<string, unknown>;
  return { ...known, [name]: withField(known[name], rest, value) };
}
