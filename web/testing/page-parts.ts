import {
  listAccountActs,
  listAccountBenefits,
  listAccountBills,
  listAccountCabinets,
  listAccountConversations,
  listAccountMessages,
  listAccountPayments,
  listAccountReadings,
} from '#contract/accounts/account-card.ts';
import { listObjects } from '#contract/accounts/accounts.ts';
import { entityOverview, listEntityAccounts } from '#contract/accounts/entity-accounts.ts';
import { entityBalance, personBalance } from '#contract/balance.ts';
import { listStatements } from '#contract/bank-statements.ts';
import { periodStates } from '#contract/billing-periods.ts';
import { getBill, listBills } from '#contract/bills.ts';
import { getCommon } from '#contract/charges.ts';
import { consumptionHistory, entityConsumption } from '#contract/consumption.ts';
import { getContent, listContent } from '#contract/content.ts';
import { getCompany, listPointPassports } from '#contract/contracts.ts';
import { listAnswerTemplates } from '#contract/conversations/answer-templates.ts';
import { getTicket, listTickets, ticketForm } from '#contract/conversations.ts';
import {
  getCustomer,
  listCustomerAccounts,
  listCustomerConversations,
  listCustomerHistory,
  listCustomerMessages,
} from '#contract/customers.ts';
import type { Call } from '#contract/define-call.ts';
import { deskCard, listDesk, openDesk } from '#contract/desk.ts';
import { listLaws, readGuide } from '#contract/directory.ts';
import { documentMonths, listDocuments } from '#contract/documents.ts';
import { listEvents } from '#contract/events.ts';
import { listFeedIn } from '#contract/feed-in.ts';
import { feedbackStats, listFeedback } from '#contract/feedback/given-feedback.ts';
import { listAdmins } from '#contract/identity/administrators.ts';
import { listTokens } from '#contract/identity/api-tokens.ts';
import { listActions, listPeople } from '#contract/identity/company-people.ts';
import { getProfile } from '#contract/identity/profile.ts';
import { listSessions } from '#contract/identity/sessions.ts';
import { listStaffActions } from '#contract/identity/staff-actions.ts';
import { listImports } from '#contract/import.ts';
import { getInvoice, listInvoices } from '#contract/invoices.ts';
import { listLedger, waitingCorrections } from '#contract/ledger.ts';
import { readLegalText } from '#contract/legal-texts.ts';
import { getMaintenance } from '#contract/maintenance.ts';
import { listMasterData } from '#contract/master-data.ts';
import { formatMessage } from '#contract/messages/format-message.ts';
import { listServiceNotices } from '#contract/notices/manage-notices.ts';
import { calendarLinkCall, getNotifications } from '#contract/notifications.ts';
import { listActObjections } from '#contract/payment-documents/objections.ts';
import { listPaymentDocuments } from '#contract/payment-documents.ts';
import { listPayments, paymentState } from '#contract/payments/payments.ts';
import { performanceHistory, performanceReadings } from '#contract/performance/performance-history.ts';
import { getErasure } from '#contract/personal-data.ts';
import { readingPoints } from '#contract/readings/points.ts';
import { listReviews } from '#contract/readings/review.ts';
import { listMeters, listReadings, meterHistory } from '#contract/readings.ts';
import { listDisagreements } from '#contract/reconciliation-acts/disagreements.ts';
import { getReconciliationAct, listReconciliationActs } from '#contract/reconciliation-acts.ts';
import { allReports } from '#contract/reports/all-reports.ts';
import { listRules } from '#contract/rules.ts';
import { getServiceStatus } from '#contract/service-status.ts';
import { listCompensations } from '#contract/service-terms/compensations.ts';
import { listTermChanges } from '#contract/service-terms/term-changes.ts';
import { getServiceQuality } from '#contract/service-terms.ts';
import { listAuthorities } from '#contract/signatures/authorities.ts';
import { listSigners } from '#contract/signatures.ts';
import { getSubscriberBook } from '#contract/subscriber-book.ts';
import { getBrand } from '#contract/supplier/brand.ts';
import { getSupplier } from '#contract/supplier/manage-supplier.ts';
import { listSentMessages } from '#contract/supplier-messages/send-messages.ts';
import {
  entitySupplierOrders,
  newSupplierMessages,
  supplierMessages,
  unreadMessages,
} from '#contract/supplier-messages.ts';
import { priceHistory, tariffHistory } from '#contract/tariffs.ts';
import type { EntityBalanceData } from '#contract/values/entity-balance.ts';
import { getManagedAct, listManagedActs } from '#contract/violation-acts/manage-acts.ts';
import { listActs } from '#contract/violation-acts.ts';
import { waitingVolumeRequests } from '#contract/volumes/waiting-volumes.ts';
import { getVolumeSheet, getVolumeYear, listVolumeRequests, listVolumes } from '#contract/volumes.ts';
import { serviceParts } from '#domain/service-status/assess-service.ts';
import { text as entityText } from '#web/features/accounts/entity/text.ts';
import { text as objectsText } from '#web/features/accounts/manage-text.ts';
import { text as entityBalanceText } from '#web/features/balance/entity/text.ts';
import { text as balanceText } from '#web/features/balance/text.ts';
import { text as statementsText } from '#web/features/bank-statements/text.ts';
import { text as runsText } from '#web/features/billing-periods/runs/text.ts';
import { text as billsText } from '#web/features/bills/text.ts';
import { text as chargesText } from '#web/features/charges/text.ts';
import { text as consumptionText } from '#web/features/consumption/text.ts';
import { queuedText } from '#web/features/consumption/waiting-text.ts';
import { text as contentText } from '#web/features/content/text.ts';
import { text as contractsText } from '#web/features/contracts/text.ts';
import { text as ticketsText } from '#web/features/conversations/text.ts';
import { text as customersText } from '#web/features/customers/text.ts';
import { text as dayNightText } from '#web/features/day-night/text.ts';
import { text as templatesText } from '#web/features/desk/templates/text.ts';
import { text as deskText } from '#web/features/desk/text.ts';
import { text as guideText } from '#web/features/directory/guide/text.ts';
import { text as lawsText } from '#web/features/directory/laws/text.ts';
import { text as eventsText } from '#web/features/events/text.ts';
import { text as feedInText } from '#web/features/feed-in/text.ts';
import { text as feedbackText } from '#web/features/feedback/stats/text.ts';
import { text as homeText } from '#web/features/home/text.ts';
import { text as administratorsText } from '#web/features/identity/administrators/text.ts';
import { text as peopleText } from '#web/features/identity/people/text.ts';
import { text as programsText } from '#web/features/identity/programs/text.ts';
import { text as settingsText } from '#web/features/identity/settings/text.ts';
import { text as staffActionsText } from '#web/features/identity/staff-actions/text.ts';
import { text as importText } from '#web/features/import/text.ts';
import { text as invoicesText } from '#web/features/invoices/text.ts';
import { text as legalText } from '#web/features/legal-texts/text.ts';
import { text as maintenanceText } from '#web/features/maintenance/text.ts';
import { text as noticesText } from '#web/features/notices/manager/text.ts';
import { text as notificationsText } from '#web/features/notifications/text.ts';
import { adminText as objectionsText } from '#web/features/payment-documents/admin-text.ts';
import { text as paymentDocumentsText } from '#web/features/payment-documents/text.ts';
import { text as adminPaymentsText } from '#web/features/payments/admin/text.ts';
import { text as paymentsText } from '#web/features/payments/history/text.ts';
import { text as paymentText } from '#web/features/payments/payment-text.ts';
import { text as performanceText } from '#web/features/performance/text.ts';
import { text as personalDataText } from '#web/features/personal-data/text.ts';
import { text as countersText } from '#web/features/readings/counters/text.ts';
import { text as readingsText } from '#web/features/readings/history/text.ts';
import { text as reviewText } from '#web/features/readings/review/desk-text.ts';
import { text as meterText } from '#web/features/readings/text.ts';
import { text as disagreementsText } from '#web/features/reconciliation-acts/admin/text.ts';
import { text as entityActsText } from '#web/features/reconciliation-acts/entity/text.ts';
import { text as reconciliationsText } from '#web/features/reconciliation-acts/text.ts';
import { text as reportsText } from '#web/features/reports/text.ts';
import { text as rulesText } from '#web/features/rules/text.ts';
import { text as serviceStatusText } from '#web/features/service-status/text.ts';
import { text as compensationsText } from '#web/features/service-terms/compensations-text.ts';
import { text as qualityText } from '#web/features/service-terms/text.ts';
import { text as termVersionsText } from '#web/features/service-terms/versions/text.ts';
import { authoritiesText } from '#web/features/signatures/authorities-text.ts';
import { text as signersText } from '#web/features/signatures/signers-text.ts';
import { text as bookText } from '#web/features/subscriber-book/text.ts';
import { text as supplierText } from '#web/features/supplier/manage/text.ts';
import { text as managerText } from '#web/features/supplier-messages/manager/text.ts';
import { text as messagesText } from '#web/features/supplier-messages/text.ts';
import { text as pricesText } from '#web/features/tariffs/prices/text.ts';
import { text as tariffsText } from '#web/features/tariffs/text.ts';
import { text as managedActsText } from '#web/features/violation-acts/manage/text.ts';
import { text as actsText } from '#web/features/violation-acts/text.ts';
import { text as volumesText } from '#web/features/volumes/text.ts';
import { answer, failure, payloadsOf, type Reply, success } from '#web/testing/fake-api.ts';
import { signInAsAdmin, signInAsEntity, signInAsEntityOfTwo, signInAsPerson } from '#web/testing/render.tsx';
import { sampleCustomer } from '#web/testing/sample-customer.ts';
import { balanceFixture, windowFixture } from './fixtures/reading-fixture.ts';
import { supplierFixture } from './fixtures/supplier-fixture.ts';

