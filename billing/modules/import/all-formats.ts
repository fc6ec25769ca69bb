import type { FileFormat } from './file-format.ts';
import { changeFormat } from './formats-of-changes.ts';
import { accountFormat, customerFormat, premisesFormat, signInFormat } from './formats-of-customers.ts';
import { feedInFormat } from './formats-of-feed-in.ts';
import { meterFormat, meteringPointFormat, readingFormat, registerFormat } from './formats-of-meters.ts';
import { benefitFormat, paymentFormat, violationActFormat } from './formats-of-money.ts';
import { supplierFormat, tariffFormat, tariffVersionFormat } from './formats-of-supplier.ts';

/** Every file of a folder, in the order in which they are read and in which problems are listed. */
export const allFormats: readonly FileFormat[] = [
  supplierFormat,
  tariffFormat,
  tariffVersionFormat,
  customerFormat,
  accountFormat,
  premisesFormat,
  meteringPointFormat,
  meterFormat,
  registerFormat,
  changeFormat,
  readingFormat,
  paymentFormat,
  violationActFormat,
  benefitFormat,
  feedInFormat,
  signInFormat,
];
