import {
  addObject,
  chooseApart,
  decideAccess,
  dropObject,
  endAccess,
  listAccess,
  listObjects,
  objectInfo,
  objectStates,
  renameObject,
  renewAccessCode,
  saveObject,
} from './accounts/accounts.ts';
import {
  chooseEntityAccount,
  entityMeter,
  entityOverview,
  listEntityAccounts,
} from './accounts/entity-accounts.ts';
import { entityBalance, personBalance } from './balance.ts';
import {
  addStatementPart,
  assignStatementRow,
  bookStatement,
  dropStatement,
  listStatementFormats,
  listStatementRows,
  listStatements,
  markRowForeign,
  matchRowToOrder,
  openStatement,
  statementState,
  undoStatementRow,
} from './bank-statements.ts';
import { periodStates } from './billing-periods.ts';
import { billPdf, explainBill, getBill, listBills } from './bills.ts';
import { getCommon, postCommon } from './charges.ts';
import { clientLog } from './client-log.ts';
import { consumptionHistory } from './consumption.ts';
import { exportPointPassports, getCompany, listPointPassports } from './contracts.ts';
import { exportOwnData } from './data-export.ts';
import type { Call } from './define-call.ts';
import { listLaws, readGuide } from './directory.ts';
import { documentFile, documentMonths, documentState, listDocuments, requestDocument } from './documents.ts';
import { listEvents } from './events.ts';
import { exportFeedIn, feedInPdf, listFeedIn } from './feed-in.ts';
import { listAdmins } from './identity/administrators.ts';
import { changeEmail, changePassword, changePhone, getProfile, updateProfile } from './identity/profile.ts';
import {
  beginSecondFactor,
  disableSecondFactor,
  enableSecondFactor,
  sendSecondFactorCode,
} from './identity/second-factor.ts';
import { endAllSessions, endSession, listSessions } from './identity/sessions.ts';
import {
  checkSession,
  passSecondFactor,
  resendSecondFactor,
  signInAdmin,
  signInEntity,
  signInPerson,
  signOut,
} from './identity/sign-in.ts';
import { applyAgreements, authSms, recoverPassword, signUpEntity } from './identity/sign-up.ts';
import { getInvoice, invoiceArchive, invoicePdf, invoiceXlsx, listInvoices } from './invoices.ts';
import { correctLedger, decideCorrection, listLedger, waitingCorrections } from './ledger.ts';
import { openLiveChannel } from './live.ts';
import { changeMasterData, listMasterData } from './master-data.ts';
import { getServiceMessage } from './notices.ts';
import {
  calendarLinkCall,
  confirmPush,
  getNotifications,
  renewCalendarLink,
  saveBillFile,
  saveNotification,
  subscribePush,
  unsubscribePush,
} from './notifications.ts';
import { pairs } from './pairs.ts';
import { findPayments, refundPayment } from './payments/admin-payments.ts';
import { getPaymentReminder, remindOfPayment } from './payments/payment-reminders.ts';
import {
  exportPayments,
  listPayments,
  paymentOptions,
  paymentReceipt,
  paymentState,
  startPayment,
} from './payments/payments.ts';
import {
  checkWorkbook,
  commitWorkbook,
  markedWorkbook,
  pointsReport,
  readingPoints,
  readingsWorkbook,
  submitPoints,
} from './readings/points.ts';
import {
  addPhoto,
  correctReading,
  exportReadings,
  listMeters,
  listReadings,
  meterHistory,
  previewReading,
  readingReceipt,
  submitReading,
} from './readings.ts';
import { reportsWithDetails } from './reports/all-reports.ts';
import { exportSubscriberBook, getSubscriberBook, subscriberBookPdf } from './subscriber-book.ts';
import { apiLink } from './supplier.ts';
import {
  entitySupplierOrders,
  listSentMessages,
  newSupplierMessages,
  personOrders,
  previewRecipients,
  readMessage,
  sendMessage,
  supplierMessages,
  unreadMessages,
} from './supplier-messages.ts';
import { exportPrices, exportTariffs, priceHistory, tariffHistory } from './tariffs.ts';
import { actPdf, listActs } from './violation-acts.ts';

/**
 * Every call of the product. The server mounts exactly these; OpenAPI and the list of routes are generated from them.
 */
export const allCalls: readonly Call[] = [
  pairs,
  signInPerson,
  signInEntity,
  signInAdmin,
  passSecondFactor,
  resendSecondFactor,
  checkSession,
  signOut,
  authSms,
  applyAgreements,
  recoverPassword,
  signUpEntity,
  getProfile,
  updateProfile,
  changePassword,
  changePhone,
  changeEmail,
  beginSecondFactor,
  enableSecondFactor,
  sendSecondFactorCode,
  disableSecondFactor,
  listSessions,
  endSession,
  endAllSessions,
  getNotifications,
  saveBillFile,
  saveNotification,
  subscribePush,
  unsubscribePush,
  confirmPush,
  calendarLinkCall,
  renewCalendarLink,
  listAdmins,
  periodStates,
  listLedger,
  correctLedger,
  changeMasterData,
  listMasterData,
  waitingCorrections,
  decideCorrection,
  findPayments,
  refundPayment,
  listStatementFormats,
  openStatement,
  addStatementPart,
  bookStatement,
  dropStatement,
  listStatements,
  statementState,
  listStatementRows,
  assignStatementRow,
  matchRowToOrder,
  markRowForeign,
  undoStatementRow,
  listEntityAccounts,
  chooseEntityAccount,
  entityMeter,
  entityOverview,
  getCompany,
  listPointPassports,
  exportPointPassports,
  listObjects,
  chooseApart,
  addObject,
  renameObject,
  dropObject,
  listAccess,
  endAccess,
  decideAccess,
  renewAccessCode,
  objectInfo,
  objectStates,
  saveObject,
  entityBalance,
  personBalance,
  getCommon,
  postCommon,
  apiLink,
  getServiceMessage,
  clientLog,
  listMeters,
  meterHistory,
  previewReading,
  submitReading,
  correctReading,
  readingReceipt,
  listReadings,
  exportReadings,
  addPhoto,
  readingPoints,
  submitPoints,
  pointsReport,
  readingsWorkbook,
  checkWorkbook,
  markedWorkbook,
  commitWorkbook,
  consumptionHistory,
  listBills,
  getBill,
  billPdf,
  listInvoices,
  getInvoice,
  invoicePdf,
  invoiceXlsx,
  invoiceArchive,
  getSubscriberBook,
  subscriberBookPdf,
  exportSubscriberBook,
  explainBill,
  documentMonths,
  requestDocument,
  listDocuments,
  documentState,
  documentFile,
  listActs,
  actPdf,
  listFeedIn,
  feedInPdf,
  exportFeedIn,
  paymentOptions,
  startPayment,
  paymentState,
  paymentReceipt,
  listPayments,
  exportPayments,
  getPaymentReminder,
  remindOfPayment,
  exportOwnData,
  listEvents,
  newSupplierMessages,
  supplierMessages,
  personOrders,
  entitySupplierOrders,
  unreadMessages,
  readMessage,
  previewRecipients,
  sendMessage,
  listSentMessages,
  readGuide,
  listLaws,
  tariffHistory,
  priceHistory,
  exportPrices,
  exportTariffs,
  ...reportsWithDetails.flatMap(({ read, export: file }) => [read, file]),
  openLiveChannel,
];
