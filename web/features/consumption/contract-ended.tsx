import { useQuery } from '@tanstack/react-query';
import { formatText } from '#contract/messages/format-text.ts';
import { listMeters } from '#contract/readings.ts';
import { showDate } from '#web/lib/format.ts';
import { accountQuery } from '#web/lib/query/account-query.ts';
import { Notice } from '#web/ui/notice.tsx';
import { text } from './text.ts';

/** What remains to do of an account whose contract has ended; nothing while it has not. */
export function ContractEnded({ account }: { account: string }) {
  const { data } = useQuery(accountQuery(listMeters, account));
  const endedOn = data?.contractEndedOn;
  if (endedOn === undefined) return null;
  return <Notice kind="info">{formatText(text.contractEnded, { date: showDate(endedOn) })}</Notice>;
}
