import { sql } from 'kysely';
import { answer, refuse } from '#billing/api/define-module.ts';
import {
  IMPORT_ACT,
  IMPORT_ADD_PART,
  IMPORT_GET,
  IMPORT_LIST,
  IMPORT_OPEN,
  IMPORT_PROBLEMS,
} from '#billing/api/import.ts';
import type { BillingDatabase } from '#billing/billing-database.ts';
import { handleModule } from '#billing/module-handler.ts';
import { insertAudit } from '#billing/modules/events/public.ts';
import { importPartBytes } from '#contract/values/import.ts';
import { bool, int4, nullable, text, typedSql } from '#platform/database/typed-sql.ts';
import { importLock } from './import-folder.ts';
import { findImport, listImports, type StoredImport, toImportData } from './import-store.ts';
import { askForImports } from './import-worker.ts';

/** IMPORT_OPEN. */
export const handleImportOpen = handleModule(
  IMPORT_OPEN,
  ({ db, clock }) =>
    async ({ files, askedBy }, by) =>
      db.transaction().execute(async (trx) => {
        const total = files.reduce((sum, { byteCount }) => sum + byteCount, 0);
        const [first] = files;
        const row = await trx
          .insertInto('billing.import_run')
          .values({
            folder_name: files.length === 1 && first ? first.name : `${files.length} CSV`,
            state: 'receiving',
            step: 'reading',
            mode: 'check',
            source: 'page',
            asked_by: askedBy,
            total: BigInt(total),
            files: JSON.stringify(files),
          })
          .returning('import_number')
          .executeTakeFirstOrThrow();
        const importNumber = Number(row.import_number);
        const payload = { import: importNumber, files: files.map(({ name }) => name) };
        await insertAudit(trx, by, [{ accountNumber: '', kind: 'import.opened', payload }], clock.now());
        return answerImport(trx, importNumber);
      }),
);

async function answerImport(db: BillingDatabase, importNumber: number) {
  const found = await findImport(db, importNumber);
  return found ? answer({ import: toImportData(found) }) : refuse('common.notFound');
}

/** How long each part of a file is. */
function bytesOfPart(byteCount: number, part: number): number | undefined {
  const parts = Math.ceil(byteCount / importPartBytes);
  if (part > parts) return undefined;
  return part < parts ? importPartBytes : byteCount - (parts - 1) * importPartBytes;
}

/** IMPORT_ADD_PART: parts of a file come in turn; one that came already is taken as said. */
export const handleImportAddPart = handleModule(
  IMPORT_ADD_PART,
  ({ db }) =>
    async ({ importNumber, fileNumber, part, content }) =>
      db.transaction().execute(async (trx) => {
        const found = await findImport(trx, importNumber, true);
        if (found === undefined || found.source !== 'page') return refuse('common.notFound');
        const known = found.files[fileNumber - 1];
        const came = found.parts[fileNumber - 1] ?? 0;
        if (known && part <= came) return answer({ import: toImportData(found) });
        const isNext = known !== undefined && part === came + 1;
        const isRight = isNext && content.length === bytesOfPart(known.byteCount, part);
        if (found.state !== 'receiving' || !isRight) return refuse('imports.wrongState');
        const done = found.done + BigInt(content.length);
        await sql`
          with kept as (
            insert into billing.import_part (import_number, file_number, part_number, content)
            values (${importNumber}, ${fileNumber}, ${part}, ${Buffer.from(content.buffer, content.byteOffset, content.length)}))
          update billing.import_run set done = ${done}, moved_at = now(),
            state = case when ${done} = total then 'received' else 'receiving' end
          where import_number = ${importNumber}`.execute(trx);
        return answerImport(trx, importNumber);
      }),
);

const restartable: readonly StoredImport['state'][] = [
  'received',
  'checked',
  'refused',
  'failed',
  'cancelled',
];
const uniqueViolation = '23505';

/** Whether another import runs: the command line holds the lock while it does. */
async function isBusy(trx: BillingDatabase): Promise<boolean> {
  const { rows } = await typedSql({ isFree: bool() })`
    select pg_try_advisory_xact_lock(${sql.raw(importLock)}) and not exists (
      select from billing.import_run where source = 'page' and state in ('waiting', 'running')) as "isFree"`.execute(
    trx,
  );
  return !rows[0]?.isFree;
}

