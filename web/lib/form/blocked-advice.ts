import { billingMessages } from '#contract/messages/billing-messages.ts';
import { readWithoutCustomer } from '#domain/readings/reading-ask.ts';
import { text } from '../text.ts';

const [words] = billingMessages['billing.invoiceByCallCentre'].split(' {phones}');

/** What the catalogue says of a sum that the contact centre tells, for where its phones follow as links. */
export const askCallCentre = words ?? '';

/** What follows the reason why nothing can be entered. */
type BlockedAdvice = 'nothingToDo' | 'settledStates' | 'call';

/** What follows a reason: one thing to do at most, and none that the reason itself says. */
export function blockedAdvice(code: string): BlockedAdvice {
  if (readWithoutCustomer.has(code)) return 'nothingToDo';
  // A photo by letter: a second way beside it would only be asked about.
  return code === 'readings.personInputBlocked' ? 'settledStates' : 'call';
}

/** The words of a reason without ways that the cabinet does not have: the form of requests that some messages name. */
export function blockedMessage({ message }: { message: string }): string {
  return message.replace(text.formSentence, '');
}
