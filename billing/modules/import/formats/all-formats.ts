import type { FileFormat } from './file-format.ts';
import { bookFormats } from './formats-of-books.ts';
import { changeFormat } from './formats-of-changes.ts';
import {
  companyInformationFormat,
  contractPointFormat,
  contractVolumeFormat,
  distributionOperatorFormat,
  entityContractFormat,
  subConsumerFormat,
} from './formats-of-contracts.ts';
import {
  accountFormat,
  customerFormat,
  premisesFormat,
  responsibleFormat,
  signInFormat,
} from './formats-of-customers.ts';
import { taxInvoiceFormat } from './formats-of-documents.ts';
import {
  channelReadingFormat,
  hourlyValueFormat,
  meterChannelFormat,
  reactivePaymentFormat,
  volumeCorrectionFormat,
} from './formats-of-entity-energy.ts';
import { feedInFormat } from './formats-of-feed-in.ts';
import { meterFormat, meteringPointFormat, readingFormat, registerFormat } from './formats-of-meters.ts';
import { benefitFormat, paymentFormat, violationActFormat } from './formats-of-money.ts';
import {
  economicRateFormat,
  priceComponentFormat,
  supplierFormat,
  tariffFormat,
  tariffVersionFormat,
} from './formats-of-supplier.ts';

/** Every file of a folder, in the order in which they are read and in which problems are listed. */
export const allFormats: readonly FileFormat[] = [
  supplierFormat,
  tariffFormat,
  tariffVersionFormat,
  customerFormat,
  accountFormat,
  premisesFormat,
  responsibleFormat,
  meteringPointFormat,
  meterFormat,
  registerFormat,
  changeFormat,
  readingFormat,
  paymentFormat,
  violationActFormat,
  benefitFormat,
  feedInFormat,
  distributionOperatorFormat,
  priceComponentFormat,
  economicRateFormat,
  companyInformationFormat,
  entityContractFormat,
  contractPointFormat,
  subConsumerFormat,
  contractVolumeFormat,
  meterChannelFormat,
  channelReadingFormat,
  hourlyValueFormat,
  volumeCorrectionFormat,
  reactivePaymentFormat,
  taxInvoiceFormat,
  ...bookFormats,
  signInFormat,
];
