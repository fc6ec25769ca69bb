import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { listBills } from '#contract/bills.ts';
import { listDocuments } from '#contract/documents.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { billingPeriod } from '#domain/time/billing-period.ts';
import { accountQuery } from '#web/lib/account-query.ts';
import { failureOf } from '#web/lib/api-failure.ts';
import { type DocumentData, showMonths } from '#web/lib/document-work.ts';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { FailedPart } from '#web/ui/failed-part.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { ArchiveForm } from './archive-form.tsx';
import { ArchiveList } from './archive-list.tsx';
import { type ArchiveWish, ofBills } from './archive-types.ts';
import styles from './bill-archive.module.css';
import { text } from './text.ts';
import { useArchiveRequest } from './use-archive-request.ts';

/** Only the newest are of use: an older one is asked for again as fast. */
const mostShown = 5;

interface BillArchiveProps {
  account: string;
  /** How many objects there are in the cabinet. */
  objectCount: number;
}

/** Bills of many months as one file, one tap away from the list; nothing before the first bill. */
export function BillArchive({ account, objectCount }: BillArchiveProps) {
  const { data } = useQuery(accountQuery(listBills, account));
  const [isOpen, setOpen] = useState(false);
  const newest = data?.bills[0]?.period;
  const oldest = data?.bills.at(-1)?.period;
  if (newest === undefined || oldest === undefined) return null;
  const span = { first: billingPeriod(oldest), last: billingPeriod(newest) };
  return (
    <Disclosure summary={text.summary} onOpen={() => setOpen(true)}>
      {isOpen && <Archives key={account} account={account} objectCount={objectCount} span={span} />}
    </Disclosure>
  );
}

interface ArchivesProps extends BillArchiveProps {
  span: Parameters<typeof ArchiveForm>[0]['span'];
}

function Archives({ account, objectCount, span }: ArchivesProps) {
  const list = useQuery(accountQuery(listDocuments, account, ofBills));
  const { isBusy, request } = useArchiveRequest(account);
  const [said, setSaid] = useState<{ kind: 'good' | 'bad'; words: string }>();

  const ask = (wish: ArchiveWish) => {
    setSaid(undefined);
    return request(wish);
  };
  const again = async (wish: ArchiveWish) => {
    const words = await ask(wish);
    if (words !== undefined) setSaid({ kind: 'bad', words });
  };
  const end = useCallback((archive: DocumentData) => {
    const isReady = archive.state === 'ready';
    const words = formatText(isReady ? text.readyNow : text.failedNow, { months: showMonths(archive) });
    setSaid({ kind: isReady ? 'good' : 'bad', words });
  }, []);
  const archives = list.data?.documents.slice(0, mostShown) ?? [];
  return (
    <div className={styles.panel}>
      <p className={styles.quiet}>{text.about}</p>
      <ArchiveForm span={span} objectCount={objectCount} isBusy={isBusy} onRequest={ask} />
      <div role="status">{said && <Notice kind={said.kind}>{said.words}</Notice>}</div>
      {list.error && !list.data && (
        <FailedPart
          title={text.listFailed}
          message={failureOf(list.error).message}
          retryLabel={text.retry}
          retrying={list.isFetching}
          onRetry={() => list.refetch()}
        />
      )}
      {archives.length > 0 && (
        <ArchiveList account={account} archives={archives} isBusy={isBusy} onEnd={end} onAgain={again} />
      )}
    </div>
  );
}
