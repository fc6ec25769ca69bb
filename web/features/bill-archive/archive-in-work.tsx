import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { documentState, listDocuments } from '#contract/documents.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { accountQuery } from '#web/lib/account-query.ts';
import { askPause, type DocumentData, isInWork, showMonths } from '#web/lib/document-work.ts';
import styles from './archive-list.module.css';
import { ofBills } from './archive-types.ts';
import { text } from './text.ts';

interface ArchiveInWorkProps {
  account: string;
  archive: DocumentData;
  onEnd: (archive: DocumentData) => void;
}

/** How far an archive is: asks until it is ready or has failed, and not while nobody looks. */
export function ArchiveInWork({ account, archive, onEnd }: ArchiveInWorkProps) {
  const client = useQueryClient();
  const { data } = useQuery({
    ...accountQuery(documentState, account, { documentId: archive.documentId }),
    refetchInterval: ({ state }) =>
      state.data === undefined || isInWork(state.data.document)
        ? askPause(state.dataUpdateCount + state.errorUpdateCount)
        : false,
  });
  const now = data?.document ?? archive;
  useEffect(() => {
    if (isInWork(now)) return;
    const list = accountQuery(listDocuments, account, ofBills);
    client.setQueryData(list.queryKey, (old) => {
      if (old === undefined) return undefined;
      const documents = old.documents.map((one) => (one.documentId === now.documentId ? now : one));
      return { ...old, documents };
    });
    onEnd(now);
  }, [now, client, account, onEnd]);
  return (
    <div className={styles.work}>
      <p className={styles.how}>
        <span>{text.states[now.state]}</span>{' '}
        <span>{formatText(text.percent, { percent: now.progress })}</span>
      </p>
      <progress
        className={styles.progress}
        max={100}
        value={now.progress}
        aria-label={formatText(text.progress, { months: showMonths(archive) })}
      />
    </div>
  );
}
