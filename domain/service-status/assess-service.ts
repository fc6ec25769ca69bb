/** What customers do here; each has a state of its own on the public page. */
export const serviceParts = ['signIn', 'readings', 'payments', 'messages'] as const;
export type ServicePart = (typeof serviceParts)[number];

/** 'limited': it works with delays or in part. */
export const partStates = ['works', 'limited', 'down'] as const;
export type PartState = (typeof partStates)[number];

/** What was delivered of the messages of the last half hour. */
interface DeliveryFacts {
  readonly sent: number;
  readonly failed: number;
  /** Codes that no provider has taken within two minutes. */
  readonly lateCodes: number;
}

export interface ServiceFacts {
  /** The database answers and accepts writes. */
  readonly isCabinetUp: boolean;
  readonly isBillingUp: boolean;
  /** Nothing is booked by a wrong clock. */
  readonly isBookingClockRight: boolean;
  /** undefined: not known. */
  readonly delivery: DeliveryFacts | undefined;
}

/** Fewer failures say nothing of a provider: an address may be wrong. */
const minFailed = 3;

function assessMessages({ sent, failed, lateCodes }: DeliveryFacts): PartState {
  if (sent === 0 && failed >= minFailed) return 'down';
  return lateCodes > 0 || (failed >= minFailed && failed > sent) ? 'limited' : 'works';
}

/**
 * The state of each part. Without the database nothing works; without billing, nothing of an account does; a wrong clock of bookings
 * refuses money alone; without messages people sign in by password only.
 */
export function assessService(facts: ServiceFacts): Readonly<Record<ServicePart, PartState>> {
  const { isCabinetUp, isBillingUp, isBookingClockRight, delivery } = facts;
  if (!isCabinetUp) return { signIn: 'down', readings: 'down', payments: 'down', messages: 'down' };
  const messages = delivery === undefined ? 'works' : assessMessages(delivery);
  return {
    signIn: messages === 'works' ? 'works' : 'limited',
    readings: isBillingUp ? 'works' : 'down',
    payments: isBillingUp && isBookingClockRight ? 'works' : 'down',
    messages,
  };
}
