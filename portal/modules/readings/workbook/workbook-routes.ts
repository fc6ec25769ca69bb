import { READING_POINTS, READING_SUBMIT_POINTS } from '#billing/api/readings.ts';
import { fileTypes } from '#contract/define-call.ts';
import {
  checkWorkbook,
  commitWorkbook,
  markedWorkbook,
  readingsWorkbook,
} from '#contract/readings/points.ts';
import { fileNameOf } from '#domain/documents/file-names.template.ts';
import { tableFile } from '#platform/tables/table-file.ts';
import { fail, relayRefusal, sendFile, succeed } from '#portal/http/call-result.ts';
import { limitOf, type PortalServices, type Route, route } from '#portal/http/route.ts';
import { shownRows } from '../points/point-routes.ts';
import { addTextsToMeters, createSupplierContacts } from '../reading-texts.ts';
import { findCheckToCommit, findCheckToMark } from './check-store.ts';
import { checkUpload, markInWorker } from './check-workbook.ts';
import { workbookTable } from './workbook-columns.template.ts';

/** The workbook of readings: to fill in, to check, to take back with marks, to commit. */
export function workbookRoutes({ db, clock }: Pick<PortalServices, 'db' | 'clock'>): Route[] {
  const contactsOf = createSupplierContacts();
  return [
    route(readingsWorkbook, async ({ account }, context) => {
      const result = await context.billing(READING_POINTS, {
        accountNumber: account,
        ...limitOf(context.session),
      });
      if (!result.ok) return relayRefusal(result);
      const { points, window } = result.data;
      const table = workbookTable(addTextsToMeters(points, await contactsOf(context)));
      const name = fileNameOf('readingsWorkbook', account, window.period);
      const { content, fileName, contentType } = await tableFile('xlsx', name, [table]);
      return sendFile(content, fileName, contentType);
    }),

    route(
      checkWorkbook,
      async ({ account, requestId }, context) => {
        const contacts = await contactsOf(context);
        const upload = { accountNumber: account, requestId, contacts };
        const checked = await checkUpload({ db, now: clock.now() }, context, upload);
        return 'kind' in checked ? checked : succeed(checked);
      },
      { work: 'now' },
    ),

    route(markedWorkbook, async ({ account, checkId }) => {
      const found = await findCheckToMark(db, account, checkId);
      if (found === undefined) return fail('common.notFound');
      const marked = await markInWorker(found.content, found.layout, found.marks);
      return sendFile(Buffer.from(marked), `${fileNameOf('readingsMarked', account)}.xlsx`, fileTypes.xlsx);
    }),

    route(commitWorkbook, async ({ account, checkId, mode, confirmed = [], requestId }, context) => {
      const found = await findCheckToCommit(db, account, checkId);
      if (found === undefined) return fail('common.notFound');
      const { rows, wrong } = found;
      if (rows.length === 0 || (mode === 'all' && wrong.length > 0))
        return fail('readings.fileHasErrors', { count: wrong.length });
      const result = await context.billing(READING_SUBMIT_POINTS, {
        accountNumber: account,
        ...limitOf(context.session),
        requestId,
        mode,
        rows: rows.map((row) => ({
          ...row,
          confirmed: [...new Set([...(row.confirmed ?? []), ...confirmed])],
        })),
      });
      if (!result.ok) return relayRefusal(result);
      const taken = result.data.rows.filter(
        ({ outcome: { kind } }) => kind === 'accepted' || kind === 'underReview',
      );
      context.noteObjects(taken.map(({ meterId }) => meterId));
      const shown = shownRows(result.data, await contactsOf(context));
      const untaken = shown.rows.filter(
        ({ outcome: { kind } }) => kind !== 'accepted' && kind !== 'underReview',
      );
      return mode === 'all' && untaken.length > 0
        ? fail('readings.fileHasErrors', { count: untaken.length }, { rows: untaken })
        : succeed(shown);
    }),
  ];
}
