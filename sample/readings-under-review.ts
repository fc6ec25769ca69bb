/**
 * Readings beyond the second threshold of accounts that nobody signs in for, and of a company on the first day of the month, nearly a
 * day of its contracted power. They count nowhere until an operator decides.
 */
export const sampleReviews = [
  { customerType: 'person', since: 'today', moreKwh: () => 1640, asksPhoto: false },
  { customerType: 'person', since: 'yesterday', moreKwh: () => 1287, asksPhoto: false },
  { customerType: 'person', since: 'yesterday', moreKwh: () => 1460, asksPhoto: true },
  {
    customerType: 'entity',
    since: 'firstDay',
    moreKwh: (contractedKw: number) => 23.9 * contractedKw,
    asksPhoto: false,
  },
] as const;

/** What the customer is told with the request for a photo. */
export const photoNote = 'На фото має бути видно номер лічильника і всі цифри.';
