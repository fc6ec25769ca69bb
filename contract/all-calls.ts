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
import { billPdf, getBill, listBills } from './bills.ts';
import { clientLog } from './client-log.ts';
import { getCommon, postCommon } from './common-reads.ts';
import { apiLink } from './company.ts';
import { consumptionHistory } from './consumption.ts';
import type { Call } from './define-call.ts';
import { chooseEntityAccount, entityMeter, listEntityAccounts } from './entity.ts';
import { listEvents } from './events.ts';
import { getServiceMessage } from './notices.ts';
import { addObject, chooseApart, listObjects, objectInfo } from './objects.ts';
import { pairs } from './pairs.ts';
import { listPayments, paymentState, startPayment } from './payments.ts';
import { changeEmail, changePassword, changePhone, getProfile, updateProfile } from './profile.ts';
import {
  addPhoto,
  correctReading,
  listMeters,
  listReadings,
  previewReading,
  submitReading,
} from './readings.ts';
import { applyAgreements, authSms, recoverPassword, signUpEntity } from './registration.ts';
import {
  beginSecondFactor,
  disableSecondFactor,
  enableSecondFactor,
  sendSecondFactorCode,
} from './second-factor.ts';
import { endAllSessions, endSession, listSessions } from './sessions.ts';

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
  listAdmins,
  listEntityAccounts,
  chooseEntityAccount,
  entityMeter,
  listObjects,
  chooseApart,
  addObject,
  objectInfo,
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
  listReadings,
  addPhoto,
  consumptionHistory,
  listBills,
  getBill,
  billPdf,
  startPayment,
  paymentState,
  listPayments,
  listEvents,
];
