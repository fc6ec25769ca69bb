import * as z from 'zod/mini';
import { defineCall, fileTypes, signedInput, success } from './define-call.ts';
import { cursorField, exportFormatField, textField } from './fields.ts';
import { partNumberField } from './values/bank-statement.ts';
import {
  importField,
  importFileNumberField,
  importPartBytes,
  importProblemSchema,
  importSchema,
  mostImportBytes,
  mostImportFiles,
} from './values/import.ts';
import { minText } from './values/text-length.ts';

/** Folders of the import that staff send (docs/import-format.md). */

const forBilling = { audience: 'admin', roles: ['billing'] } as const;
const ofImport = { importNumber: importField };
const oneImport = success({ import: importSchema });

export const openImport = defineCall({
  path: '/api/admin/imports/open',
  summary: 'Begins an import whose files, CSV or one ZIP, are sent in parts.',
  ...forBilling,
  changes: true,
  input: signedInput({
    files: z
      .array(
        z.object({
          name: textField(200).check(minText(1)),
          byteCount: z.int().check(z.gte(1), z.lte(mostImportBytes)),
        }),
      )
      .check(z.minLength(1), z.maxLength(mostImportFiles)),
  }),
  output: oneImport,
  failures: ['imports.wrongFiles', 'imports.tooLarge'],
});

export const addImportPart = defineCall({
  path: '/api/admin/imports/add-part',
  summary:
    'Sends the next part of a file of an import, 1 MiB but for the last one; sent twice it is taken once.',
  ...forBilling,
  changes: true,
  upload: { maxBytes: importPartBytes },
  input: signedInput({ ...ofImport, fileNumber: importFileNumberField, part: partNumberField }),
  output: oneImport,
  failures: ['common.notFound', 'imports.wrongState'],
});

export const actOnImport = defineCall({
  path: '/api/admin/imports/act',
  summary:
    'Has an import checked or, after a check without problems, loaded; cancels that before its commit; removes its files. One import at a time.',
  ...forBilling,
  changes: true,
  input: signedInput({
    ...ofImport,
    act: z.enum(['check', 'load', 'cancel', 'drop']),
    /** Why; needed to load. */
    reason: z.optional(textField(300).check(z.trim())),
  }),
  output: oneImport,
  failures: ['common.notFound', 'imports.wrongState', 'imports.busy'],
});

export const listImports = defineCall({
  path: '/api/admin/imports/list',
  summary: 'Imports of the page and of the command line, newest first, by parts.',
  ...forBilling,
  input: signedInput({ cursor: z.optional(cursorField) }),
  output: success({ imports: z.array(importSchema), next: z.nullable(z.string()) }),
  failures: [],
});

export const importState = defineCall({
  path: '/api/admin/imports/state',
  summary: 'An import with its progress and what came of it.',
  ...forBilling,
  input: signedInput(ofImport),
  output: oneImport,
  failures: ['common.notFound'],
});

export const listImportProblems = defineCall({
  path: '/api/admin/imports/problems',
  summary:
    'What is wrong in the files of an import by file, line and column, by parts; the first thousand are kept.',
  ...forBilling,
  input: signedInput({ ...ofImport, cursor: z.optional(cursorField) }),
  output: success({
    problems: z.array(z.extend(importProblemSchema, { words: z.string() })),
    next: z.nullable(z.string()),
    /** All of them, also those that are not kept. */
    count: z.number(),
  }),
  failures: ['common.notFound'],
});

export const exportImportProblems = defineCall({
  path: '/api/admin/imports/problems/export',
  summary: 'What is wrong in the files of an import as a table to keep.',
  ...forBilling,
  file: [fileTypes.xlsx, fileTypes.csv],
  input: signedInput({ ...ofImport, format: exportFormatField }),
  output: z.unknown(),
  failures: ['common.notFound'],
});
