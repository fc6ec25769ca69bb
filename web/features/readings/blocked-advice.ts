/** What follows the reason why nothing can be entered. */
export type BlockedAdvice = 'nothingToDo' | 'callUntilForm' | 'saidAlready' | 'call';

const advices: Readonly<Record<string, BlockedAdvice>> = {
  'readings.takenByOperator': 'nothingToDo',
  'readings.substation': 'nothingToDo',
  // The catalogue sends to a form that is not there yet.
  'readings.meterDisabled': 'callUntilForm',
  'readings.severalMeters': 'callUntilForm',
  'readings.meterNotFound': 'callUntilForm',
  // A photo by letter: a second way beside it would only be asked about.
  'readings.personInputBlocked': 'saidAlready',
};

/** What follows a reason: one thing to do at most, and none that the reason itself says. */
export function blockedAdvice(code: string): BlockedAdvice {
  return advices[code] ?? 'call';
}
