import { accountMessages } from './account-messages.ts';
import { billingMessages } from './billing-messages.ts';
import { characterMessages } from './character-messages.ts';
import { commonMessages } from './common-messages.ts';
import { managementMessages } from './management-messages.ts';
import { readingMessages } from './reading-messages.ts';
import { supportMessages } from './support-messages.ts';
import { violationActMessages } from './violation-act-messages.ts';

/** Every text that the system may answer a customer, by its stable code. */
export const catalogue = {
  ...characterMessages,
  ...commonMessages,
  ...accountMessages,
  ...readingMessages,
  ...billingMessages,
  ...supportMessages,
  ...violationActMessages,
  ...managementMessages,
} as const;

/** A code without a text does not compile. */
export type MessageCode = keyof typeof catalogue;

/** A code that needs no field: common.badRequest always comes with the fields that are wrong. */
export type FailureCode = Exclude<MessageCode, 'common.badRequest'>;
