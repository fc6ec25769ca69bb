import { billingMessages } from '#contract/messages/billing-messages.ts';

const [words] = billingMessages['billing.invoiceByCallCentre'].split(' {phones}');

/** What the catalogue says of a sum that the contact centre tells, for where its phones follow as links. */
export const askCallCentre = words ?? '';
