import * as z from 'zod/mini';
import { partNumberField } from '#contract/values/bank-statement.ts';
import {
  importField,
  importFileNumberField,
  importPartBytes,
  importProblemSchema,
  importSchema,
  mostImportBytes,
  mostImportFiles,
} from '#contract/values/import.ts';
import { maxText, minText } from '#contract/values/text-length.ts';
import { defineModule } from './define-module.ts';

const ofImport = { importNumber: importField };
const oneImport = z.object({ import: importSchema });

export const IMPORT_OPEN = defineModule({
  name: 'IMPORT_OPEN',
  summary: 'Creates an import whose files are uploaded in parts.',
  input: z.object({
    files: z
      .array(
        z.object({
          name: z.string().check(minText(1), maxText(200)),
          byteCount: z.int().check(z.gte(1), z.lte(mostImportBytes)),
        }),
      )
      .check(z.minLength(1), z.maxLength(mostImportFiles)),
    askedBy: z.string(),
  }),
  output: oneImport,
  failures: [],
});

export const IMPORT_ADD_PART = defineModule({
  name: 'IMPORT_ADD_PART',
  upload: { field: 'content', maxBytes: importPartBytes },
  summary: 'Uploads the next part of a file of an import; a repeated part changes nothing.',
  input: z.object({
    ...ofImport,
    fileNumber: importFileNumberField,
    part: partNumberField,
    content: z.instanceof(Uint8Array),
  }),
  output: oneImport,
  failures: ['common.notFound', 'imports.wrongState'],
});

export const IMPORT_ACT = defineModule({
  name: 'IMPORT_ACT',
  summary:
    'Has the files of an import checked or loaded, cancels that before the commit, or removes the files.',
  input: z.object({
    ...ofImport,
    act: z.enum(['check', 'load', 'cancel', 'drop']),
    reason: z.string(),
    /** Who acts; of a check or a load the history names them. */
    askedBy: z.string(),
  }),
  output: oneImport,
  failures: ['common.notFound', 'imports.wrongState', 'imports.busy'],
});

export const IMPORT_LIST = defineModule({
  name: 'IMPORT_LIST',
  summary: 'Imports before a number, newest first, those of the command line too.',
  input: z.object({ limit: z.int().check(z.gte(1), z.lte(100)), before: z.nullable(z.int()) }),
  output: z.object({ imports: z.array(importSchema) }),
  failures: [],
});

export const IMPORT_GET = defineModule({
  name: 'IMPORT_GET',
  summary: 'One import with its progress and what came of it.',
  input: z.object(ofImport),
  output: oneImport,
  failures: ['common.notFound'],
});

export const IMPORT_PROBLEMS = defineModule({
  name: 'IMPORT_PROBLEMS',
  summary:
    'What is wrong in the files of an import, or of one that can be loaded what to look at, after a place in the list, in the order of the format.',
  input: z.object({ ...ofImport, after: z.int(), limit: z.int().check(z.gte(1), z.lte(1000)) }),
  output: z.object({
    problems: z.array(importProblemSchema),
    hasMore: z.boolean(),
    /** All of them, also those that are not kept. */
    count: z.number(),
  }),
  failures: ['common.notFound'],
});
