import {
  type CompensationData,
  decideCompensation as decideCompensationCall,
  listCompensations,
} from '#contract/service-terms/compensations.ts';
import { moneyToWire } from '#domain/money.ts';
import { instantToIso } from '#domain/time/instant.ts';
import { kyivDateOf } from '#domain/time/kyiv.ts';
import { daysBetween, formatDate, type LocalDate } from '#domain/time/local-date.ts';
import { fail, failFields, succeed } from '#portal/http/call-result.ts';
import { cursorPart, readCursor, writeCursor } from '#portal/http/page-cursor.ts';
import { type PortalServices, type Route, route } from '#portal/http/route.ts';
import { type CompensationRow, countProposed, listDecided, listProposed } from './compensation-store.ts';
import { decideCompensation } from './compensations.ts';

const partSize = 50;

/** A compensation as the calls of the staff have it. */
function toCompensationDto(row: CompensationRow, today: LocalDate): CompensationData {
  const { decider, decidedAt } = row;
  return {
    account: row.account,
    compensationId: row.compensationId,
    ticket: { id: row.conversationId, number: Number(row.number), title: row.title, topic: row.topic ?? '' },
    customerType: row.customerType,
    customerClass: row.customerClass,
    basis: row.basis ?? '',
    sum: moneyToWire(row.amount),
    breachedOn: row.breachedOn,
    dueBy: row.dueBy,
    daysLeft: daysBetween(today, row.dueBy),
    answeredOn: row.answeredOn,
    state: row.state,
    exclusion: row.exclusion,
    note: row.note,
    decided: decidedAt === null ? null : { by: decider ?? '', at: instantToIso(decidedAt) },
  };
}

/** Compensations of breached terms, for who decides about them. */
export function compensationRoutes({ db }: PortalServices): Route[] {
  return [
    route(listCompensations, async ({ state, cursor }, { clock }) => {
      const today = kyivDateOf(clock.now());
      const isWaiting = state === 'proposed';
      const shape = [isWaiting ? cursorPart.date : cursorPart.moment, cursorPart.uuid] as const;
      const parts = cursor === undefined ? undefined : readCursor(cursor, shape);
      if (cursor !== undefined && parts === undefined)
        return failFields([{ path: 'cursor', code: 'field.invalid' }]);
      const [rows, waiting] = await Promise.all([
        isWaiting
          ? listProposed(db, parts && { dueBy: parts[0], id: parts[1] }, partSize + 1)
          : listDecided(db, parts && { moment: parts[0], id: parts[1] }, partSize + 1),
        countProposed(db, today),
      ]);
      const last = rows.length > partSize ? rows[partSize - 1] : undefined;
      return succeed({
        compensations: rows.slice(0, partSize).map((row) => toCompensationDto(row, today)),
        next: last ? writeCursor([isWaiting ? last.dueBy : (last.moment ?? ''), last.compensationId]) : null,
        waiting: waiting.count,
        overdue: waiting.overdue,
        waitingSum: moneyToWire(waiting.sum),
      });
    }),

    route(decideCompensationCall, async ({ account, compensationId, decision }, context) => {
      const { session, clock, billing } = context;
      const decided = await decideCompensation(
        { db, clock, callBilling: billing },
        { accountNumber: account, compensationId: compensationId.toLowerCase() },
        decision,
        { kind: 'operator', id: session.identityId },
      );
      if (decided.kind === 'notFound') return fail('common.notFound');
      const { row } = decided;
      if (decided.kind === 'done')
        return succeed({ compensation: toCompensationDto(row, kyivDateOf(clock.now())) });
      const at = row.decidedAt === null ? '' : formatDate(kyivDateOf(row.decidedAt));
      return fail('support.compensationDecided', { by: row.decider ?? '', at }, { state: row.state });
    }),
  ];
}
