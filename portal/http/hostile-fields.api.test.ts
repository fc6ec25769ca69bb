import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeAccount } from '#billing/testing/make-account.ts';
import { makeSupplier } from '#billing/testing/make-supplier.ts';
import { allCalls } from '#contract/all-calls.ts';
import type { Call } from '#contract/define-call.ts';
import { openLiveChannel } from '#contract/live.ts';
import {
  definitionOf,
  type Field,
  fieldsOf,
  type Schema,
  withField,
} from '#portal/testing/fuzz/call-fields.ts';
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

type Kind = 'text' | 'date' | 'period' | 'year';

/** Groups fields by accepted type; a declaration may have any number of checks. */
function kindOf(schema: Schema): Kind | undefined {
  const { type } = definitionOf(schema);
  const takes = (value: unknown) => schema.safeParse(value).success;
  if (type === 'number') return takes(2026) && !takes(1999) && !takes(2200) ? 'year' : undefined;
  if (type !== 'string') return undefined;
  if (takes('2026-10-15') && !takes('2026-10-32')) return 'date';
  return takes('2026-10') && !takes('2026-13') ? 'period' : 'text';
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

/** What every plain object inherits: no table of words has rows of these names. */
const tableWords = ['constructor', '__proto__', 'toString', 'hasOwnProperty'];

const values: Readonly<
  Record<Kind, { readonly within: readonly unknown[]; readonly wrong: readonly unknown[] }>
> = {
  text: { within: tableWords, wrong: ['\ud800', 'a\udfffb', 'a\0b'] },
  date: {
    within: ['2000-01-01', '2199-12-31'],
    wrong: ['0001-01-01', '1999-12-31', '2200-01-01', '9999-12-31'],
  },
  period: { within: ['2000-01', '2199-12'], wrong: ['0001-01', '1999-12', '2200-01', '9999-12'] },
  year: { within: [2000, 2199], wrong: [1, 1999, 2200, 9999] },
};

/** Other allowed failures for a wrong value: no such session. */
const statusesOf: Readonly<Record<string, readonly number[]>> = { token: [400, 401] };

const rows = allCalls.flatMap((call): [string, Call, Field, Kind][] =>
  fieldsOf(call.input).flatMap((field) => {
    const kind = kindOf(field.schema);
    return kind === undefined ? [] : [[`${call.path} ${field.path.join('.')}`, call, field, kind]];
  }),
);

test('finds every kind of field', () => {
  const kinds = Map.groupBy(rows, ([, , , kind]) => kind);
  expect(Object.fromEntries([...kinds].map(([kind, { length }]) => [kind, length > 2]))).toEqual({
    text: true,
    date: true,
    period: true,
    year: true,
  });
});

describe('a hostile value is refused; a word of a table and a date at the end of the calendar are not too much', () => {
  test.each(rows)('%s', async (_, call, field, kind) => {
    const { within, wrong } = values[kind];
    const refused = await Promise.all(wrong.map((value) => send(call, field, value)));
    const statuses = statusesOf[field.path.join('.')] ?? [];
    for (const { httpStatus, isNamed } of refused) expect(isNamed ? [400] : statuses).toContain(httpStatus);
    const taken = await Promise.all(within.map((value) => send(call, field, value)));
    for (const { httpStatus } of taken) expect(httpStatus).toBeLessThan(500);
  });
});

/** Every call that changes nothing, by who may make it, with the payload that the sample has for it. */
const reads = allCalls.filter(
  ({ changes, upload, path }) => !changes && upload === undefined && path !== openLiveChannel.path,
);

test.each(reads.map((call) => [call.path, call] as const))(
  'after all of them %s does not fail',
  async (_, call) => {
    const { httpStatus } = await cabinet.post(call.path, baseOf(call));
    expect(httpStatus).toBeLessThan(500);
  },
);
