import * as z from 'zod/mini';
import { defineCall, signedInput, success } from '../define-call.ts';
import { textField, uuidField } from '../fields.ts';
import { dateField, instantField } from '../values/dates.ts';
import { minText } from '../values/text-length.ts';
import type { CompanyArea, CompanyUse } from './company-roles.ts';

/** What a program may: read accounts, points, money and limits; give readings; read documents and their files. */
export const tokenScopes = ['read', 'readings', 'documents'] as const;
export type TokenScope = (typeof tokenScopes)[number];

/** How every token of a program begins, so that it is recognised in a leaked file. */
export const tokenPrefix = 'svt_';
/** Most days for which a token may be made. */
export const maxTokenDays = 366;
/** Most tokens of a company that are not ended. */
export const maxTokens = 20;
/** Most calls of a token in a minute. */
export const maxCallsPerMinute = 600;

const scopesOf: Readonly<Record<CompanyUse, Partial<Record<CompanyArea, TokenScope>>>> = {
  read: { company: 'read', points: 'read', money: 'read', limits: 'read', documents: 'documents' },
  change: { points: 'readings' },
};

/** Whether the scopes of a token cover a use of an area; own settings, people and programs are covered by none. */
export function tokenMay(scopes: readonly TokenScope[], area: CompanyArea, use: CompanyUse): boolean {
  const scope = scopesOf[use][area];
  return scope !== undefined && scopes.includes(scope);
}

const tokenSchema = z.object({
  tokenId: uuidField,
  name: z.string(),
  scopes: z.array(z.enum(tokenScopes)),
  perMinute: z.number(),
  /** Whose rights and objects it has. */
  madeBy: z.string(),
  madeAt: instantField,
  expiresAt: instantField,
  /** null: never. */
  lastUsedAt: z.nullable(instantField),
  lastAddress: z.nullable(z.string()),
  /** 'ended': by somebody, or with the access of who made it. */
  state: z.enum(['active', 'expired', 'ended']),
});
export type ApiTokenData = z.infer<typeof tokenSchema>;

export const listTokens = defineCall({
  path: '/api/company/tokens/list',
  summary: 'The tokens of programs that act for the company, those that work first.',
  audience: 'entity',
  area: 'programs',
  input: signedInput({}),
  output: success({ tokens: z.array(tokenSchema) }),
  failures: [],
});

export const makeToken = defineCall({
  path: '/api/company/tokens/make',
  summary: 'Makes a token for a program; its secret is in this answer and nowhere else.',
  audience: 'entity',
  area: 'programs',
  changes: true,
  input: signedInput({
    name: textField(60).check(minText(1)),
    scopes: z.array(z.enum(tokenScopes)).check(z.minLength(1), z.maxLength(tokenScopes.length)),
    /** The last day on which it works. */
    expiresOn: dateField,
    perMinute: z.int().check(z.gte(1), z.lte(maxCallsPerMinute)),
  }),
  output: success({ secret: z.string(), tokens: z.array(tokenSchema) }),
  failures: ['identity.tooManyTokens'],
});

export const endToken = defineCall({
  path: '/api/company/tokens/end',
  summary: 'Ends a token of a program at once, on every node.',
  audience: 'entity',
  area: 'programs',
  changes: true,
  input: signedInput({ tokenId: uuidField }),
  output: success({ tokens: z.array(tokenSchema) }),
  failures: ['common.notFound'],
});
