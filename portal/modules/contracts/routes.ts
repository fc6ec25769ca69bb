import { CONTRACT_GET, CONTRACT_POINTS } from '#billing/api/contracts.ts';
import { exportPointPassports, getCompany, listPointPassports } from '#contract/contracts.ts';
import { fileNameOf } from '#domain/documents/file-names.template.ts';
import { tableFile } from '#platform/tables/table-file.ts';
import { failFields, relay, relayRefusal, sendFile } from '#portal/http/call-result.ts';
import { cursorPart, readCursor, writeCursor } from '#portal/http/page-cursor.ts';
import { limitOf, type Route, route } from '#portal/http/route.ts';
import { pointTable } from './point-table.template.ts';

const pointsAtOnce = 50;
/** Of a file: twice the largest chain. */
const maxPoints = 10_000;

/** The contract of a legal entity: company, terms, points (product.md §6). */
export function contractRoutes(): Route[] {
  return [
    route(getCompany, async ({ account }, { billing }) =>
      relay(await billing(CONTRACT_GET, { accountNumber: account }), (found) => found),
    ),

    route(
      listPointPassports,
      async ({ token: _, account, q = '', cursor, ...filter }, { billing, session }) => {
        const parts = cursor === undefined ? undefined : readCursor(cursor, [cursorPart.text]);
        if (cursor !== undefined && !parts) return failFields([{ path: 'cursor', code: 'field.invalid' }]);
        const page = { ...limitOf(session), words: q, after: parts?.[0] ?? null, limit: pointsAtOnce };
        const result = await billing(CONTRACT_POINTS, { accountNumber: account, ...filter, ...page });
        return relay(result, ({ points, hasMore, count }) => {
          const last = points.at(-1);
          return { points, count, next: hasMore && last !== undefined ? writeCursor([last.eic]) : null };
        });
      },
    ),

    route(
      exportPointPassports,
      async ({ token: _, account, q = '', format, ...filter }, { billing, session }) => {
        const page = { ...limitOf(session), words: q, after: null, limit: maxPoints };
        const result = await billing(CONTRACT_POINTS, { accountNumber: account, ...filter, ...page });
        if (!result.ok) return relayRefusal(result);
        const file = await tableFile(format, fileNameOf('points', account), [pointTable(result.data.points)]);
        return sendFile(file.content, file.fileName, file.contentType);
      },
    ),
  ];
}