/** How the call of a part is answered. */
export type State = 'offline' | 'failure' | 'empty';

/** One part of a page that loads by one call. */
export interface Part {
  readonly name: string;
  readonly path: string;
  /** Role that sees the page; default: a person. */
  readonly signIn: () => void;
  /** Answers another call that the part waits for. */
  readonly prepare: () => void;
  readonly loading: string | undefined;
  readonly failed: string;
  /** What is shown when the call has nothing to give; a part that always has something has none. */
  readonly empty: readonly string[];
  /** `after`: what the answer waits for. */
  readonly answerWith: (reply: State, after?: Promise<void>) => void;
  readonly timesCalled: () => number;
}

interface PartOptions<C extends Call> {
  readonly path: string;
  readonly call: C;
  /** The words while it loads and when it has failed, by their usual names. */
  readonly text?: { readonly loading: string; readonly failed: string };
  readonly loading?: string;
  readonly failed?: string;
  /** The answer of a call that has nothing to give, and what is shown then. */
  readonly empty?: Reply<C>;
  readonly shows?: readonly string[];
  /** Default: the user of the cabinet that the path is of. */
  readonly signIn?: () => void;
  readonly prepare?: () => void;
}

export const failed = () => failure('common.unexpected', { reference: 'A1B2C3' });

/** Signs in who sees the page of this path; outside the cabinets nobody has to. */
function userOf(path: string): () => void {
  if (path.startsWith('/cabinet/admin')) return () => signInAsAdmin();
  if (path.startsWith('/cabinet/entity')) return () => signInAsEntityOfTwo();
  return path.startsWith('/cabinet/') ? () => signInAsPerson() : () => undefined;
}

function part<C extends Call>(name: string, options: PartOptions<C>): Part {
  const { path, call, text, empty, shows = [], prepare = () => undefined } = options;
  const { loading = text?.loading, failed: words = text?.failed, signIn = userOf(path) } = options;
  if (words === undefined) throw new Error(`${name}: no words for its failure`);
  return {
    name,
    path,
    signIn: () => signIn(),
    prepare,
    loading,
    failed: words,
    empty: shows,
    answerWith: (reply, after) =>
      answer(call, async () => {
        await after;
        if (reply === 'failure') return failed();
        return reply === 'empty' ? (empty ?? 'pending') : reply;
      }),
    timesCalled: () => payloadsOf(call).length,
  };
}

