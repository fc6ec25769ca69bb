import type { FastifyPluginAsync } from 'fastify';
import { createMessageGateways, usesOutbox } from '../gateways/messages/all-gateways.ts';
import type { PaymentGateways } from '../gateways/payments/all-gateways.ts';
import { sandboxBankPlugin } from '../gateways/payments/sandbox/sandbox-bank-plugin.ts';
import type { PortalServices, Route } from '../http/route.ts';
import { entityAccountRoutes } from './accounts/entity-routes.ts';
import { objectRoutes } from './accounts/routes.ts';
import { balanceRoutes } from './balance/routes.ts';
import { statementRoutes } from './bank-statements/routes.ts';
import { periodRoutes } from './billing-periods/routes.ts';
import { billRoutes } from './bills/routes.ts';
import { commonReadRoutes } from './charges/routes.ts';
import { clientLogRoutes } from './client-log/routes.ts';
import { consumptionRoutes } from './consumption/routes.ts';
import { contentRoutes } from './content/routes.ts';
import { contractRoutes } from './contracts/routes.ts';
import { chatRoutes } from './conversations/chat/routes.ts';
import { compensationRoutes } from './conversations/compensations/routes.ts';
import { conversationRoutes } from './conversations/routes.ts';
import { accountCardRoutes } from './customers/account-routes.ts';
import { customerRoutes } from './customers/routes.ts';
import { ownDataRoutes } from './data-export/routes.ts';
import { deskRoutes } from './desk/routes.ts';
import { builtInTexts } from './directory/public.ts';
import { directoryRoutes } from './directory/routes.ts';
import { documentRoutes } from './documents/routes.ts';
import { eventRoutes } from './events/routes.ts';
import { feedInRoutes } from './feed-in/routes.ts';
import { feedbackRoutes } from './feedback/routes.ts';
import { adminRoutes } from './identity/administrators/routes.ts';
import { peopleRoutes } from './identity/people/routes.ts';
import { programRoutes } from './identity/programs/routes.ts';
import { findSecondPerson } from './identity/public.ts';
import { secondFactorRoutes } from './identity/second-factor/routes.ts';
import { sessionRoutes } from './identity/session/routes.ts';
import { identityRoutes } from './identity/sign-in/routes.ts';
import { registrationRoutes } from './identity/sign-up/routes.ts';
import { viewingRoutes } from './identity/viewings/routes.ts';
import { importRoutes } from './import/routes.ts';
import { invoiceRoutes } from './invoices/routes.ts';
import { ledgerRoutes } from './ledger/routes.ts';
import { maintenanceRoutes } from './maintenance/routes.ts';
import { masterDataRoutes } from './master-data/routes.ts';
import { noticeRoutes } from './notices/routes.ts';
import { calendarPlugin, stopPlugin } from './notifications/public.ts';
import { notificationRoutes } from './notifications/routes.ts';
import { devOutboxPlugin } from './outbox/public.ts';
import { pairRoutes } from './pairs/routes.ts';
import { paymentDocumentRoutes } from './payment-documents/routes.ts';
import { adminPaymentRoutes } from './payments/admin-routes.ts';
import { callbackPlugin } from './payments/callback-plugin.ts';
import { callbackPath } from './payments/pay-ways.ts';
import { receiptPlugin } from './payments/receipt-plugin.ts';
import { paymentReminderRoutes } from './payments/reminders/routes.ts';
import { paymentRoutes } from './payments/routes.ts';
import { performanceRoutes } from './performance/routes.ts';
import { personalDataRoutes } from './personal-data/routes.ts';
import { pointRoutes } from './readings/points/point-routes.ts';
import { reviewRoutes } from './readings/review/review-routes.ts';
import { readingRoutes } from './readings/routes.ts';
import { workbookRoutes } from './readings/workbook/workbook-routes.ts';
import { reconciliationActRoutes } from './reconciliation-acts/routes.ts';
import { reportRoutes } from './reports/routes.ts';
import { ruleRoutes } from './rules/routes.ts';
import { searchRoutes } from './search/routes.ts';
import { serviceTermRoutes } from './service-terms/routes.ts';
import { signatureAdminRoutes } from './signatures/authorities/admin-routes.ts';
import { signatureRoutes } from './signatures/routes.ts';
import { signerRoutes } from './signatures/signers/signer-routes.ts';
import { subscriberBookRoutes } from './subscriber-book/routes.ts';
import { brandRoutes } from './supplier/brand-routes.ts';
import { companyRoutes } from './supplier/routes.ts';
import { supplierMessageRoutes } from './supplier-messages/routes.ts';
import { tariffRoutes } from './tariffs/routes.ts';
import { actRoutes } from './violation-acts/routes.ts';
import { volumeRoutes } from './volumes/routes.ts';

