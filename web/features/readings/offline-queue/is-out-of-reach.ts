import type { QueuedReading } from './queued-reading.ts';

/** Whether no page shows a reading any more: its object or its meter was removed. */
export function isOutOfReach(
  { account, answer }: Pick<QueuedReading, 'account' | 'answer'>,
  accounts: readonly string[] | undefined,
): boolean {
  if (accounts?.includes(account) === false) return true;
  return answer?.kind === 'refused' && answer.code === 'common.notFound';
}
