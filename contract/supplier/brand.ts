import * as z from 'zod/mini';
import { colourPattern } from '#domain/brand/accent.ts';
import { defineCall, signedInput, success } from '../define-call.ts';
import { textField } from '../fields.ts';
import { instantField } from '../values/dates.ts';
import { minText } from '../values/text-length.ts';
import { revisionField } from '../values/whole-number.ts';

const accentField = z.nullable(
  z.object({
    light: z.string().check(z.toLowerCase(), z.regex(colourPattern, { error: 'field.invalid' })),
    dark: z.string().check(z.toLowerCase(), z.regex(colourPattern, { error: 'field.invalid' })),
  }),
);
const hashField = z.string().check(z.regex(/^[0-9a-f]{64}$/, { error: 'field.invalid' }));

const logoSchema = z.object({ hash: z.string(), url: z.string(), width: z.number(), height: z.number() });

const brandSchema = z.object({
  /** Null: the colours of the product. */
  accent: accentField,
  /** Null: the mark of the product. */
  logo: z.nullable(logoSchema),
  reason: z.string(),
  by: z.string(),
  at: instantField,
});

const answer = success({
  /** Grows with each change; who changes it names the one that was seen. */
  revision: z.number(),
  /** Null: the look of the product. */
  brand: z.nullable(brandSchema),
  /** What was before, the newest first. */
  history: z.array(brandSchema),
});

/** A logo on its way. */
export const maxLogoMb = 2;

export const getBrand = defineCall({
  path: '/api/admin/supplier/brand',
  summary: 'Accent and logo that customers see, and the former ones.',
  audience: 'admin',
  input: signedInput({}),
  output: answer,
  failures: [],
});

const ofEditor = { audience: 'admin', roles: ['content'], changes: true } as const;

export const saveBrand = defineCall({
  path: '/api/admin/supplier/save-brand',
  summary:
    'Changes accent and logo that customers see. An accent with too little contrast on a ground of its theme is refused.',
  ...ofEditor,
  input: signedInput({
    accent: accentField,
    /** Of a logo that was added; null: none. */
    logo: z.nullable(hashField),
    reason: textField(300).check(z.trim(), minText(3, 'field.required')),
    revision: revisionField,
  }),
  output: answer,
  failures: ['management.changedMeanwhile', 'supplier.accentContrast', 'common.notFound'],
});

export const addLogo = defineCall({
  path: '/api/admin/supplier/add-logo',
  summary:
    'Takes a picture (PNG, JPEG or WebP) that a change of the brand can then name, written anew as a PNG.',
  upload: { maxBytes: maxLogoMb * 1024 * 1024, tooLarge: 'supplier.logoRefused' },
  ...ofEditor,
  input: signedInput({}),
  output: success({ logo: logoSchema }),
  failures: ['supplier.logoRefused'],
});
