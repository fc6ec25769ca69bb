import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { documentState, listDocuments } from '#contract/documents.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { accountQuery } from '#web/lib/account-query.ts';
import { askPause, isInWork, showMonths } from '#web/lib/document-work.ts';
import styles from './act-list.module.css';
import { type ActData, ofActs } from './act-types.ts';
import { text } from './text.ts';

interface ActInWorkProps {
  account: string;
  act: ActData;
  onEnd: (act: ActData) => void;
}

/** How far an act is: asks until it is ready or has failed, and not while nobody looks. */
export function ActInWork({ account, act, onEnd }: ActInWorkProps) {
  const client = useQueryClient();
  const { data } = useQuery({
    ...accountQuery(documentState, account, { documentId: act.documentId }),
    refetchInterval: ({ state }) =>
      state.data === undefined || isInWork(state.data.document)
        ? askPause(state.dataUpdateCount + state.errorUpdateCount)
        : false,
  });
  const now = data?.document ?? act;
  useEffect(() => {
    if (isInWork(now)) return;
    const list = accountQuery(listDocuments, account, ofActs);
    client.setQueryData(list.queryKey, (old) => {
      if (old === undefined) return undefined;
      const documents = old.documents.map((one) => (one.documentId === now.documentId ? now : one));
      return { ...old, documents };
    });
    onEnd(now);
  }, [now, client, account, onEnd]);
  const percent = formatText(text.percent, { percent: now.progress });
  return (
    <div className={styles.work}>
      <p className={styles.how}>
        <span>{text.states[now.state]}</span> <span>{percent}</span>
      </p>
      <progress
        className={styles.progress}
        max={100}
        value={now.progress}
        aria-label={formatText(text.progress, { months: showMonths(act) })}
      />
    </div>
  );
}
