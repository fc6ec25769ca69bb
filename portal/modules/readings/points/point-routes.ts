import type { ModuleOutput } from '#billing/api/define-module.ts';
import {
  READING_POINTS,
  READING_POINTS_PDF,
  READING_POINTS_REPORT,
  READING_SUBMIT_POINTS,
} from '#billing/api/readings.ts';
import type { MessageParams } from '#contract/messages/format-message.ts';
import { pointsReport, readingPoints, submitPoints } from '#contract/readings/points.ts';
import { fileNameOf } from '#domain/documents/file-names.template.ts';
import { tableFile } from '#platform/tables/table-file.ts';
import { relayRefusal, sendFile, succeed } from '#portal/http/call-result.ts';
import { limitOf, type Route, route } from '#portal/http/route.ts';
import { addTexts, addTextsToMeters, createSupplierContacts } from '../reading-texts.ts';
import { pointsReportTable } from './points-report.template.ts';

/** What became of rows, with its texts. */
export function shownRows(
  { accepted, rows }: ModuleOutput<typeof READING_SUBMIT_POINTS>,
  contacts: MessageParams,
) {
  return { accepted, rows: rows.map((row) => ({ ...row, outcome: addTexts(row.outcome, contacts) })) };
}

/** The table of all points of an account. */
export function pointRoutes(): Route[] {
  const contactsOf = createSupplierContacts();
  return [
    route(readingPoints, async ({ account }, context) => {
      const result = await context.billing(READING_POINTS, { accountNumber: account, ...limitOf(context.session) });
      if (!result.ok) return relayRefusal(result);
      const contacts = await contactsOf(context);
      return succeed({ ...result.data, points: addTextsToMeters(result.data.points, contacts) });
    }),

    route(submitPoints, async ({ account, requestId, rows }, context) => {
      const limit = limitOf(context.session);
      const asked = { accountNumber: account, ...limit, requestId, rows, mode: 'good' as const };
      const result = await context.billing(READING_SUBMIT_POINTS, asked);
      if (!result.ok) return relayRefusal(result);
      return succeed(shownRows(result.data, await contactsOf(context)));
    }),

    route(pointsReport, async ({ account, format }, { billing, session }) => {
      const asked = { accountNumber: account, ...limitOf(session) };
      if (format === 'pdf') {
        const result = await billing(READING_POINTS_PDF, asked);
        if (!result.ok) return relayRefusal(result);
        return sendFile(Buffer.from(result.data.content, 'base64'), result.data.fileName);
      }
      const result = await billing(READING_POINTS_REPORT, asked);
      if (!result.ok) return relayRefusal(result);
      const name = fileNameOf('readingsReport', account, result.data.period);
      const { content, fileName, contentType } = await tableFile('xlsx', name, [
        pointsReportTable(result.data),
      ]);
      return sendFile(content, fileName, contentType);
    }),
  ];
}