const deskId = '0199f000-0000-7000-8000-0000000000d1';
const customerPath = `/cabinet/admin/management/customers/${sampleCustomer.id}`;
const accountPath = '/cabinet/admin/management/accounts/2390001111';
const prepareCustomer = () =>
  answer(getCustomer, () => ({ ...success, customer: sampleCustomer, erasure: null }));
const nothingOwed = { ...success, balance: balanceFixture };
const balanceIsRead = () => answer(personBalance, () => nothingOwed);
const noMeters = {
  ...success,
  meters: [],
  window: { ...windowFixture, isOpen: false },
};
/** Of an entity that was never charged. */
export const emptyEntityBalance: EntityBalanceData = {
  on: '2026-11-20',
  energy: { debt: '0.00', overpaid: '0.00', inTransit: '0.00' },
  reactive: null,
  acts: '0.00',
  advances: null,
  late: [],
  lateTotals: { threePercent: '0.00', inflation: '0.00', penalty: '0.00' },
};
const noPayments = {
  ...success,
  payments: [],
  next: null,
  totals: { count: 0, sum: '0.00', listed: 0 },
};
const noVolume = {
  contractedKwh: null,
  correctedKwh: null,
  usedKwh: null,
  isForecast: false,
  deltaKwh: null,
  deltaHundredths: null,
  outsideKwh: null,
  isNear: false,
};
const emptyVolumeYear = {
  ...success,
  contractNumber: '',
  toleranceHundredths: null,
  openPeriod: '2026-10',
  correctable: '2026-12',
  months: [],
  total: { contractedKwh: 0, correctedKwh: 0, usedKwh: 0, leftKwh: 0 },
};

const entity = '/cabinet/entity';
const unknownCompany = {
  name: '',
  edrpou: '',
  vatNumber: '',
  legalAddress: '',
  postalAddress: '',
  phone: '',
  email: '',
  bankName: '',
  iban: '',
  signerName: '',
  signerPost: '',
  signerGround: '',
};
const noReadings = { ...success, readings: [], next: null, meters: [], count: 0 };
const noFeedIn = {
  ...success,
  greenTarif: true,
  year: null,
  years: [],
  months: [],
  totals: {
    generatedKwh: 0,
    exportedKwh: 0,
    consumedKwh: 0,
    amount: '0.00',
    incomeTax: '0.00',
    militaryLevy: '0.00',
    paid: '0.00',
    paidOut: '0.00',
  },
  bank: null,
};
const noRows = {
  ...success,
  rows: [],
  totals: {},
  count: 0,
  isCapped: false,
  charts: {},
  next: null,
  from: '2026-11-14',
  to: '2026-11-20',
  asOf: '2026-11-20T10:00:00.000Z',
};
const noSum = { count: 0, gross: '0.00', vat: '0.00' };
const noPaymentDocuments = {
  ...success,
  documents: [],
  totals: { invoice: noSum, act: noSum, taxInvoice: noSum },
  actsToSign: 0,
};

const failedAct = {
  documentId: '0199f000-0000-7000-8000-000000000007',
  ledger: 'energy',
  from: '2026-09',
  to: '2026-10',
  state: 'failed',
  progress: 0,
  requestedAt: '2026-11-20T10:00:00.000Z',
  readyAt: null,
  reason: null,
} as const;
const noInvoices = {
  ...success,
  invoices: [],
  next: null,
  totals: { count: 0, net: '0.00', vat: '0.00', gross: '0.00', open: '0.00' },
};
const noTariff = {
  ...success,
  tariffTitle: '',
  zoneScheme: 'single' as const,
  today: '2026-11-20',
  versions: [],
};
export const profile = {
  type: 'person' as const,
  phone: '+380501110001',
  email: '',
  emailConfirmed: false,
  surname: '',
  name: '',
  middleName: '',
  passwordChangedAt: null,
  secondFactor: 'none' as const,
  phoneGuarded: false,
  consents: [],
};
export const person = '/cabinet/person';

