import { checkSession, signInPerson, signOut } from './auth.ts';
import { personBalance } from './balance.ts';
import { billPdf, getBill, listBills } from './bills.ts';
import { clientLog } from './client-log.ts';
import { getCommon, postCommon } from './common-reads.ts';
import { apiLink } from './company.ts';
import { consumptionHistory } from './consumption.ts';
import type { Call } from './define-call.ts';
import { listEvents } from './events.ts';
import { getServiceMessage } from './notices.ts';
import { chooseApart, listObjects, objectInfo } from './objects.ts';
import { listPayments, paymentState, startPayment } from './payments.ts';
import {
  addPhoto,
  correctReading,
  listMeters,
  listReadings,
  previewReading,
  submitReading,
} from './readings.ts';

/** Every call of the product. The server mounts exactly these; OpenAPI and the list of routes are made of them. */
export const allCalls: readonly Call[] = [
  signInPerson,
  checkSession,
  signOut,
  listObjects,
  chooseApart,
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
