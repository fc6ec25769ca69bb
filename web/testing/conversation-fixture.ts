import type { ConversationData, TicketData } from '#contract/conversations.ts';

export const ticketFixture: TicketData = {
  id: '0199f000-0000-7000-8000-000000000001',
  number: 1042,
  title: 'Рахунок',
  topicId: 'billCheck',
  topic: 'Перерахунок',
  responsible: 'supplier',
  state: 'answered',
  status: 'Відповідь надано',
  openedAt: '2026-11-20T10:00:00.000Z',
  lastMessageAt: '2026-11-21T10:00:00.000Z',
  dueOn: null,
  isNew: true,
};

/** A ticket with all that its page shows. */
export const conversationFixture: ConversationData = {
  ...ticketFixture,
  account: '2390001112',
  subject: [],
  receivedOn: null,
  basis: null,
  operator: null,
  messages: [],
  staffReadSeq: 1,
  history: [],
  compensations: [],
  rating: null,
  canClose: false,
  canRate: false,
};
