import {
  IMPORT_ACT,
  IMPORT_ADD_PART,
  IMPORT_GET,
  IMPORT_LIST,
  IMPORT_OPEN,
  IMPORT_PROBLEMS,
} from '#billing/api/import.ts';
import {
  actOnImport,
  addImportPart,
  exportImportProblems,
  importState,
  listImportProblems,
  listImports,
  openImport,
} from '#contract/import.ts';
import { mostImportBytes } from '#contract/values/import.ts';
import { fileNameOf } from '#domain/documents/file-names.template.ts';
import { tableFile } from '#platform/tables/table-file.ts';
import { fail, failFields, relay, relayRefusal, sendFile } from '#portal/http/call-result.ts';
import { readCursor, writeCursor } from '#portal/http/page-cursor.ts';
import { type PortalServices, type Route, route, type Session } from '#portal/http/route.ts';
import { problemsTable, wordsOf } from './problem-words.template.ts';

const importsOfPart = 20;
const problemsOfPart = 50;
/** So many are kept. */
const maxProblems = 1000;
const isNumber = (part: string) => /^\d{1,9}$/.test(part);
const cursorShapes = [isNumber] as const;

/** A name without folders; undefined: it names no file of the import. */
function fileNameIn(name: string): string | undefined {
  const last = name.split(/[/\\]/).at(-1) ?? '';
  return /^[^.:\p{Cc}][^:\p{Cc}]*\.(csv|zip)$/iu.test(last) ? last : undefined;
}

/** Imports of folders, for administrators of billing (product.md §10, §11). */
export function importRoutes({ db }: Pick<PortalServices, 'db'>): Route[] {
  async function nameOf({ identityId }: Session): Promise<string> {
    const row = await db
      .selectFrom('portal.administrator')
      .select(['login', 'full_name'])
      .where('identity_id', '=', identityId)
      .executeTakeFirst();
    return row?.full_name || row?.login || identityId;
  }

  return [
    route(openImport, async ({ files }, { billing, session }) => {
      const named = files.map(({ name, byteCount }) => ({ name: fileNameIn(name), byteCount }));
      const names = named.flatMap(({ name }) => (name === undefined ? [] : [name]));
      const isArchive = names.some((name) => name.toLowerCase().endsWith('.zip'));
      const areRight = names.length === files.length && new Set(names).size === names.length;
      if (!areRight || (isArchive && names.length > 1)) return fail('imports.wrongFiles');
      if (files.reduce((sum, { byteCount }) => sum + byteCount, 0) > mostImportBytes)
        return fail('imports.tooLarge', { size: mostImportBytes / 1024 / 1024 });
      const opened = await billing(IMPORT_OPEN, {
        files: files.map(({ byteCount }, index) => ({ name: names[index] ?? '', byteCount })),
        askedBy: await nameOf(session),
      });
      return relay(opened, (data) => data);
    }),

    route(addImportPart, async ({ importNumber, fileNumber, part }, context) => {
      const content = await context.readFile();
      if (content.length === 0) return failFields([{ path: 'file', code: 'field.required' }]);
      return relay(
        await context.billing(IMPORT_ADD_PART, { importNumber, fileNumber, part, content }),
        (data) => data,
      );
    }),

    route(actOnImport, async ({ importNumber, act, reason = '' }, { billing, session }) => {
      if (act === 'load' && reason === '') return failFields([{ path: 'reason', code: 'field.required' }]);
      return relay(
        await billing(IMPORT_ACT, { importNumber, act, reason, askedBy: await nameOf(session) }),
        (data) => data,
      );
    }),

    route(listImports, async ({ cursor }, { billing }) => {
      const before = cursor === undefined ? null : readCursor(cursor, cursorShapes);
      if (before === undefined) return failFields([{ path: 'cursor', code: 'field.invalid' }]);
      // One more says whether another part follows.
      const asked = { limit: importsOfPart + 1, before: before && Number(before[0]) };
      return relay(await billing(IMPORT_LIST, asked), ({ imports: found }) => {
        const imports = found.slice(0, importsOfPart);
        const last = imports.at(-1);
        const next = found.length > importsOfPart && last ? writeCursor([String(last.importNumber)]) : null;
        return { imports, next };
      });
    }),

    route(importState, async ({ importNumber }, { billing }) =>
      relay(await billing(IMPORT_GET, { importNumber }), (data) => data),
    ),

    route(listImportProblems, async ({ importNumber, cursor }, { billing }) => {
      const after = cursor === undefined ? null : readCursor(cursor, cursorShapes);
      if (after === undefined) return failFields([{ path: 'cursor', code: 'field.invalid' }]);
      const asked = { importNumber, after: after ? Number(after[0]) : 0, limit: problemsOfPart };
      return relay(await billing(IMPORT_PROBLEMS, asked), ({ problems, hasMore, count }) => {
        const last = problems.at(-1);
        return {
          problems: problems.map((problem) => ({ ...problem, words: wordsOf(problem) })),
          next: hasMore && last ? writeCursor([String(last.number)]) : null,
          count,
        };
      });
    }),

    route(exportImportProblems, async ({ importNumber, format }, { billing }) => {
      const all = await billing(IMPORT_PROBLEMS, { importNumber, after: 0, limit: maxProblems });
      if (!all.ok) return relayRefusal(all);
      const { problems } = all.data;
      const file = await tableFile(format, fileNameOf('importProblems', importNumber), [
        problemsTable(problems),
      ]);
      return sendFile(file.content, file.fileName, file.contentType, problems.length);
    }),
  ];
}