/** What the portal serves. */
export interface PortalRoutes {
  /** Every declared call with its handler. */
  readonly calls: readonly Route[];
  /** What is served beside calls: provider callbacks, the sandbox bank, the outbox of development. */
  readonly plugins: readonly FastifyPluginAsync[];
}

/** Collects the routes of every concept: a new concept adds its line here. */
export function buildRoutes(services: PortalServices, gateways: PaymentGateways): PortalRoutes {
  const { db, clock, config, keys } = services;
  const { production } = config;
  return {
    calls: [
      ...pairRoutes(),
      ...identityRoutes(services),
      ...secondFactorRoutes(services),
      ...viewingRoutes(services),
      ...sessionRoutes(services),
      ...registrationRoutes(services),
      ...peopleRoutes(services),
      ...programRoutes(services),
      ...adminRoutes(services),
      ...periodRoutes(services),
      ...importRoutes(services),
      ...ledgerRoutes(services),
      ...masterDataRoutes(services),
      ...maintenanceRoutes(services),
      ...contentRoutes(services, builtInTexts),
      ...entityAccountRoutes(services),
      ...contractRoutes(),
      ...volumeRoutes(services),
      ...noticeRoutes(services),
      ...notificationRoutes(services),
      ...clientLogRoutes(services),
      ...companyRoutes(services),
      ...brandRoutes(services),
      ...objectRoutes(services),
      ...balanceRoutes(),
      ...commonReadRoutes(services),
      ...readingRoutes(services),
      ...reviewRoutes(services),
      ...pointRoutes(services),
      ...workbookRoutes(services),
      ...billRoutes(services),
      ...invoiceRoutes(),
      ...paymentDocumentRoutes(services),
      ...subscriberBookRoutes(),
      ...consumptionRoutes(services),
      ...actRoutes(services),
      ...feedInRoutes(),
      ...documentRoutes(services),
      ...reconciliationActRoutes(services),
      ...signatureRoutes(services),
      ...signerRoutes(services),
      ...signatureAdminRoutes({ ...services, findSecondPerson }),
      ...eventRoutes(services),
      ...directoryRoutes(services),
      ...tariffRoutes(services),
      ...paymentRoutes(services, gateways),
      ...adminPaymentRoutes(services, gateways),
      ...statementRoutes(services),
      ...paymentReminderRoutes(services),
      ...ownDataRoutes(),
      ...personalDataRoutes(services),
      ...reportRoutes(services),
      ...performanceRoutes(services),
      ...supplierMessageRoutes(services),
      ...ruleRoutes(services),
      ...searchRoutes(services),
      ...customerRoutes(services),
      ...accountCardRoutes(services),
      ...serviceTermRoutes(services),
      ...conversationRoutes(services),
      ...chatRoutes(services),
      ...compensationRoutes(services),
      ...deskRoutes(services),
      ...feedbackRoutes(services),
    ],
    plugins: [
      callbackPlugin({ ...services, gateways, requestsPerMinute: config.requestsPerMinute }),
      calendarPlugin(services),
      stopPlugin(services),
      receiptPlugin(services, gateways),
      ...(production ? [] : [sandboxBankPlugin({ db, clock, links: keys.links, callbackPath })]),
      ...(usesOutbox(createMessageGateways(config)) ? [devOutboxPlugin(services)] : []),
    ],
  };
}
