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
import type { Instant } from '#domain/time/instant.ts';
import { tableFile } from '#platform/tables/table-file.ts';
import { relayRefusal, sendFile, succeed } from '#portal/http/call-result.ts';
import { findReadingGivers } from '#portal/http/records/company-actions.ts';
import { limitOf, type PortalServices, type RequestContext, type Route, route } from '#portal/http/route.ts';
import { addTexts, addTextsToMeters, blockForRole, createSupplierContacts } from '../reading-texts.ts';
import { pointsReportTable } from './points-report.template.ts';

/** What became of rows, with its texts. */
export function shownRows(
  { rows, ...counts }: ModuleOutput<typeof READING_SUBMIT_POINTS>,
  contacts: MessageParams,
) {
  const shown = rows.map(({ channels, outcome, ...row }) => ({
    ...row,
    channels: channels.map(({ params: _, ...channel }) => channel),
    outcome: addTexts(outcome, contacts),
  }));
  return { ...counts, rows: shown };
}

const isTaken = ({ kind }: { readonly kind: string }) => kind === 'accepted' || kind === 'underReview';

/** Older actions belong to periods that are closed. */
const giversSinceMs = 62 * 86_400_000;

/** Who else of the company gave the reading of each meter; nobody for a household. */
async function giversOf(
  { db }: Pick<PortalServices, 'db'>,
  account: string,
  { session, clock }: Pick<RequestContext, 'session' | 'clock'>,
): Promise<(meterId: string) => string | null> {
  if (session.company === undefined) return () => null;
  const since = (clock.now() - giversSinceMs) as Instant;
  const givers = await findReadingGivers(db, { companyId: session.cabinetId, account, since });
  return (meterId) => {
    const giver = givers.get(meterId);
    return giver === undefined || giver.actorId === session.identityId ? null : giver.name;
  };
}

/** The table of all points of an account. */
export function pointRoutes(services: Pick<PortalServices, 'db'>): Route[] {
  const contactsOf = createSupplierContacts();
  return [
    route(readingPoints, async ({ account }, context) => {
      const result = await context.billing(READING_POINTS, {
        accountNumber: account,
        ...limitOf(context.session),
      });
      if (!result.ok) return relayRefusal(result);
      const contacts = await contactsOf(context);
      const giverOf = await giversOf(services, account, context);
      const shown = blockForRole(context.session, addTextsToMeters(result.data.points, contacts));
      const points = shown.map((point) => {
        const given = point.rows.find(({ currentValue }) => currentValue !== null);
        return { ...point, givenBy: given === undefined ? null : giverOf(given.meterId) };
      });
      return succeed({ ...result.data, points });
    }),

    route(submitPoints, async ({ account, requestId, rows }, context) => {
      const limit = limitOf(context.session);
      const asked = { accountNumber: account, ...limit, requestId, rows, mode: 'good' as const };
      const result = await context.billing(READING_SUBMIT_POINTS, asked);
      if (!result.ok) return relayRefusal(result);
      const { rows: answered } = result.data;
      context.noteObjects(answered.filter(({ outcome }) => isTaken(outcome)).map(({ meterId }) => meterId));
      const shown = shownRows(result.data, await contactsOf(context));
      if (answered.every(({ outcome }) => isTaken(outcome))) return succeed(shown);
      const giverOf = await giversOf(services, account, context);
      const withGivers = shown.rows.map((row) =>
        isTaken(row.outcome) ? row : { ...row, givenBy: giverOf(row.meterId) },
      );
      return succeed({ ...shown, rows: withGivers });
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
