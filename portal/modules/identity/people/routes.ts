import {
  changePerson as changePersonCall,
  endPerson as endPersonCall,
  exportActions,
  invitePerson as invitePersonCall,
  joinCompany as joinCompanyCall,
  listActions,
  listPeople,
  readInvitation as readInvitationCall,
  resendInvitation as resendInvitationCall,
} from '#contract/identity/company-people.ts';
import { fileNameOf } from '#domain/documents/file-names.template.ts';
import { tableFile } from '#platform/tables/table-file.ts';
import { failFields, sendFile, succeed } from '#portal/http/call-result.ts';
import { type PortalServices, type Route, route } from '#portal/http/route.ts';
import { actionsTable } from './action-words.template.ts';
import { listActionsPage, listAllActions } from './company-actions.ts';
import { changePerson, endPerson, invitePerson, readPeople, resendInvitation } from './invite-people.ts';
import { joinCompany, readInvitation } from './join-company.ts';

/** The people of a company and what they did (product.md §6, decision 0112). */
export function peopleRoutes(services: PortalServices): Route[] {
  const { db } = services;
  const tight = { limit: 'tight' } as const;
  return [
    route(listPeople, (_, context) => readPeople(db, context)),
    route(invitePersonCall, ({ token: _, ...input }, context) => invitePerson(services, input, context)),
    route(resendInvitationCall, ({ personId }, context) => resendInvitation(services, personId, context)),
    route(changePersonCall, ({ token: _, ...input }, context) => changePerson(services, input, context)),
    route(endPersonCall, ({ personId }, context) => endPerson(services, personId, context)),

    route(listActions, async ({ token: _, ...asked }, { session }) => {
      const page = await listActionsPage(db, session.cabinetId, asked);
      return page === 'wrongCursor' ? failFields([{ path: 'cursor', code: 'field.invalid' }]) : succeed(page);
    }),

    route(exportActions, async ({ token: _, format, ...filter }, { session }) => {
      const actions = await listAllActions(db, session.cabinetId, filter);
      const name = fileNameOf('actions', filter.from ?? null, filter.to ?? null);
      const { content, fileName, contentType } = await tableFile(format, name, [actionsTable(actions)]);
      return sendFile(content, fileName, contentType);
    }),

    route(readInvitationCall, (input, context) => readInvitation(services, input, context), tight),
    route(joinCompanyCall, (input, context) => joinCompany(services, input, context), tight),
  ];
}
