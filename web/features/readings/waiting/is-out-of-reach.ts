import type { WaitingReading } from './waiting-reading.ts';

/** Whether no page has a place for a reading any more: its object has left the cabinet, or its meter has. */
export function isOutOfReach(
  { account, answer }: Pick<WaitingReading, 'account' | 'answer'>,
  accounts: readonly string[] | undefined,
): boolean {
  if (accounts?.includes(account) === false) return true;
  return answer?.kind === 'refused' && answer.code === 'common.notFound';
}