export const parts: readonly Part[] = [
  part('the templates of answers', {
    path: '/cabinet/admin/management/message_manager?tab=answers',
    call: listAnswerTemplates,
    text: templatesText,
    empty: { ...success, templates: [], topics: [] },
    shows: [templatesText.emptyTitle],
  }),
  part('quality of service, for everybody', {
    path: '/quality',
    call: getServiceQuality,
    text: qualityText,
    empty: {
      ...success,
      period: '2026',
      from: '2026-01-01',
      to: '2026-11-19',
      periods: ['2026', '2026-Q4'],
      standards: [],
    },
    shows: [qualityText.emptyTitle],
  }),
  part('the state of the service, for everybody', {
    path: '/status',
    call: getServiceStatus,
    text: serviceStatusText,
    empty: {
      ...success,
      service: {
        checkedAt: '2026-11-20T10:00:00.000Z',
        parts: serviceParts.map((part) => ({ part, state: 'works' as const })),
        ...{ running: null, planned: null, incidents: [] },
        readAt: '2026-11-20T10:00:00.000Z',
      },
    },
    shows: [serviceStatusText.verdicts.works, serviceStatusText.plannedNone, serviceStatusText.incidentsNone],
  }),
  part('a legal text, for everybody', {
    path: '/legal?text=terms',
    call: readLegalText,
    text: legalText,
    empty: {
      ...success,
      text: {
        version: '2',
        from: '2026-12-10',
        until: null,
        title: 'Умови',
        summary: 'Нове.',
        blocks: [{ kind: 'paragraph', text: 'Текст.' }],
      },
      present: '2',
      versions: [{ version: '2', from: '2026-12-10', until: null }],
    },
    shows: [legalText.versions, 'Діє з 10.12.2026'],
  }),
  part('home: the next step', {
    path: person,
    call: listMeters,
    prepare: balanceIsRead,
    text: homeText,
  }),
  part('home: the balance', {
    path: person,
    call: personBalance,
    text: balanceText,
    empty: nothingOwed,
    shows: [homeText.allBills],
  }),
  part('home: the last reading', {
    path: person,
    call: listMeters,
    prepare: balanceIsRead,
    loading: homeText.lastReadingLoading,
    failed: homeText.lastReadingFailed,
    empty: noMeters,
    shows: [homeText.noMeters],
  }),
  part('home: the consumption', {
    path: person,
    call: consumptionHistory,
    prepare: balanceIsRead,
    text: queuedText,
    empty: { ...success, months: [] },
    shows: [consumptionText.empty],
  }),
  part('home: the news', {
    path: person,
    call: listEvents,
    prepare: balanceIsRead,
    text: eventsText,
    empty: { ...success, events: [] },
    shows: [eventsText.empty],
  }),
  part('home: the feed-in', {
    path: person,
    signIn: () => signInAsPerson({ greenTarif: true }),
    call: listFeedIn,
    prepare: balanceIsRead,
    failed: feedInText.failed,
    empty: noFeedIn,
    shows: [feedInText.empty],
  }),
  part('the bills', {
    path: `${person}/bills`,
    call: listBills,
    prepare: balanceIsRead,
    loading: billsText.listLoading,
    failed: billsText.listFailed,
    empty: { ...success, due: '0.00', bills: [] },
    shows: [billsText.listEmpty],
  }),
  part('a bill', {
    path: `${person}/bills/2026-10`,
    call: getBill,
    text: billsText,
  }),
  part('a payment', {
    path: `${person}/payments/0199f000-0000-7000-8000-000000000005`,
    call: paymentState,
    loading: paymentText.loading,
    failed: paymentText.loadFailed,
  }),
  part('the payments', {
    path: `${person}/directory/payment-history`,
    call: listPayments,
    text: paymentsText,
    empty: noPayments,
    shows: [paymentsText.emptyTitle, paymentsText.empty],
  }),
  part('the payments of a filter', {
    path: `${person}/directory/payment-history?state=inTransit`,
    call: listPayments,
    text: paymentsText,
    empty: noPayments,
    shows: [paymentsText.noneTitle, paymentsText.none, paymentsText.showAll],
  }),
  part('the readings', {
    path: `${person}/directory/indicators-history`,
    call: listReadings,
    text: readingsText,
    empty: noReadings,
    shows: [readingsText.emptyTitle, readingsText.empty],
  }),
  part('the readings of a filter', {
    path: `${person}/directory/indicators-history?state=accepted`,
    call: listReadings,
    text: readingsText,
    empty: noReadings,
    shows: [readingsText.noneTitle, readingsText.none, readingsText.showAll],
  }),
  part('the meters', {
    path: `${person}/indication`,
    call: listMeters,
    loading: meterText.loading,
    failed: meterText.loadFailed,
    empty: noMeters,
    shows: [meterText.blockedTitleStop, meterText.blockedAdvice.call],
  }),
  part('the readings of the meters', {
    path: `${person}/indication`,
    call: listReadings,
    loading: meterText.historyLoading,
    failed: meterText.historyFailed,
    empty: noReadings,
    shows: [meterText.historyEmpty],
  }),
  part('the calculation', {
    path: `${person}/calculation`,
    call: getCommon,
    text: chargesText,
  }),
  part('the months of a reconciliation act', {
    path: `${person}/docs/reconciliations`,
    call: documentMonths,
    loading: reconciliationsText.monthsLoading,
    failed: reconciliationsText.monthsFailed,
    empty: { ...success, first: null, last: null },
    shows: [reconciliationsText.noMonths, reconciliationsText.noMonthsWhy],
  }),
  part('the reconciliation acts', {
    path: `${person}/docs/reconciliations`,
    call: listDocuments,
    loading: reconciliationsText.actsLoading,
    failed: reconciliationsText.actsFailed,
    empty: { ...success, documents: [] },
    shows: [reconciliationsText.none, reconciliationsText.noneWhy],
  }),
  part('the violation acts', {
    path: `${person}/docs/violations`,
    call: listActs,
    text: actsText,
    empty: {
      ...success,
      acts: [],
      count: 0,
      unpaidCount: 0,
      owed: '0.00',
      message: formatMessage('documents.noViolationActs'),
    },
    shows: [formatMessage('documents.noViolationActs'), actsText.emptyNext],
  }),
  part('the feed-in', {
    path: `${person}/docs/green-tarif`,
    call: listFeedIn,
    text: feedInText,
    empty: noFeedIn,
    shows: [feedInText.emptyTitle, feedInText.empty],
  }),
  part('the feed-in of an object without a contract', {
    path: `${person}/docs/green-tarif`,
    call: listFeedIn,
    text: feedInText,
    empty: { ...noFeedIn, greenTarif: false },
    shows: [feedInText.notSellingTitle, feedInText.notSelling, feedInText.notSellingNext],
  }),
  part("the subscriber's book", {
    path: `${person}/sub-book`,
    call: getSubscriberBook,
    text: bookText,
    empty: failure('billing.noCharges'),
    shows: [bookText.none, bookText.noneWhy],
  }),
  part('the tariffs', {
    path: `${person}/directory/tariff-history`,
    call: tariffHistory,
    text: tariffsText,
    empty: noTariff,
    shows: [tariffsText.empty],
  }),
  part('day and night', {
    path: `${person}/directory/day-night`,
    call: tariffHistory,
    prepare: () => answer(consumptionHistory, () => ({ ...success, months: [] })),
    text: dayNightText,
    empty: noTariff,
    shows: [dayNightText.noTariff],
  }),
  part('the guide', {
    path: `${person}/directory/guide`,
    call: readGuide,
    text: guideText,
    empty: { ...success, articles: [] },
    shows: [guideText.empty],
  }),
  part('the laws', {
    path: `${person}/directory/laws`,
    call: listLaws,
    text: lawsText,
    empty: { ...success, laws: [] },
    shows: [lawsText.empty],
  }),
  part('the objects of a person, which are known from the session', {
    path: `${person}/settings/aparts`,
    call: listObjects,
    failed: objectsText.listFailed,
  }),
  part('the profile', {
    path: `${person}/settings/account`,
    call: getProfile,
    loading: settingsText.loading,
    failed: settingsText.profileFailed,
    empty: { ...success, profile },
    shows: [settingsText.none, settingsText.passwordNever],
  }),
  part('the request to delete the data', {
    path: `${person}/settings/my-data`,
    call: getErasure,
    failed: personalDataText.erasure.failed,
    empty: { ...success, erasure: null, waitDays: 7, openTickets: 0, debts: [] },
    shows: [personalDataText.erasure.open],
  }),
  part('the consents', {
    path: `${person}/settings/personal-information`,
    call: getProfile,
    loading: settingsText.loading,
    failed: settingsText.profileFailed,
    empty: { ...success, profile },
    shows: [settingsText.noConsents],
  }),
  part('the sessions', {
    path: `${person}/settings/account`,
    call: listSessions,
    loading: settingsText.loading,
    failed: settingsText.sessionsFailed,
    empty: { ...success, sessions: [], viewings: [] },
    shows: [settingsText.endAll],
  }),
  part('the notifications', {
    path: `${person}/settings/notifications`,
    call: getNotifications,
    text: notificationsText,
    empty: {
      ...success,
      chosen: [],
      billFiles: false,
      phone: '',
      email: '',
      emailConfirmed: false,
      devices: 0,
      pushKey: '',
    },
    shows: [notificationsText.noPhone, notificationsText.noEmail, notificationsText.noDevices],
  }),
  part('the calendar', {
    path: `${person}/settings/notifications`,
    call: calendarLinkCall,
    loading: notificationsText.loading,
    failed: notificationsText.calendarFailed,
    empty: { ...success, path: null, madeAt: null },
    shows: [notificationsText.calendarNone, notificationsText.calendarMake],
  }),
  part('the accounts of an entity', {
    path: '/cabinet/entity',
    signIn: signInAsEntity,
    call: listEntityAccounts,
    failed: entityText.listFailed,
    empty: { ...success, accounts: [], account: '' },
    shows: [entityText.noAccounts, entityText.noAccountsHelp],
  }),
  part('what an entity is to do now', {
    path: entity,
    call: entityOverview,
    loading: entityText.nowLoading,
    failed: entityText.nowFailed,
    empty: {
      ...success,
      today: '2026-10-31',
      accounts: [],
      dues: [],
      window: null,
      actsToSign: [],
      limitsNear: [],
      limitsDeclined: [],
    },
    shows: [entityText.done, entityText.doneBody, entityText.duesEmpty],
  }),
  part('the prices of an entity', {
    path: `${entity}/directory/tariff-history`,
    call: priceHistory,
    text: pricesText,
    empty: { ...success, today: '2026-10-31', prices: [], components: [] },
    shows: [pricesText.noPrice, pricesText.emptyTitle],
  }),
  part('the history of meters', {
    path: `${entity}/directory/counter-history`,
    call: meterHistory,
    text: countersText,
    empty: { ...success, events: [], next: null, points: [] },
    shows: [countersText.emptyTitle, countersText.empty],
  }),
  part('the company', {
    path: `${entity}/settings/company-information`,
    call: getCompany,
    text: contractsText,
    empty: { ...success, company: unknownCompany, versions: [] },
    shows: [contractsText.unknown, contractsText.noTerms, contractsText.changeHow],
  }),
  part('the points', {
    path: `${entity}/settings/meters`,
    call: listPointPassports,
    loading: contractsText.pointsLoading,
    failed: contractsText.pointsFailed,
    empty: { ...success, points: [], next: null, count: 0 },
    shows: [contractsText.emptyTitle, contractsText.empty],
  }),
  part('the invoices', {
    path: '/cabinet/entity/bills/invoices',
    call: listInvoices,
    text: invoicesText,
    empty: noInvoices,
    shows: [invoicesText.empty],
  }),
  part('the payment documents', {
    path: '/cabinet/entity/docs/payment',
    call: listPaymentDocuments,
    text: paymentDocumentsText,
    empty: noPaymentDocuments,
    shows: [paymentDocumentsText.emptyTitle],
  }),
  part('the reconciliation acts of an entity', {
    path: '/cabinet/entity/docs/reconciliations',
    call: listReconciliationActs,
    text: entityActsText,
    empty: { ...success, acts: [], hasSignatures: false },
    shows: [entityActsText.none],
  }),
  part('a reconciliation act', {
    path: '/cabinet/entity/docs/reconciliations?act=0199f000-0000-7000-8000-000000000007',
    call: getReconciliationAct,
    loading: entityActsText.actLoading,
    failed: entityActsText.actFailed,
    empty: { ...success, act: failedAct, contents: null, disagreement: null },
    shows: [entityActsText.notMade, entityActsText.askAnew],
  }),
  part('the signers of a company', {
    path: '/cabinet/entity/settings/signers',
    call: listSigners,
    text: signersText,
    empty: { ...success, signers: [] },
    shows: [signersText.emptyTitle, signersText.empty],
  }),
  part('the objections to acts', {
    path: '/cabinet/admin/management/documents',
    call: listActObjections,
    loading: objectionsText.objectionsLoading,
    failed: objectionsText.objectionsFailed,
    empty: { ...success, objections: [], waiting: 0 },
    shows: [objectionsText.objectionsNone],
  }),
  part('the disagreements with acts', {
    path: '/cabinet/admin/management/documents',
    call: listDisagreements,
    text: disagreementsText,
    empty: { ...success, disagreements: [], waiting: 0 },
    shows: [disagreementsText.none],
  }),
  part('an invoice', {
    path: '/cabinet/entity/bills/invoices?period=2026-10&payee=supplier',
    prepare: () => answer(listInvoices, () => noInvoices),
    call: getInvoice,
    loading: invoicesText.invoiceLoading,
    failed: invoicesText.invoiceFailed,
  }),
  part('the sent messages', {
    path: '/cabinet/admin/management/message_manager',
    call: listSentMessages,
    text: managerText,
    empty: { ...success, messages: [], next: null },
    shows: [managerText.emptyTitle],
  }),
  part('the service messages', {
    path: '/cabinet/admin/management/message_manager?tab=service',
    call: listServiceNotices,
    text: noticesText,
    empty: { ...success, notices: [] },
    shows: [noticesText.emptyTitle],
  }),
  part('the statistics of feedback', {
    path: '/cabinet/admin/feedback/stats',
    call: feedbackStats,
    loading: feedbackText.statsLoading,
    failed: feedbackText.statsFailed,
    empty: {
      ...success,
      from: '2026-11-01',
      to: '2026-11-28',
      counts: [0, 0, 0, 0, 0],
      satisfaction: null,
      solved: { no: 0, all: 0 },
      pages: [],
      topics: [],
      operators: [],
      times: [],
    },
    shows: [feedbackText.noStatsTitle],
  }),
  part('the texts of feedback', {
    path: '/cabinet/admin/feedback/stats',
    call: listFeedback,
    text: feedbackText,
    empty: { ...success, items: [], count: 0, next: null },
    shows: [feedbackText.emptyTitle],
  }),
  part('the tickets of a person', {
    path: `${person}/tickets`,
    call: listTickets,
    text: ticketsText,
    empty: { ...success, tickets: [], next: null },
    shows: [ticketsText.emptyTitle],
  }),
  part('a ticket', {
    path: `${person}/tickets?ticket=0199f000-0000-7000-8000-000000000001`,
    prepare: () => answer(listTickets, () => ({ ...success, tickets: [], next: null })),
    call: getTicket,
    text: ticketsText,
  }),
  part('the form of a ticket', {
    path: '/cabinet/entity/tickets?part=new',
    prepare: () => answer(listTickets, () => ({ ...success, tickets: [], next: null })),
    call: ticketForm,
    loading: ticketsText.loading,
    failed: ticketsText.formFailed,
  }),
  part('the points of an entity', {
    path: '/cabinet/entity/indication',
    call: readingPoints,
    loading: meterText.pointsLoading,
    failed: meterText.pointsFailed,
  }),
  part('the inbox of a person', {
    path: `${person}/tickets?part=messages`,
    call: supplierMessages,
    text: messagesText,
    empty: { ...success, data: { items: [] } },
    shows: [messagesText.emptyTitle],
  }),
  part('the inbox of an entity', {
    path: '/cabinet/entity/tickets?part=messages',
    call: entitySupplierOrders,
    text: messagesText,
    empty: {
      ...success,
      data: { findNewOrderAnswersResponse: { items: [] }, findSupplierOrdersResponse: { items: [] } },
    },
    shows: [messagesText.emptyTitle],
  }),
  part('the new messages of a person', {
    path: person,
    prepare: balanceIsRead,
    call: newSupplierMessages,
    loading: messagesText.loading,
    failed: messagesText.panelFailed,
    empty: { ...success, data: { items: [] } },
    shows: [messagesText.nothingNew],
  }),
  part('the new messages of an entity', {
    path: '/cabinet/entity',
    call: unreadMessages,
    loading: messagesText.loading,
    failed: messagesText.panelFailed,
    empty: { ...success, total: 0, accounts: [], latest: [] },
    shows: [messagesText.nothingNew],
  }),
  part('the consumption of an entity', {
    path: '/cabinet/entity',
    call: entityConsumption,
    failed: consumptionText.companyFailed,
    empty: { ...success, accounts: 2, months: [] },
    shows: [consumptionText.companyEmpty],
  }),
  part('the balance of an entity', {
    path: '/cabinet/entity/bills/balance',
    call: entityBalance,
    text: entityBalanceText,
    empty: { ...success, balance: emptyEntityBalance },
    shows: [entityBalanceText.noneLate],
  }),
  part('the payments of an entity', {
    path: '/cabinet/entity/bills/payments',
    call: listPayments,
    text: paymentsText,
    empty: noPayments,
    shows: [paymentsText.emptyTitle, paymentsText.empty],
  }),
  part('a payment of an entity', {
    path: '/cabinet/entity/payments/0199f000-0000-7000-8000-000000000005?of=1000000003',
    call: paymentState,
    loading: paymentText.loading,
    failed: paymentText.loadFailed,
  }),
  part('the people of the company', {
    path: `${entity}/settings/people`,
    prepare: () => answer(listActions, () => ({ ...success, actions: [], next: null, count: 0 })),
    call: listPeople,
    loading: peopleText.loading,
    failed: peopleText.peopleFailed,
  }),
  part('the actions of the people', {
    path: `${entity}/settings/people`,
    prepare: () => answer(listPeople, () => ({ ...success, people: [] })),
    call: listActions,
    loading: peopleText.actionsLoading,
    failed: peopleText.actionsFailed,
    empty: { ...success, actions: [], next: null, count: 0 },
    shows: [peopleText.emptyTitle, peopleText.empty],
  }),
  part('the programs of the company', {
    path: `${entity}/settings/programs`,
    call: listTokens,
    text: programsText,
    empty: { ...success, tokens: [] },
    shows: [programsText.empty],
  }),
  part('the contract volumes of a year', {
    path: `${entity}/limits`,
    call: getVolumeYear,
    text: volumesText,
    empty: emptyVolumeYear,
    shows: [volumesText.nothingAgreedNext],
  }),
  part('the contract volumes of points', {
    path: `${entity}/limits?month=2026-10`,
    prepare: () => answer(getVolumeYear, () => emptyVolumeYear),
    call: listVolumes,
    loading: volumesText.pointsLoading,
    failed: volumesText.pointsFailed,
    empty: { ...success, points: [], total: noVolume },
    shows: [volumesText.emptyTitle, volumesText.empty],
  }),
  part('the corrections of contract volumes', {
    path: `${entity}/limits`,
    prepare: () => answer(getVolumeYear, () => emptyVolumeYear),
    call: listVolumeRequests,
    loading: volumesText.requestsLoading,
    failed: volumesText.requestsFailed,
    empty: { ...success, requests: [] },
    shows: [volumesText.requestsEmpty],
  }),
  part('the table of a correction', {
    path: `${entity}/limits?correct=2027-02`,
    call: getVolumeSheet,
    loading: volumesText.sheetLoading,
    failed: volumesText.sheetFailed,
    empty: {
      ...success,
      period: '2027-02',
      deadline: '2026-01-20',
      canCorrect: false,
      request: null,
      rows: [],
    },
    shows: [volumesText.closedTitle],
  }),
  part('the compensations of breached terms', {
    path: '/cabinet/admin/management/compensations',
    call: listCompensations,
    text: compensationsText,
    empty: { ...success, compensations: [], next: null, waiting: 0, overdue: 0, waitingSum: '0.00' },
    shows: [compensationsText.emptyTitle, compensationsText.empty],
  }),
  part('the months of billing', {
    path: '/cabinet/admin/management/runs',
    call: periodStates,
    text: runsText,
    empty: { ...success, periods: [], plan: null, runs: [] },
    shows: [runsText.nothingTitle, runsText.nothing],
  }),
  part('the violation acts of all accounts', {
    path: '/cabinet/admin/management/acts',
    call: listManagedActs,
    text: managedActsText,
    empty: { ...success, acts: [], next: null },
    shows: [managedActsText.emptyTitle, managedActsText.empty],
  }),
  part('a violation act', {
    path: '/cabinet/admin/management/acts?account=2390001111&act=46-1',
    call: getManagedAct,
    text: managedActsText,
  }),
  part('the imports', {
    path: '/cabinet/admin/management/imports',
    call: listImports,
    text: importText,
    empty: { ...success, imports: [], next: null },
    shows: [importText.emptyTitle, importText.empty],
  }),
  part('the readings under review', {
    path: '/cabinet/admin/management/readings-review',
    call: listReviews,
    text: reviewText,
    empty: { ...success, reviews: [], next: null, waiting: 0, photoAsked: 0, overdue: 0 },
    shows: [reviewText.emptyTitle, reviewText.empty],
  }),
  part('the corrections that wait for staff', {
    path: '/cabinet/admin/management/volumes',
    call: waitingVolumeRequests,
    loading: volumesText.waitingLoading,
    failed: volumesText.waitingFailed,
    empty: { ...success, requests: [], count: 0 },
    shows: [volumesText.waitingEmptyTitle, volumesText.waitingEmpty],
  }),
  part('the queue of the desk', {
    path: '/cabinet/admin/management/desk',
    call: listDesk,
    text: deskText,
    empty: { ...success, rows: [], next: null, isCut: false, asOf: '2026-11-20T10:00:00.000Z' },
    shows: [deskText.emptyTitle, deskText.empty],
  }),
  part('the open conversation of the desk', {
    path: `/cabinet/admin/management/desk?account=2390001111&id=${deskId}`,
    call: openDesk,
    loading: deskText.openLoading,
    failed: deskText.openFailed,
  }),
  part('the customer at the desk', {
    path: `/cabinet/admin/management/desk?account=2390001111&id=${deskId}`,
    call: deskCard,
    loading: deskText.cardLoading,
    failed: deskText.cardFailed,
    empty: {
      ...success,
      customer: { id: deskId, name: '', phone: null, email: null },
      contract: null,
      accounts: null,
      readings: [],
      bills: [],
      payments: [],
      conversations: [],
    },
    shows: [deskText.billingAway],
  }),
  part('the certificates of authorities', {
    path: '/cabinet/admin/management/authorities',
    call: listAuthorities,
    text: authoritiesText,
    empty: { ...success, isNetworkOn: true, authorities: [], proposals: [] },
    shows: [authoritiesText.emptyTitle, authoritiesText.empty],
  }),
  part('the rules of the supplier', {
    path: '/cabinet/admin/management/rules',
    call: listRules,
    text: rulesText,
    empty: { ...success, revision: 0, inForce: [], changes: [] },
    shows: [rulesText.noPlanned, rulesText.noHistory],
  }),
  part('the versions of the calendar and terms', {
    path: '/cabinet/admin/management/service-terms',
    call: listTermChanges,
    text: termVersionsText,
    empty: {
      ...success,
      revision: 0,
      earliest: '2026-11-21',
      latest: '2028-11-20',
      inForce: [],
      changes: [],
    },
    shows: [termVersionsText.noPlanned, termVersionsText.noHistory],
  }),
  part('the data of the supplier', {
    path: '/cabinet/admin/management/supplier',
    call: getSupplier,
    text: supplierText,
    empty: { ...success, revision: 0, supplier: supplierFixture, changes: [] },
    shows: [supplierText.office.none, supplierText.noHistory],
  }),
  part('the look of the cabinet', {
    path: '/cabinet/admin/management/supplier',
    prepare: () =>
      answer(getSupplier, () => ({ ...success, revision: 0, supplier: supplierFixture, changes: [] })),
    call: getBrand,
    loading: supplierText.brand.loading,
    failed: supplierText.brand.failed,
    empty: { ...success, revision: 0, brand: null, history: [] },
    shows: [supplierText.brand.standardLogo],
  }),
  part('the actions of the staff', {
    path: '/cabinet/admin/management/actions',
    call: listStaffActions,
    text: staffActionsText,
    empty: {
      ...success,
      ...{ actions: [], next: null, count: 0, staff: [], kinds: [] },
      ...{ isBillingAway: false, isSearchCut: false },
    },
    shows: [staffActionsText.emptyTitle, staffActionsText.empty],
  }),
  part('the texts of the site', {
    path: '/cabinet/admin/management/content',
    call: listContent,
    text: contentText,
  }),
  part('a text of the site', {
    path: '/cabinet/admin/management/content?open=article:yak-platyty',
    call: getContent,
    loading: contentText.oneLoading,
    failed: contentText.oneFailed,
  }),
  part('the maintenance', {
    path: '/cabinet/admin/management/maintenance',
    call: getMaintenance,
    text: maintenanceText,
    empty: {
      ...success,
      maintenance: { state: 'off', from: null, until: null, reason: '', text: '', by: '', revision: 0 },
    },
    shows: [maintenanceText.states.off, maintenanceText.offNext],
  }),
  part('the administrators', {
    path: '/cabinet/admin/management/administrators',
    call: listAdmins,
    text: administratorsText,
  }),
  part('the facts of an account', {
    path: accountPath,
    call: listMasterData,
    loading: customersText.account.loading,
    failed: customersText.account.failed,
  }),
  part('the ledger of an account', {
    path: accountPath,
    call: listLedger,
    loading: customersText.account.ledger.loading,
    failed: customersText.account.ledger.failed,
    empty: { ...success, entries: [], balance: '0.00', next: null },
    shows: [customersText.account.ledger.empty],
  }),
  part('the payments of an account', {
    path: `${accountPath}?part=payments`,
    call: listAccountPayments,
    loading: customersText.account.payments.loading,
    failed: customersText.account.payments.failed,
    empty: { ...success, payments: [], next: null },
    shows: [customersText.account.payments.empty],
  }),
  part('the bills of an account', {
    path: `${accountPath}?part=bills`,
    call: listAccountBills,
    loading: customersText.account.bills.loading,
    failed: customersText.account.bills.failed,
    empty: { ...success, bills: [], next: null },
    shows: [customersText.account.bills.empty],
  }),
  part('the readings of an account', {
    path: `${accountPath}?part=readings`,
    call: listAccountReadings,
    loading: customersText.account.readings.loading,
    failed: customersText.account.readings.failed,
    empty: { ...success, readings: [], next: null },
    shows: [customersText.account.readings.empty],
  }),
  part('the violation acts of an account', {
    path: `${accountPath}?part=acts`,
    call: listAccountActs,
    loading: customersText.account.acts.loading,
    failed: customersText.account.acts.failed,
    empty: { ...success, acts: [], owed: '0.00' },
    shows: [customersText.account.acts.empty],
  }),
  part('the benefits of an account', {
    path: `${accountPath}?part=benefits`,
    call: listAccountBenefits,
    loading: customersText.account.benefits.loading,
    failed: customersText.account.benefits.failed,
    empty: { ...success, benefits: [], months: null, next: null },
    shows: [customersText.account.benefits.empty],
  }),
  part('the cabinets with an account', {
    path: `${accountPath}?part=cabinets`,
    call: listAccountCabinets,
    loading: customersText.account.cabinets.loading,
    failed: customersText.account.cabinets.failed,
    empty: { ...success, cabinets: [] },
    shows: [customersText.account.cabinets.empty],
  }),
  part('the conversations about an account', {
    path: `${accountPath}?part=conversations`,
    call: listAccountConversations,
    loading: customersText.account.conversations.loading,
    failed: customersText.account.conversations.failed,
    empty: { ...success, conversations: [], next: null },
    shows: [customersText.account.conversations.empty],
  }),
  part('the messages about an account', {
    path: `${accountPath}?part=messages`,
    call: listAccountMessages,
    loading: customersText.account.messages.loading,
    failed: customersText.account.messages.failed,
    empty: { ...success, messages: [], next: null },
    shows: [customersText.account.messages.empty],
  }),
  part('the card of a customer', {
    path: customerPath,
    call: getCustomer,
    text: customersText,
  }),
  part('the accounts of a customer', {
    path: customerPath,
    prepare: prepareCustomer,
    call: listCustomerAccounts,
    loading: customersText.accounts.loading,
    failed: customersText.accounts.failed,
    empty: { ...success, accounts: [], next: null },
    shows: [customersText.accounts.empty],
  }),
  part('the conversations of a customer', {
    path: `${customerPath}?part=conversations`,
    prepare: prepareCustomer,
    call: listCustomerConversations,
    loading: customersText.conversations.loading,
    failed: customersText.conversations.failed,
    empty: { ...success, conversations: [], next: null },
    shows: [customersText.conversations.empty],
  }),
  part('the messages to a customer', {
    path: `${customerPath}?part=messages`,
    prepare: prepareCustomer,
    call: listCustomerMessages,
    loading: customersText.messages.loading,
    failed: customersText.messages.failed,
    empty: { ...success, messages: [], next: null },
    shows: [customersText.messages.empty],
  }),
  part('what the staff did with a customer', {
    path: `${customerPath}?part=history`,
    prepare: prepareCustomer,
    call: listCustomerHistory,
    loading: customersText.history.loading,
    failed: customersText.history.failed,
    empty: { ...success, actions: [], next: null, isBillingAway: false },
    shows: [customersText.history.empty],
  }),
  part('the bank statements', {
    path: '/cabinet/admin/bank-statements',
    call: listStatements,
    loading: statementsText.loading,
    failed: statementsText.listFailed,
    empty: { ...success, statements: [], cursor: null },
    shows: [statementsText.emptyTitle, statementsText.empty],
  }),
  ...allReports.map((report) =>
    part(`the report ${report.name}`, {
      path: `/cabinet/admin/statreports/reports/${report.name}`,
      call: report.read,
      loading: reportsText.loading,
      failed: reportsText.failed,
      empty: noRows,
      shows: [reportsText.noneTitle, reportsText.none],
    }),
  ),
  part('the last hour of the servers', {
    path: '/cabinet/admin/perf_dashboard',
    call: performanceHistory,
    loading: performanceText.historyLoading,
    failed: performanceText.historyFailed,
    empty: { ...success, stepSeconds: 60, points: [] },
    shows: [performanceText.historyEmptyTitle, performanceText.historyEmpty],
  }),
  part('the readings of the window', {
    path: '/cabinet/admin/perf_dashboard',
    call: performanceReadings,
    loading: performanceText.readingsLoading,
    failed: performanceText.readingsFailed,
  }),
  part('the waiting corrections', {
    path: '/cabinet/admin/payments',
    call: waitingCorrections,
    loading: adminPaymentsText.searching,
    failed: adminPaymentsText.correctionsFailed,
    empty: { ...success, corrections: [], count: 0 },
    shows: [adminPaymentsText.correctionsNone],
  }),
];
