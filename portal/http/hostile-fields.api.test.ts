import { beforeAll, describe, expect, test } from 'vitest';
import { makeAccount } from '#billing/testing/make-account.ts';
import { allCalls } from '#contract/all-calls.ts';
import type { Call } from '#contract/define-call.ts';
import { signOut } from '#contract/identity/sign-in.ts';
import { openLiveChannel } from '#contract/live.ts';
import { withField } from '#portal/testing/fuzz/call-fields.ts';
import {
  extremeValues,
  type FieldKind,
  type KnownField,
  knownFields,
  wrongValues,
} from '#portal/testing/fuzz/field-kinds.ts';
import { provideTestApp } from '#portal/testing/hooks/provide-test-app.ts';
import { samplePayloads } from '#portal/testing/scenarios/sample-payloads.ts';

let account: string;
const tokens: Record<'person' | 'entity' | 'admin', string> = { person: '', entity: '', admin: '' };

const cabinet = provideTestApp({ hasSupplier: true });

beforeAll(async () => {
  account = (await makeAccount(cabinet.billingDb)).accountNumber;
  tokens.person = await cabinet.signIn([account]);
  tokens.entity = await cabinet.signIn([account], 'entity');
  tokens.admin = await cabinet.signIn([], 'admin');
});

function baseOf({ path, audience, accountField }: Call): Record<string, unknown> {
  const type = audience === 'entity' || audience === 'admin' ? audience : 'person';
  return {
    ...samplePayloads[path],
    ...(audience !== 'public' && { token: tokens[type] }),
    ...(accountField !== undefined && { [accountField]: account }),
  };
}

function send({ call, field: { path, beside } }: KnownField, value: unknown) {
  const form = beside.reduce<unknown>((made, one) => withField(made, one.path, one.value), baseOf(call));
  return cabinet.post(call.path, withField(form, path, value));
}

const fieldsWithoutToken = knownFields.filter(({ field }) => field.path.join() !== 'token');
const kinds = Object.keys(wrongValues) as FieldKind[];

test.each(kinds)('a wrong value of a %s is refused with the name of its field', async (kind) => {
  const known = fieldsWithoutToken.find((one) => one.kind === kind);
  if (known === undefined) throw new Error(`no field of kind ${kind}`);
  for (const value of wrongValues[kind]) {
    const { httpStatus, body } = await send(known, value);
    expect([httpStatus, body.issues]).toEqual([
      400,
      expect.arrayContaining([expect.objectContaining({ path: known.field.path.join('.') })]),
    ]);
  }
});

test('a hostile token is refused', async () => {
  for (const token of [...wrongValues.text, ...extremeValues.text]) {
    const { httpStatus } = await cabinet.post('/api/profile/get', { token });
    expect([token, [400, 401].includes(httpStatus)]).toEqual([token, true]);
  }
});

describe('a name that plain objects have and the ends of the calendar are no fault of a handler', () => {
  const accepted = fieldsWithoutToken.flatMap((known) =>
    extremeValues[known.kind]
      .filter((value) => known.field.schema.safeParse(value).success)
      .map((value) => ({ known, value })),
  );
  const rooms = [...Map.groupBy(accepted, ({ known }) => known.call.path.split('/')[2] ?? '')];

  test.each(rooms)('%s', async (_, attempts) => {
    const faults: string[] = [];
    for (const [path, ofCall] of Map.groupBy(attempts, ({ known }) => known.call.path)) {
      const answers = await Promise.all(ofCall.map(({ known, value }) => send(known, value)));
      for (const [index, { httpStatus }] of answers.entries())
        if (httpStatus >= 500)
          faults.push(`${path} ${ofCall[index]?.known.field.path.join('.')}: ${httpStatus}`);
    }
    expect(faults).toEqual([]);
  });
});

/** Every call that changes nothing and does not end its session, with the payload that the sample has for it. */
const skipped: readonly string[] = [openLiveChannel.path, signOut.path];
const reads = allCalls.filter(
  ({ changes, upload, path }) => !changes && upload === undefined && !skipped.includes(path),
);

test('after all of them no read fails', async () => {
  const failed: [string, number][] = [];
  for (const call of reads) {
    const { httpStatus } = await cabinet.post(call.path, baseOf(call));
    const isEnded = httpStatus === 401 && call.audience !== 'public';
    if (httpStatus >= 500 || isEnded) failed.push([call.path, httpStatus]);
  }
  expect(failed).toEqual([]);
});
