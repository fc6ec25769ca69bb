import { TAX_INVOICE_FILE } from '#billing/api/tax-invoices.ts';
import { fileTypes } from '#contract/define-call.ts';
import { formatMessage } from '#contract/messages/format-message.ts';
import {
  answerActObjection,
  listActObjections,
  maxListedObjections,
} from '#contract/payment-documents/objections.ts';
import {
  exportPaymentDocuments,
  listPaymentDocuments,
  objectToAct,
  taxInvoiceFile,
} from '#contract/payment-documents.ts';
import { fileNameOf } from '#domain/documents/file-names.template.ts';
import { tableFile } from '#platform/tables/table-file.ts';
import { fail, relay, relayRefusal, sendFile, succeed } from '#portal/http/call-result.ts';
import { insertStaffChange } from '#portal/http/records/staff-changes.ts';
import { type PortalServices, type Route, route } from '#portal/http/route.ts';
import { documentsTable } from './documents-table.template.ts';
import { listDocuments, toObjectionDto } from './list-documents.ts';
import { answerObjection, insertObjection, listObjections, listObjectionsOf } from './objection-store.ts';

/** Payment documents of legal entities, and what companies say against acts (facts of entities §2). */
export function paymentDocumentRoutes({ db }: Pick<PortalServices, 'db'>): Route[] {
  return [
    route(listPaymentDocuments, async (filter, context) =>
      relay(await listDocuments(db, context, filter), (list) => list),
    ),

    route(exportPaymentDocuments, async ({ format, ...filter }, context) => {
      const list = await listDocuments(db, context, filter);
      if (!list.ok) return relayRefusal(list);
      const name = fileNameOf('paymentDocuments', filter.account, filter.period ?? filter.year ?? null);
      const file = await tableFile(format, name, [documentsTable(list.data.documents)]);
      return sendFile(file.content, file.fileName, file.contentType);
    }),

    route(taxInvoiceFile, async ({ account, ...asked }, { billing }) => {
      const result = await billing(TAX_INVOICE_FILE, { accountNumber: account, ...asked });
      if (!result.ok) return relayRefusal(result);
      const { content, fileName } = result.data;
      return sendFile(Buffer.from(content, 'base64'), fileName, fileTypes[asked.format]);
    }),

    route(objectToAct, async ({ account, period, payee, reason, requestId }, context) => {
      const find = async () => {
        const list = await listDocuments(db, context, { account, period, kind: 'act' });
        return list.ok ? list.data.documents.find((one) => one.payee === payee) : undefined;
      };
      const act = await find();
      if (act === undefined) return fail('common.notFound');
      const ofRequest = async () =>
        (await listObjectionsOf(db, account)).find((one) => one.requestId === requestId);
      const first = await ofRequest();
      const isSame = first?.period === period && first.payee === payee && first.reason === reason;
      if (first !== undefined && !isSame) return fail('common.requestReused');
      if (first === undefined) {
        if (!act.act?.canObject) return fail('documents.actClosed');
        const { session, clock } = context;
        const said = { reason, requestId, by: session.identityId, at: clock.now() };
        await insertObjection(db, { account, period, payee }, said);
        // A colleague was faster.
        if ((await ofRequest()) === undefined) return fail('documents.actClosed');
      }
      return succeed({
        document: (await find()) ?? act,
        message: formatMessage('documents.objectionKept'),
      });
    }),

    route(listActObjections, async () => {
      const { objections, waiting } = await listObjections(db, maxListedObjections);
      return succeed({
        objections: objections.map((one) => ({
          account: one.account,
          period: one.period,
          payee: one.payee,
          ...toObjectionDto(one),
        })),
        waiting,
      });
    }),

    route(answerActObjection, async ({ account, period, payee, answer }, context) => {
      const said = { answer, by: context.session.identityId, at: context.clock.now() };
      const stored = await db.transaction().execute(async (inside) => {
        const answered = await answerObjection(inside, { account, period, payee }, said);
        if (answered === undefined || answered === 'answered') return answered;
        const change = { before: { status: 'waiting' }, after: { period, status: 'answered' } };
        await insertStaffChange(inside, context, { subject: 'actObjection', ...change }, said.at);
        return answered;
      });
      if (stored === undefined) return fail('common.notFound');
      if (stored === 'answered') return fail('documents.alreadyAnswered');
      return succeed({ objection: { account, period, payee, ...toObjectionDto(stored) } });
    }),
  ];
}
