import * as z from 'zod/mini';
import { instantField } from './dates.ts';
import { wholeNumberField } from './whole-number.ts';

/** Number of an import, and of a file in it. */
export const importField = wholeNumberField(1);

export const importFileNumberField = z.int().check(z.gte(1), z.lte(100));

/** Maximum size of an uploaded part, bytes. */
export const importPartBytes = 1024 * 1024;

/** Files of one import, and all their bytes. */
export const mostImportFiles = 60;
export const mostImportBytes = 1024 * 1024 * 1024;

/** Days after which the files that were sent are removed; what came of them stays. */
export const importFilesKeptDays = 14;

const importFileSchema = z.object({ name: z.string(), byteCount: z.number() });
export type ImportFile = z.infer<typeof importFileSchema>;

/** An import of a folder: from the page of staff or the command line. */
export const importSchema = z.object({
  importNumber: importField,
  source: z.enum(['command', 'page']),
  /** What its job does or did last. */
  mode: z.enum(['check', 'load']),
  /** waiting and running proceed by themselves; interrupted: its process is gone. */
  state: z.enum([
    'receiving',
    'received',
    'waiting',
    'running',
    'interrupted',
    'checked',
    'done',
    'refused',
    'failed',
    'cancelled',
  ]),
  step: z.enum(['reading', 'checking', 'loading', 'closing']),
  /** Bytes while files are received and read, rows or checks or accounts afterwards. */
  done: z.number(),
  total: z.number(),
  /** Who had it checked or loaded last, or sent the files; empty: the command line. */
  askedBy: z.string(),
  startedAt: instantField,
  endedAt: z.nullable(instantField),
  reason: z.string(),
  files: z.array(importFileSchema),
  /** Parts of each file that came. */
  parts: z.array(z.number()),
  ignoredFiles: z.array(z.string()),
  /** Of one that is checked or done: values to look at. */
  problemCount: z.number(),
  /** Rows that each table gained, or would gain after a check; those without are left out. */
  counts: z.array(z.object({ table: z.string(), rows: z.number() })),
  isLoaded: z.boolean(),
  isCancelAsked: z.boolean(),
  areFilesKept: z.boolean(),
  code: z.nullable(z.enum(['interrupted', 'busy', 'fault'])),
});
export type ImportData = z.infer<typeof importSchema>;

export const importProblemSchema = z.object({
  /** Its place in the list. */
  number: z.number(),
  file: z.string(),
  line: z.nullable(z.number()),
  column: z.nullable(z.string()),
  code: z.string(),
  /** What stands there, shortened. */
  value: z.string(),
});
export type ImportProblemData = z.infer<typeof importProblemSchema>;
