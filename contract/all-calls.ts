import { actPdf, listActs } from './acts.ts';
import {
  correctLedger,
  decideCorrection,
  listLedger,
  periodStates,
  waitingCorrections,
} from './admin-billing.ts';
import { changeMasterData, listMasterData } from './admin-master-data.ts';
import { findPayments, refundPayment } from './admin-payments.ts';
import { listAdmins } from './admins.ts';
import {
  checkSession,
  passSecondFactor,
  resendSecondFactor,
  signInAdmin,
  signInEntity,
  signInPerson,
  signOut,
} from './auth.ts';
import { personBalance } from './balance.ts';
import { explainBill } from './bill-explanation.ts';
import { billPdf, getBill, listBills } from './bills.ts';
import { clientLog } from './client-log.ts';
import { getCommon, postCommon } from './common-reads.ts';
import { apiLink } from './company.ts';
import { consumptionHistory } from './consumption.ts';
import type { Call } from './define-call.ts';
import { listLaws, readGuide } from './directory.ts';
import { documentFile, documentMonths, documentState, listDocuments, requestDocument } from './documents.ts';
import { chooseEntityAccount, entityMeter, listEntityAccounts } from './entity.ts';
import { listEvents } from './events.ts';
import { exportFeedIn, feedInPdf, listFeedIn } from './feed-in.ts';
import { getServiceMessage } from './notices.ts';
import {
  calendarLinkCall,
  confirmPush,
  forgetPush,
  getNotifications,
  renewCalendarLink,
  saveBillFile,
  saveNotification,
  subscribePush,
} from './notifications.ts';
import {
  addObject,
  chooseApart,
  decideAccess,
  dropObject,
  endAccess,
  listAccess,
  listObjects,
  objectInfo,
  renameObject,
  renewAccessCode,
  saveObject,
} from './objects.ts';
import { exportOwnData } from './own-data.ts';
import { pairs } from './pairs.ts';
import { getPaymentReminder, remindOfPayment } from './payment-reminders.ts';
import {
  exportPayments,
  listPayments,
  paymentOptions,
  paymentReceipt,
  paymentState,
  startPayment,
} from './payments.ts';
import { changeEmail, changePassword, changePhone, getProfile, updateProfile } from './profile.ts';
import {
  addPhoto,
  correctReading,
  exportReadings,
  listMeters,
  listReadings,
  previewReading,
  readingReceipt,
  submitReading,
} from './readings.ts';
import {
  addRegisterPart,
  assignRegisterRow,
  bookRegister,
  dropRegister,
  foreignRegisterRow,
  landRegisterRow,
  listRegisterFormats,
  listRegisterRows,
  listRegisters,
  openRegister,
  registerState,
  undoRegisterRow,
} from './registers.ts';
import { applyAgreements, authSms, recoverPassword, signUpEntity } from './registration.ts';
import {
  beginSecondFactor,
  disableSecondFactor,
  enableSecondFactor,
  sendSecondFactorCode,
} from './second-factor.ts';
import { endAllSessions, endSession, listSessions } from './sessions.ts';
import { exportSubscriberBook, getSubscriberBook, subscriberBookPdf } from './subscriber-book.ts';
import { exportTariffs, tariffHistory } from './tariffs.ts';

/** Every call of the product. The server mounts exactly these; OpenAPI and the list of routes are made of them. */
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
  forgetPush,
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
  listRegisterFormats,
  openRegister,
  addRegisterPart,
  bookRegister,
  dropRegister,
  listRegisters,
  registerState,
  listRegisterRows,
  assignRegisterRow,
  landRegisterRow,
  foreignRegisterRow,
  undoRegisterRow,
  listEntityAccounts,
  chooseEntityAccount,
  entityMeter,
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
  saveObject,
  personBalance,
  getCommon,
  postCommon,
  apiLink,
  getServiceMessage,
  clientLog,
  listMeters,
  previewReading,
  submitReading,
  correctReading,
  readingReceipt,
  listReadings,
  exportReadings,
  addPhoto,
  consumptionHistory,
  listBills,
  getBill,
  billPdf,
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
  readGuide,
  listLaws,
  tariffHistory,
  exportTariffs,
];
