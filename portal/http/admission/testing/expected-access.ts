import type { AdminRole } from '#contract/identity/admin-roles.ts';
import type { TokenScope } from '#contract/identity/api-tokens.ts';
import type { CompanyArea, CompanyRole } from '#contract/identity/company-roles.ts';
import type { ExpectedAudience, ExpectedCall, ExpectedConcepts } from './expected/expected-call.ts';
import { identityCalls } from './expected/identity.ts';
import { moneyCalls } from './expected/money.ts';
import { reportCalls } from './expected/reports.ts';
import { serviceCalls } from './expected/service.ts';
import { supplyCalls } from './expected/supply.ts';

/** Every call of the contract by concept, with who may make it. */
export const expectedConcepts: ExpectedConcepts = {
  ...identityCalls,
  ...moneyCalls,
  ...supplyCalls,
  ...serviceCalls,
  ...reportCalls,
};

export const expectedCalls: readonly ExpectedCall[] = Object.values(expectedConcepts).flat();

/** A payload that narrows or widens the audience of its call. */
export interface ExpectedForm {
  readonly path: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly audience: ExpectedAudience;
  /** It names no account although its call does. */
  readonly isWithoutAccount?: true;
}

const sms = (userType: string) => ({ userType, action: 'confirm', phone: '+380501110099' });
const requested = { from: '2026-10', to: '2026-10', requestId: '0199f000-0000-7000-8000-000000000006' };

export const expectedForms: readonly ExpectedForm[] = [
  { path: '/api/get-common', payload: { url: '/person/custom_info' }, audience: 'person' },
  { path: '/api/get-common', payload: { url: '/person/calculate' }, audience: 'person' },
  {
    path: '/api/get-common',
    payload: { url: '/admin_panel/get_entities_amount' },
    audience: 'staff',
    isWithoutAccount: true,
  },
  {
    path: '/api/get-common',
    payload: { url: '/admin_panel/get_persons_amount' },
    audience: 'staff',
    isWithoutAccount: true,
  },
  {
    path: '/api/documents/request',
    payload: { kind: 'reconciliation', ...requested },
    audience: 'customer',
  },
  {
    path: '/api/documents/request',
    payload: { kind: 'reconciliation', ledger: 'energy', ...requested },
    audience: 'entity',
  },
  { path: '/api/auth/sms', payload: sms('person'), audience: 'person' },
  { path: '/api/auth/sms', payload: sms('admin'), audience: 'staff' },
  { path: '/api/auth/sms', payload: sms('entity'), audience: 'everyone' },
];

/** Who makes a call. */
export interface Caller {
  readonly type: 'person' | 'entity' | 'admin';
  /** Of an administrator. */
  readonly roles?: readonly AdminRole[];
  /** Of a company: a person of it; absent: the sign-in of the contract. */
  readonly member?: { readonly role: CompanyRole; readonly objects: 'all' | 'accounts' | 'points' };
  /** Of a program that acts for the company. */
  readonly scopes?: readonly TokenScope[];
  /** Staff who see the cabinet as its customer. */
  readonly isViewed?: true;
}

/** Roles beside the owner who read an area, and who change something in it. Decision 0112. */
const rights: Readonly<Record<CompanyArea, { readonly reads: string; readonly changes: string }>> = {
  own: {
    reads: 'accountant powerEngineer signer viewer',
    changes: 'accountant powerEngineer signer viewer',
  },
  company: { reads: 'accountant powerEngineer signer viewer', changes: '' },
  points: { reads: 'accountant powerEngineer signer viewer', changes: 'powerEngineer' },
  money: { reads: 'accountant signer viewer', changes: 'accountant' },
  documents: { reads: 'accountant signer viewer', changes: 'accountant signer' },
  signing: { reads: 'signer', changes: 'signer' },
  limits: { reads: 'accountant powerEngineer signer viewer', changes: 'accountant powerEngineer' },
  people: { reads: '', changes: '' },
  programs: { reads: '', changes: '' },
  support: {
    reads: 'accountant powerEngineer signer viewer',
    changes: 'accountant powerEngineer signer',
  },
};

/** What the scopes of a token cover; every other use of an area is refused to programs. */
const scopeRights: Readonly<Record<TokenScope, readonly string[]>> = {
  read: ['reads company', 'reads points', 'reads money', 'reads limits'],
  readings: ['changes points'],
  documents: ['reads documents'],
};

const isArea = (fact: string): fact is CompanyArea => Object.hasOwn(rights, fact);

/** Whether people of a company and programs may make the call, by role, objects and scopes. */
function hasRights([, , ...facts]: ExpectedCall, { type, member, scopes }: Caller): boolean {
  if (type !== 'entity') return true;
  const area = facts.find(isArea);
  if (area === undefined) return false;
  const use = facts.includes('changes') ? 'changes' : 'reads';
  const isCovered = scopes?.some((scope) => scopeRights[scope].includes(`${use} ${area}`)) ?? true;
  if (!isCovered) return false;
  const { role, objects } = member ?? { role: 'owner', objects: 'all' };
  if (objects === 'points' && area !== 'own' && !facts.includes('ofPoints')) return false;
  return role === 'owner' || rights[area][use].split(' ').includes(role);
}

function isOfAudience(audience: ExpectedAudience, { type, roles = [] }: Caller): boolean {
  if (audience === 'everyone' || audience === 'signedIn') return true;
  if (audience === 'customer') return type === 'person' || type === 'entity';
  if (audience === 'person' || audience === 'entity') return type === audience;
  if (type !== 'admin') return false;
  const [, allowed] = audience.split(' ');
  return allowed === undefined || roles.some((role) => role === 'owner' || allowed.split('+').includes(role));
}

export type Outcome = 'through' | 'sessionEnded' | 'onlyViewed' | 'forbidden' | 'notFound';

/** What a caller gets by the table; `caller` undefined: no session. */
export function expectedOutcome(
  call: ExpectedCall,
  caller: Caller | undefined,
  { ownsAccount, form }: { readonly ownsAccount: boolean; readonly form?: ExpectedForm | undefined },
): Outcome {
  const [, audience, ...facts] = call;
  if (audience === 'everyone' && (form === undefined || form.audience === 'everyone')) return 'through';
  if (caller === undefined) return 'sessionEnded';
  if (caller.isViewed && !facts.includes('viewed')) return 'onlyViewed';
  if (audience !== 'everyone' && !(isOfAudience(audience, caller) && hasRights(call, caller)))
    return 'forbidden';
  if (form && !isOfAudience(form.audience, caller)) return 'forbidden';
  const namesAccount = facts.includes('account') && !form?.isWithoutAccount;
  return namesAccount && !ownsAccount ? 'notFound' : 'through';
}
