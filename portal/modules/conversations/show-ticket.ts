import type { ConversationData, TicketData } from '#contract/conversations.ts';
import { formatMessage } from '#contract/messages/format-message.ts';
import type { SubjectField } from '#domain/conversations/check-subject.ts';
import { isDone, stateAfter } from '#domain/conversations/conversation-state.ts';
import { formatMoney, kopiykas, moneyToWire, parseMoney } from '#domain/money.ts';
import { instantToIso } from '#domain/time/instant.ts';
import { formatDate, parseLocalDate } from '#domain/time/local-date.ts';
import type { PortalDatabase } from '#portal/portal-database.ts';
import { findTicket, listTickets, type TicketOwner, type TicketRow } from './ticket-store.ts';

/** A ticket as the customer's calls have it. */
export function toTicketDto(row: TicketRow): TicketData {
  const done = isDone(row.state);
  return {
    id: row.id,
    number: Number(row.number),
    title: row.title,
    topicId: row.topicId,
    topic: row.topic ?? '',
    responsible: row.responsible ?? 'supplier',
    state: row.state,
    status: done ? formatMessage('support.ticketDone') : null,
    openedAt: instantToIso(row.openedAt),
    lastMessageAt: instantToIso(row.lastMessageAt),
    dueOn: done ? null : row.dueOn,
    isNew: row.isNew,
  };
}

/** The newest tickets of a cabinet in an account. */
export async function newestTickets(
  db: PortalDatabase,
  owner: TicketOwner,
  limit: number,
): Promise<TicketData[]> {
  return (await listTickets(db, owner, { limit })).map(toTicketDto);
}

/** A value of a field of a topic as it is shown. */
export function valueInWords({ kind }: SubjectField, value: string): string {
  const date = kind === 'date' ? parseLocalDate(value) : undefined;
  if (date !== undefined) return formatDate(date);
  const sum = kind === 'money' ? parseMoney(value) : undefined;
  if (sum !== undefined) return formatMoney(sum);
  return kind === 'period' ? `${value.slice(5)}.${value.slice(0, 4)}` : value;
}

/** A ticket with all that its customer may see of it; undefined: it is not of this cabinet. */
export async function showTicket(
  db: PortalDatabase,
  owner: TicketOwner,
  id: string,
): Promise<Omit<ConversationData, 'operator'> | undefined> {
  const row = await findTicket(db, owner, id);
  if (row === undefined) return undefined;
  return {
    ...toTicketDto(row),
    account: owner.accountNumber,
    subject: (row.topicFields ?? []).flatMap((field) => {
      const value = row.subject[field.name] ?? '';
      return value === '' ? [] : [{ label: field.label, value: valueInWords(field, value) }];
    }),
    receivedOn: row.receivedOn,
    basis: row.basis,
    messages: row.messages.map((message) => ({
      ...message,
      files: row.files.flatMap(({ seq, ...file }) => (seq === message.seq ? [file] : [])),
    })),
    staffReadSeq: row.staffReadSeq,
    history: [...row.history],
    compensations: row.compensations.map(({ kopiykas: sum, ...compensation }) => ({
      ...compensation,
      sum: moneyToWire(kopiykas(sum)),
    })),
    rating: row.rating && { mark: row.rating.mark, isSolved: row.rating.isSolved },
    canClose: stateAfter(row.state, 'customerClose') !== undefined,
    canRate: row.isAnswered && isDone(row.state) && row.rating === null,
  };
}
