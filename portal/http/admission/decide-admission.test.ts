import { describe, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { allCalls } from '#contract/all-calls.ts';
import type { Call } from '#contract/define-call.ts';
import { instantFromIso } from '#domain/time/instant.ts';
import { samplePayloads } from '#portal/testing/scenarios/sample-payloads.ts';
import { httpStatusOf } from '../call-result.ts';
import { isRefusedInMaintenance } from '../maintenance.ts';
import { isAction } from '../records/company-actions.ts';
import { isStaffAction } from '../records/staff-actions.ts';
import type { Session } from '../route.ts';
import {
  accountOf,
  type CallerAnswer,
  decideAdmission,
  needsSession,
  requiredUse,
} from './decide-admission.ts';
import { withoutEmptyFields } from './empty-fields.ts';
import { callers } from './testing/callers.ts';
import type { ExpectedCall } from './testing/expected/expected-call.ts';
import {
  type Caller,
  type ExpectedForm,
  expectedCalls,
  expectedConcepts,
  expectedForms,
  expectedOutcome,
} from './testing/expected-access.ts';

const now = instantFromIso('2026-11-20T10:00:00Z');
const account = '2390000001';
const callOf = new Map<string, Call>(allCalls.map((call) => [call.path, call]));

function declared(path: string): Call {
  const call = callOf.get(path);
  if (call === undefined) throw new Error(`no call ${path}`);
  return call;
}

function sessionOf({ type, roles = [], member, scopes, isViewed }: Caller): Session {
  const { role, objects } = member ?? { role: 'owner', objects: 'all' };
  const company = {
    role,
    accounts: objects === 'all' ? undefined : [account],
    points: objects === 'points' ? ['62Z0000000000001'] : undefined,
  };
  return {
    ...{ sessionId: 's', identityId: 'i', cabinetId: 'c', startedAt: 0, expiresAt: 0, type, roles },
    company: type === 'entity' ? company : undefined,
    ...(scopes && { program: { name: '1С', scopes } }),
    ...(isViewed && { viewer: { identityId: 'v' } }),
  };
}

const answerOf = (caller: Caller | undefined, ownsAccount: boolean): CallerAnswer =>
  caller === undefined
    ? { kind: 'ended', reason: 'missing' }
    : { kind: 'active', session: sessionOf(caller), ownsAccount, maintenanceUntil: undefined };

/** The decision of `admit` for an answer of the guard. */
function decide(call: Call, payload: unknown, answer: CallerAnswer) {
  const body = withoutEmptyFields(call, payload);
  return decideAdmission(call, body, needsSession(call, body) ? answer : undefined, now);
}

const outcomes: Readonly<Record<string, string>> = {
  'common.sessionEnded': 'sessionEnded',
  'identity.onlyViewed': 'onlyViewed',
  'common.forbidden': 'forbidden',
  'common.notFound': 'notFound',
  'common.restoredSoon': 'restoredSoon',
};

function outcomeOf(call: Call, payload: object, answer: CallerAnswer): string {
  const admission = decide(call, payload, answer);
  if (admission.kind === 'admitted') return 'through';
  const { code } = admission.failure;
  // Payloads are valid where they name an account; elsewhere what is wrong with them was looked at after the caller.
  const isPastCaller = code === 'common.badRequest' && call.accountField === undefined;
  return isPastCaller ? 'through' : (outcomes[code] ?? code);
}

const everyCaller: readonly (readonly [string, Caller | undefined])[] = [
  ['nobody', undefined],
  ...Object.entries(callers),
];

/** Callers who get another outcome than expected, each with both. */
function differences(call: ExpectedCall, form?: ExpectedForm): string[] {
  const [path, , ...facts] = call;
  const payload = {
    ...samplePayloads[path],
    ...(facts.includes('account') && !form?.isWithoutAccount && { account }),
    ...form?.payload,
  };
  return everyCaller.flatMap(([name, caller]) =>
    [true, false].flatMap((ownsAccount) => {
      const is = outcomeOf(declared(path), payload, answerOf(caller, ownsAccount));
      const expected = expectedOutcome(call, caller, { ownsAccount, form });
      const shown = `${path}: ${name}, ${ownsAccount ? 'own' : 'foreign'} account`;
      return is === expected ? [] : [`${shown}: ${is}, expected ${expected}`];
    }),
  );
}

const withFact = (fact: ExpectedCall[number]) =>
  expectedCalls.filter(([, ...facts]) => facts.some((one) => one === fact)).map(([path]) => path);

/** The others are shown by outcomes alone. */
const isDeclaredFact = (fact: string) => fact !== 'account' && fact !== 'viewed';

const shapeOf = ({ input }: Call) =>
  (input._zod.def as { readonly shape?: Readonly<Record<string, z.ZodMiniType>> }).shape ?? {};

describe('table of calls', () => {
  test('names every call of the contract once', () => {
    expect(expectedCalls.map(([path]) => path).sort()).toEqual(allCalls.map(({ path }) => path).sort());
  });

  test('has the areas, uses and points that the calls declare', () => {
    const facts = expectedCalls.map(([path, , ...facts]) =>
      [path, ...facts.filter(isDeclaredFact)].join(' '),
    );
    const declaredFacts = allCalls.map((call) => {
      const { path, area, ofPoints } = call;
      const isChange = requiredUse(call) === 'change';
      return [
        path,
        ...(area ? [area] : []),
        ...(isChange ? ['changes'] : []),
        ...(ofPoints ? ['ofPoints'] : []),
      ].join(' ');
    });
    expect(declaredFacts.sort()).toEqual(facts.sort());
  });

  test('names the area of every call that a legal entity may make', () => {
    const ofEntities = expectedCalls.filter(([, audience]) =>
      ['entity', 'customer', 'signedIn'].includes(audience),
    );
    expect(ofEntities.filter(([, , area]) => area === undefined || area === 'account')).toEqual([]);
  });

  test('has no public call that changes data or names an account', () => {
    expect(expectedCalls.filter(([, audience, ...facts]) => audience === 'everyone' && facts.length)).toEqual(
      [],
    );
  });

  test('names the account of every call whose payload has one, but of those that add it', () => {
    const ofCustomers = expectedCalls.filter(
      ([, audience]) => audience !== 'everyone' && !audience.startsWith('staff'),
    );
    const named = ofCustomers.filter(([path]) => 'account' in shapeOf(declared(path)));
    const withoutOwnership = named.filter(([, ...facts]) => !facts.some((fact) => fact === 'account'));
    expect(withoutOwnership.map(([path]) => path)).toEqual(['/api/post-add-objects']);
  });

  test('has every form of a payload that decides the audience', () => {
    const generic = allCalls.filter(({ audienceOf }) => audienceOf !== undefined);
    expect([...new Set(expectedForms.map(({ path }) => path))].sort()).toEqual(
      generic.map(({ path }) => path).sort(),
    );
    const urls = expectedForms.flatMap(({ payload: { url } }) => (url === undefined ? [] : [url]));
    const { url } = shapeOf(declared('/api/get-common'));
    const { entries = {} } = (url?._zod.def ?? {}) as { readonly entries?: object };
    expect(urls.sort()).toEqual(Object.keys(entries).sort());
  });
});

describe('admission without HTTP: every caller of every call', () => {
  test.each(Object.entries(expectedConcepts))('%s', (_, calls) => {
    const withoutForms = calls.filter(([path]) => !expectedForms.some((form) => form.path === path));
    expect(withoutForms.flatMap((call) => differences(call))).toEqual([]);
  });

  test.each(expectedForms.map((form) => [form.path, JSON.stringify(form.payload), form] as const))(
    '%s %s',
    (path, _, form) => {
      const call = expectedCalls.find(([one]) => one === path);
      if (call === undefined) throw new Error(path);
      expect(differences(call, form)).toEqual([]);
    },
  );

  test('reads the session of a public call only if the payload needs one', () => {
    const withSession = allCalls
      .filter((call) => call.audience === 'public' && needsSession(call, samplePayloads[call.path]))
      .map(({ path }) => path);
    expect(withSession).toEqual([]);
  });

  test('asks the guard for the account that the call declares', () => {
    const asked = allCalls.filter((call) => accountOf(call, { account }) === account);
    expect(asked.map(({ path }) => path as string).sort()).toEqual(withFact('account').sort());
    expect(accountOf(declared('/api/bills/list'), { account: "'; drop table" })).toBeUndefined();
  });

  test('has a valid sample payload for every call that names an account', () => {
    expect(Object.keys(samplePayloads).sort()).toEqual(withFact('account').sort());
  });

  test('names the fields of every bad payload before it looks at the account', () => {
    const refused = expectedCalls.flatMap((expected) => {
      const call = declared(expected[0]);
      const caller = Object.values(callers).find(
        (one) => expectedOutcome(expected, one, { ownsAccount: true }) === 'through',
      );
      const wrong = Object.fromEntries(Object.keys(shapeOf(call)).map((field) => [field, { wrong: true }]));
      return [{}, wrong, { account: 'no number', requestId: 7 }].flatMap((payload) => {
        const admission = decide(call, payload, answerOf(caller, false));
        if (admission.kind === 'admitted') return [];
        const { code, issues = [] } = admission.failure;
        const isNamed = issues.every(({ path, code: of }) => path !== '' && of.startsWith('field.'));
        return [{ path: call.path, isNamed: code === 'common.badRequest' && issues.length > 0 && isNamed }];
      });
    });
    expect(refused.length).toBeGreaterThan(700);
    expect(refused.filter(({ isNamed }) => !isNamed)).toEqual([]);
  });
});

describe('a session that is none', () => {
  const [first = allCalls[0]] = allCalls.filter(({ accountField }) => accountField !== undefined);

  test.each(['missing', 'expired', 'revoked', 'conflict'] as const)('%s', (reason) => {
    const admission = decide(first as Call, {}, { kind: 'ended', reason });
    expect(admission).toEqual({
      kind: 'refused',
      failure: expect.objectContaining({ code: 'common.sessionEnded', details: { reason } }),
    });
  });

  test('forged has the message of the base specification', () => {
    expect(decide(first as Call, {}, { kind: 'ended', reason: 'forged' })).toMatchObject({
      failure: { code: 'common.sessionEnded', message: 'Signature verification failed' },
    });
  });

  test('beyond the rate of its token is limited', () => {
    expect(decide(first as Call, {}, { kind: 'limited', seconds: 7 })).toMatchObject({
      failure: { code: 'common.tooManyRequests', retryAfterSeconds: 7 },
    });
  });

  test('no call declares 401 for a signed-in caller, because the browser would end the session', () => {
    const closed = allCalls.filter(({ audience }) => audience !== 'public');
    const declaring = closed.filter(({ failures }) => failures.some((code) => httpStatusOf(code) === 401));
    expect(declaring.map(({ path }) => path)).toEqual([]);
  });
});

describe('maintenance', () => {
  test('refuses every call of customers but those that keep or end a session', () => {
    const maintenanceUntil = instantFromIso('2026-11-20T12:00:00Z');
    const answered = ['/api/check-session', '/api/auth/sign-out'];
    for (const [path, audience] of expectedCalls) {
      if (audience === 'everyone' || audience.startsWith('staff')) continue;
      const caller: Caller = { type: audience === 'entity' ? 'entity' : 'person' };
      const active = { kind: 'active', session: sessionOf(caller), ownsAccount: true } as const;
      const outcome = outcomeOf(declared(path), {}, { ...active, maintenanceUntil });
      expect([path, outcome === 'restoredSoon']).toEqual([path, !answered.includes(path)]);
    }
  });

  test('refuses the public calls that lead a customer in', () => {
    const refused = allCalls.filter((call) => call.audience === 'public' && isRefusedInMaintenance(call));
    expect(refused.map(({ path }) => path).sort()).toEqual([
      '/api/apply-agreements',
      '/api/auth/entity',
      '/api/auth/person',
      '/api/auth/recover-password',
      '/api/auth/sms',
      '/api/company/join',
      '/api/entity/sign-up',
    ]);
  });
});

describe('a changing call is noted', () => {
  const changing = withFact('changes');
  const noted = (isNoted: (call: Call, session: Session) => boolean, caller: Caller) =>
    allCalls.filter((call) => isNoted(call, sessionOf(caller))).map(({ path }) => path as string);

  test('in the list of actions of a company, but for own settings', () => {
    const own = new Set(withFact('own'));
    const ofEntities = expectedCalls
      .filter(([, audience]) => ['entity', 'customer', 'signedIn'].includes(audience))
      .map(([path]) => path);
    const expected = ofEntities.filter((path) => changing.includes(path) && !own.has(path));
    expect(
      noted(isAction, { type: 'entity' })
        .filter((path) => ofEntities.includes(path))
        .sort(),
    ).toEqual(expected.sort());
  });

  test('in the list of actions of the staff, as well as the end of a viewing and what it tried to change', () => {
    const ofStaff = expectedCalls.filter(
      ([, audience]) => audience === 'signedIn' || audience.startsWith('staff'),
    );
    const expected = ofStaff.map(([path]) => path).filter((path) => changing.includes(path));
    expect(noted(isStaffAction, { type: 'admin' }).sort()).toEqual(expected.sort());
    expect(noted(isStaffAction, { type: 'person', isViewed: true }).sort()).toEqual(
      [...changing, '/api/auth/sign-out'].sort(),
    );
  });
});
