/**
 * Codes of the message catalogue with which the rules of readings answer (messages.md, Readings).
 * `alreadySubmitted` and
 * `entityInputBlocked` are added: other values stand as of the same day already; the account of an entity is blocked. `accounts.noContract` and `field.required`
 * are the catalogue's own words for an account without a contract and for a form without any value.
 */
export type ReadingCode =
  | 'readings.accepted'
  | 'readings.notInCalculation'
  | 'readings.sameAsPrevious'
  | 'readings.rollOver'
  | 'readings.deviation'
  | 'readings.operatorCheck'
  | 'readings.additionalVerification'
  | 'readings.digitCapacity'
  | 'readings.lowerThanPrevious'
  | 'readings.valueTooLarge'
  | 'readings.alreadySubmitted'
  | 'readings.takenByOperator'
  | 'readings.substation'
  | 'readings.personInputBlocked'
  | 'readings.entityPeriodClosed'
  | 'readings.entityInputBlocked'
  | 'readings.meterDisabled'
  | 'readings.severalMeters'
  | 'readings.meterNotFound'
  | 'billing.commercialMetering'
  | 'accounts.noContract'
  | 'field.required';

/**
 * Values for the braces of a text, ready to print: dates "31.10.2026", kWh "1 234". What the rules can't know (e-mail
 * and phones of the supplier) is filled in by whoever prints the text.
 */
export type ReadingParams = Readonly<Record<string, string | number>>;
