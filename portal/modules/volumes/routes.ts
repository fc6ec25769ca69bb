import type { ModuleOutput } from '#billing/api/define-module.ts';
import {
  VOLUME_DRAFT_SAVE,
  VOLUME_LIST,
  VOLUME_REQUEST_GET,
  VOLUME_REQUEST_LIST,
  VOLUME_REQUEST_MOVE,
  VOLUME_REQUESTS_WAITING,
  VOLUME_SHEET,
  VOLUME_YEAR,
} from '#billing/api/volumes.ts';
import {
  decideVolumeRequest,
  waitingVolumeRequest,
  waitingVolumeRequests,
} from '#contract/volumes/waiting-volumes.ts';
import {
  exportVolumes,
  getVolumeRequest,
  getVolumeSheet,
  getVolumeYear,
  listVolumeRequests,
  listVolumes,
  moveVolumeRequest,
  saveVolumeDraft,
} from '#contract/volumes.ts';
import { fileNameOf } from '#domain/documents/file-names.template.ts';
import { customerActions } from '#domain/volumes/request-states.ts';
import { tableFile } from '#platform/tables/table-file.ts';
import { fail, relay, relayRefusal, sendFile } from '#portal/http/call-result.ts';
import { findActorName } from '#portal/http/records/company-actions.ts';
import { type PortalServices, type Route, route, type Session } from '#portal/http/route.ts';
import { volumeTable } from './volume-table.template.ts';

const shownRequests = 100;

interface Filter {
  readonly period?: string | undefined;
  readonly year: number;
}

/** The month of a filter, or its whole year. */
const rangeOf = ({ period, year }: Filter) => ({
  from: period ?? `${year}-01`,
  to: period ?? `${year}-12`,
});

type Request = ModuleOutput<typeof VOLUME_REQUEST_MOVE>['request'];

/** A request as its company sees it: whom of the supplier it was is the supplier's own matter. */
function forCompany(request: Request): Request {
  const isOwn = (action: string) => (customerActions as readonly string[]).includes(action);
  const events = request.events.map((event) => (isOwn(event.action) ? event : { ...event, actorName: '' }));
  return { ...request, events };
}

/** Contract volumes, requests to correct them, and what staff decide about them (product.md §6). */
export function volumeRoutes({ db }: Pick<PortalServices, 'db'>): Route[] {
  async function nameOf({ identityId }: Session): Promise<string> {
    const row = await db
      .selectFrom('portal.administrator')
      .select(['login', 'full_name'])
      .where('identity_id', '=', identityId)
      .executeTakeFirst();
    return row?.full_name || row?.login || identityId;
  }

  return [
    route(getVolumeYear, async ({ account, year }, { billing }) =>
      relay(await billing(VOLUME_YEAR, { accountNumber: account, year }), (found) => found),
    ),

    route(listVolumes, async ({ token: _, account, q = '', period, year, ...filter }, { billing }) => {
      const range = rangeOf({ period, year });
      const asked = { accountNumber: account, words: q, ...range, ...filter };
      return relay(await billing(VOLUME_LIST, asked), (found) => found);
    }),

    route(
      exportVolumes,
      async ({ token: _, account, q = '', period, year, format, ...filter }, { billing }) => {
        const range = rangeOf({ period, year });
        const result = await billing(VOLUME_LIST, { accountNumber: account, words: q, ...range, ...filter });
        if (!result.ok) return relayRefusal(result);
        const name = fileNameOf('volumes', account, period ?? year);
        const file = await tableFile(format, name, [volumeTable(result.data.points)]);
        return sendFile(file.content, file.fileName, file.contentType);
      },
    ),

    route(getVolumeSheet, async ({ account, period }, { billing }) =>
      relay(await billing(VOLUME_SHEET, { accountNumber: account, period }), ({ request, ...sheet }) => ({
        ...sheet,
        request: request && forCompany(request),
      })),
    ),

    route(saveVolumeDraft, async ({ token: _, account, ...draft }, { billing }) =>
      relay(await billing(VOLUME_DRAFT_SAVE, { accountNumber: account, ...draft }), ({ request }) => ({
        request: forCompany(request),
      })),
    ),

    route(moveVolumeRequest, async ({ token: _, account, correctionId, ...move }, { billing, session }) => {
      const moved = { accountNumber: account, requestId: correctionId.toLowerCase(), ...move };
      const asked = { ...moved, reason: '', actorName: await findActorName(db, session) };
      return relay(await billing(VOLUME_REQUEST_MOVE, asked), ({ request }) => ({
        request: forCompany(request),
      }));
    }),

    route(listVolumeRequests, async ({ account }, { billing }) =>
      relay(
        await billing(VOLUME_REQUEST_LIST, { accountNumber: account, limit: shownRequests }),
        ({ requests }) => ({ requests: requests.map(forCompany) }),
      ),
    ),

    route(getVolumeRequest, async ({ account, correctionId: requestId }, { billing }) =>
      relay(
        await billing(VOLUME_REQUEST_GET, { accountNumber: account, requestId }),
        ({ request, rows }) => ({
          request: forCompany(request),
          rows,
        }),
      ),
    ),

    route(waitingVolumeRequests, async (_input, { billing }) =>
      relay(await billing(VOLUME_REQUESTS_WAITING, { limit: shownRequests }), (found) => found),
    ),

    route(waitingVolumeRequest, async ({ account, correctionId: requestId }, { billing }) => {
      const result = await billing(VOLUME_REQUEST_GET, { accountNumber: account, requestId });
      // A draft is the customer's own.
      if (result.ok && result.data.request.state === 'draft') return fail('common.notFound');
      return relay(result, (found) => found);
    }),

    route(decideVolumeRequest, async ({ token: _, account, correctionId, ...move }, { billing, session }) => {
      const moved = { accountNumber: account, requestId: correctionId.toLowerCase(), ...move };
      const asked = { ...moved, actorName: await nameOf(session) };
      return relay(await billing(VOLUME_REQUEST_MOVE, asked), (found) => found);
    }),
  ];
}
