import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { makeAccount } from '#billing/testing/make-account.ts';
import { makeSupplier } from '#billing/testing/make-supplier.ts';
import { allCalls } from '#contract/all-calls.ts';
import type { Call } from '#contract/define-call.ts';
import { samplePayloads } from '#portal/testing/scenarios/sample-payloads.ts';
import { startTestApp, type TestApp } from '#portal/testing/start-test-app.ts';

let cabinet: TestApp;
let account: string;
const tokens: Record<'person' | 'entity' | 'admin', string> = { person: '', entity: '', admin: '' };

beforeAll(async () => {
  cabinet = await startTestApp();
  await makeSupplier(cabinet.billingDb);
  account = (await makeAccount(cabinet.billingDb)).accountNumber;
  tokens.person = await cabinet.signIn([account]);
  tokens.entity = await cabinet.signIn([account], 'entity');
  tokens.admin = await cabinet.signIn([], 'admin');
});

afterAll(() => cabinet.close());

type Schema = z.ZodMiniType;
type Kind = 'text' | 'date' | 'period' | 'year';

interface Field {
  /** Names on the path to the field; '0': an array element. */
  readonly path: readonly string[];
  readonly kind: Kind;
  /** Required sibling fields that select one of several forms. */
  readonly beside: readonly { readonly path: readonly string[]; readonly value: unknown }[];
}

/** Schema definition parts that contain other schemas. */
interface Definition {
  readonly type: string;
  readonly shape?: Record<string, Schema>;
  readonly innerType?: Schema;
  readonly element?: Schema;
  readonly keyType?: Schema & { readonly _zod: { readonly values?: ReadonlySet<string> } };
  readonly valueType?: Schema;
  readonly options?: readonly Schema[];
  readonly values?: readonly unknown[];
  readonly in?: Schema;
}

/** Groups fields by accepted type; a declaration may have any number of checks. */
function kindOf(schema: Schema, type: string): Kind | undefined {
  const takes = (value: unknown) => schema.safeParse(value).success;
  if (type === 'number') return takes(2026) && !takes(1999) && !takes(2200) ? 'year' : undefined;
  if (type !== 'string') return undefined;
  if (takes('2026-10-15') && !takes('2026-10-32')) return 'date';
  return takes('2026-10') && !takes('2026-13') ? 'period' : 'text';
}

function fieldsOf(schema: Schema, path: readonly string[] = [], beside: Field['beside'] = []): Field[] {
  const definition = schema._zod.def as Definition;
  const { type, shape, innerType, element, keyType, valueType, options, in: piped } = definition;
  if (shape) {
    const parts = Object.entries(shape).map(([name, part]) => ({ part, path: [...path, name] }));
    const literals = parts.flatMap(({ part, path: ofPart }) =>
      ((part._zod.def as Definition).values ?? []).slice(0, 1).map((value) => ({ path: ofPart, value })),
    );
    return parts.flatMap(({ part, path: ofPart }) => fieldsOf(part, ofPart, [...beside, ...literals]));
  }
  if (element) return fieldsOf(element, [...path, '0'], beside);
  if (valueType) {
    const [key = 'x'] = keyType?._zod.values ?? [];
    return fieldsOf(valueType, [...path, key], beside);
  }
  if (options) return options.flatMap((option) => fieldsOf(option, path, beside));
  const inner = innerType ?? piped;
  if (inner) return fieldsOf(inner, path, beside);
  const kind = kindOf(schema, type);
  return kind === undefined ? [] : [{ path, kind, beside }];
}

/** The payload with one field set, and the objects on its path. */
function withField(payload: unknown, [name, ...rest]: readonly string[], value: unknown): unknown {
  if (name === undefined) return value;
  if (name === '0') return [withField(Array.isArray(payload) ? payload[0] : undefined, rest, value)];
  const known = (typeof payload === 'object' && payload !== null ? payload : {}) as Record<string, unknown>;
  return { ...known, [name]: withField(known[name], rest, value) };
}

function baseOf({ path, audience, accountField }: Call): Record<string, unknown> {
  const type = audience === 'entity' || audience === 'admin' ? audience : 'person';
  return {
    ...samplePayloads[path],
    ...(audience !== 'public' && { token: tokens[type] }),
    ...(accountField !== undefined && { [accountField]: account }),
  };
}

/** The status, and whether the failure names the field or its alternative forms. */
async function send(call: Call, { path, beside }: Field, value: unknown) {
  const form = beside.reduce<unknown>((made, one) => withField(made, one.path, one.value), baseOf(call));
  const { httpStatus, body } = await cabinet.post(call.path, withField(form, path, value));
  const issues = (body.issues ?? []) as unknown as readonly { readonly path: string }[];
  return { httpStatus, isNamed: issues.some((issue) => `${path.join('.')}.`.startsWith(`${issue.path}.`)) };
}

const values: Readonly<
  Record<Kind, { readonly within: readonly unknown[]; readonly wrong: readonly unknown[] }>
> = {
  text: { within: [], wrong: ['\ud800', 'a\udfffb', 'a\0b'] },
  date: {
    within: ['2000-01-01', '2199-12-31'],
    wrong: ['0001-01-01', '1999-12-31', '2200-01-01', '9999-12-31'],
  },
  period: { within: ['2000-01', '2199-12'], wrong: ['0001-01', '1999-12', '2200-01', '9999-12'] },
  year: { within: [2000, 2199], wrong: [1, 1999, 2200, 9999] },
};

/** Other allowed failures for a wrong value: no such session. */
const statusesOf: Readonly<Record<string, readonly number[]>> = { token: [400, 401] };

const rows = allCalls.flatMap((call): [string, Call, Field][] =>
  fieldsOf(call.input).map((field) => [`${call.path} ${field.path.join('.')}`, call, field]),
);

test('finds every kind of field', () => {
  const kinds = Map.groupBy(rows, ([, , { kind }]) => kind);
  expect(Object.fromEntries([...kinds].map(([kind, { length }]) => [kind, length > 2]))).toEqual({
    text: true,
    date: true,
    period: true,
    year: true,
  });
});

describe('a hostile value is refused, and a date at the end of the calendar is accepted', () => {
  test.each(rows)('%s', async (_, call, field) => {
    const { within, wrong } = values[field.kind];
    const refused = await Promise.all(wrong.map((value) => send(call, field, value)));
    const statuses = statusesOf[field.path.join('.')] ?? [];
    for (const { httpStatus, isNamed } of refused) expect(isNamed ? [400] : statuses).toContain(httpStatus);
    const taken = await Promise.all(within.map((value) => send(call, field, value)));
    for (const { httpStatus } of taken) expect(httpStatus).toBeLessThan(500);
  });
});