/** IMPORT_ACT. Said twice it is said once. */
export const handleImportAct = handleModule(
  IMPORT_ACT,
  ({ db, clock }) =>
    async ({ importNumber, act, reason, askedBy }, by) => {
      const acted = db.transaction().execute(async (trx) => {
        const found = await findImport(trx, importNumber, true);
        if (found === undefined || found.source !== 'page') return refuse('common.notFound');
        const isActive = found.state === 'waiting' || found.state === 'running';
        const audit = (kind: string) =>
          insertAudit(
            trx,
            by,
            [
              {
                accountNumber: '',
                kind,
                // One that waits for its process is no decision that waits.
                before: { import: importNumber, state: found.state === 'waiting' ? 'queued' : found.state },
                payload: { import: importNumber, ...(reason !== '' && { reason }) },
              },
            ],
            clock.now(),
          );
        if (act === 'cancel') {
          if (!isActive || found.isLoaded) return refuse('imports.wrongState');
          if (found.isCancelAsked) return answer({ import: toImportData(found) });
          await sql`
            update billing.import_run set cancel_asked = (state = 'running'),
              state = case state when 'waiting' then 'cancelled' else state end
            where import_number = ${importNumber}`.execute(trx);
          await audit('import.cancel');
          return answerImport(trx, importNumber);
        }
        if (act === 'drop') {
          if (isActive || !found.areFilesKept) return refuse('imports.wrongState');
          await sql`
            with gone as (delete from billing.import_part where import_number = ${importNumber})
            update billing.import_run set files_removed_at = now(),
              state = case when state in ('receiving', 'received') then 'cancelled' else state end
            where import_number = ${importNumber}`.execute(trx);
          await audit('import.drop');
          return answerImport(trx, importNumber);
        }
        if (isActive && found.mode === act) return answer({ import: toImportData(found) });
        const isRight =
          act === 'load'
            ? found.state === 'checked' || isLoadAgain(found)
            : restartable.includes(found.state);
        if (isActive || !isRight || !found.areFilesKept) return refuse('imports.wrongState');
        if (await isBusy(trx)) return refuse('imports.busy');
        await sql`
          update billing.import_run set state = 'waiting', mode = ${act}, reason = ${reason}, asked_by = ${askedBy}, step = 'reading', done = 0, total = 0,
            code = null, cancel_asked = false, ended_at = null, moved_at = now()
          where import_number = ${importNumber}`.execute(trx);
        await audit(`import.${act}`);
        await askForImports(trx);
        return answerImport(trx, importNumber);
      });
      // Another one began at the same moment.
      return acted.catch((error: unknown) => {
        if ((error as { code?: unknown }).code === uniqueViolation) return refuse('imports.busy');
        throw error;
      });
    },
);

/** A load that was cut off or cancelled may be asked for again: its check was whole. */
function isLoadAgain({ mode, state }: StoredImport): boolean {
  return mode === 'load' && (state === 'failed' || state === 'cancelled');
}

/** IMPORT_LIST. */
export const handleImportList = handleModule(
  IMPORT_LIST,
  ({ db }) =>
    async ({ limit, before }) =>
      answer({ imports: (await listImports(db, before, limit)).map(toImportData) }),
);

/** IMPORT_GET. */
export const handleImportGet = handleModule(
  IMPORT_GET,
  ({ db }) =>
    ({ importNumber }) =>
      answerImport(db, importNumber),
);

/** IMPORT_PROBLEMS. */
export const handleImportProblems = handleModule(
  IMPORT_PROBLEMS,
  ({ db }) =>
    async ({ importNumber, after, limit }) => {
      const found = await findImport(db, importNumber);
      if (found === undefined) return refuse('common.notFound');
      const { rows } = await typedSql({
        number: int4(),
        file: text(),
        line: nullable(int4()),
        column: nullable(text()),
        code: text(),
        value: text(),
      })`
        select problem_number as number, file, line, column_name as "column", code, value from billing.import_problem
        where import_number = ${importNumber} and problem_number > ${after}
        order by problem_number limit ${limit + 1}`.execute(db);
      return answer({
        problems: rows.slice(0, limit),
        hasMore: rows.length > limit,
        count: found.problemCount,
      });
    },
);
