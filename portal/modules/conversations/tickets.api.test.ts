import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAccount } from '#billing/testing/make-account.ts';
import { makeSupplier } from '#billing/testing/make-supplier.ts';
import {
  closeTicket,
  createTicket,
  getTicket,
  listTickets,
  markTicketRead,
  replyToTicket,
  ticketForm,
} from '#contract/conversations.ts';
import { entitySupplierOrders, personOrders } from '#contract/supplier-messages.ts';
import { type Instant, instantFromIso } from '#domain/time/instant.ts';
import { newId } from '#platform/uuid.ts';
import { startTestApp, type TestApp } from '#portal/testing/start-test-app.ts';
import { type Actor, appendMessage, changeTopic, listTopics, seedTopics } from './public.ts';

const now = instantFromIso('2026-11-20T10:00:00Z');
const script = '<script>alert(1)</script> & «лапки»';
let cabinet: TestApp;
let operator: Actor;

beforeAll(async () => {
  cabinet = await startTestApp('2026-11-20T10:00:00Z');
  await makeSupplier(cabinet.billingDb);
  await seedTopics(cabinet.portalDb);
  await seedTopics(cabinet.portalDb);
  await cabinet.signIn([], 'admin', ['operator']);
  const { identity_id: id } = await cabinet.portalDb
    .selectFrom('portal.administrator')
    .select('identity_id')
    .executeTakeFirstOrThrow();
  operator = { kind: 'operator', id };
});
afterAll(() => cabinet.close());

async function customer(type: 'person' | 'entity' = 'person') {
  const { accountNumber: account } = await makeAccount(cabinet.billingDb);
  return { account, token: await cabinet.signIn([account], type) };
}

const aboutBill = (requestId = newId()) => ({
  topicId: 'billCheck',
  title: 'Рахунок за жовтень завеликий',
  text: 'Показання інші.\r\n\r\nПеревірте, будь ласка.',
  fields: [{ name: 'period', value: '2026-10' }],
  fileIds: [] as string[],
  requestId,
});

async function open(own: { readonly account: string; readonly token: string }, change = {}) {
  const { body } = await cabinet.post(createTicket, { ...own, ...aboutBill(), ...change });
  return body.ticket;
}

const say = (account: string, id: string, change: object = {}) =>
  cabinet.portalDb.transaction().execute((transaction) =>
    appendMessage(
      transaction,
      {
        accountNumber: account,
        conversationId: id,
        actor: operator,
        body: 'Перерахували.',
        clientId: newId(),
        fileIds: [],
        act: 'answer',
        ...change,
      },
      cabinet.clock.now(),
    ),
  );

test('a ticket is registered with its number, the day of the answer and what it is about, and stands in front', async () => {
  const own = await customer();
  const form = (await cabinet.post(ticketForm, own)).body;
  const topic = form.topics.find(({ topicId }) => topicId === 'billCheck');
  expect(topic).toMatchObject({ responsible: 'supplier', dueOn: '2026-11-27', openTicket: null });
  expect(form.topics.map(({ topicId }) => topicId)).not.toContain('contractTerms');

  await open(own, { topicId: 'other', fields: [], title: 'Перше' });
  const { body } = await cabinet.post(createTicket, { ...own, ...aboutBill() });
  const { ticket } = body;
  expect(body.message).toBe(`Звернення № ${ticket.number} зареєстровано. Відповідь надамо до 27.11.2026.`);
  expect(ticket).toMatchObject({ state: 'new', status: null, dueOn: '2026-11-27', isNew: false });
  const { tickets } = (await cabinet.post(listTickets, own)).body;
  expect(tickets.map(({ title }) => title)).toEqual(['Рахунок за жовтень завеликий', 'Перше']);
  expect((await cabinet.post(personOrders, own)).body.tickets).toEqual(tickets);
  const opened = (await cabinet.post(getTicket, { ...own, id: ticket.id })).body.ticket;
  expect(opened).toMatchObject({
    subject: [{ label: 'Місяць рахунка', value: '10.2026' }],
    messages: [{ seq: 1, author: 'customer', text: 'Показання інші.\n\nПеревірте, будь ласка.', files: [] }],
    history: [{ state: 'new' }],
    canClose: true,
  });
  const again = (await cabinet.post(ticketForm, own)).body.topics;
  expect(again.find(({ topicId }) => topicId === 'billCheck')?.openTicket).toEqual({
    id: ticket.id,
    number: ticket.number,
  });
});
