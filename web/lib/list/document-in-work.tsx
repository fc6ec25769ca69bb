import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { OutputOf } from '#contract/define-call.ts';
import { documentState, listDocuments } from '#contract/documents.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { text as cabinet } from '../cabinet-text.ts';
import { showMonthName, showPeriod } from '../format.ts';
import { accountQuery } from '../query/account-query.ts';
import { text } from '../text.ts';
import styles from './document-in-work.module.css';
import type { Months } from './month-choices.ts';

/** A document that was asked for. */
export type DocumentData = OutputOf<typeof documentState>['document'];

/** Whether it is still being made. */
export function isInWork({ state }: Pick<DocumentData, 'state'>): boolean {
  return state === 'queued' || state === 'making';
}

/** "січень – жовтень 2026", "грудень 2025 – січень 2026", "жовтень 2026". */
export function showMonths({ from, to }: Months): string {
  if (from === to) return showPeriod(to);
  const isOneYear = from.slice(0, 4) === to.slice(0, 4);
  return formatText(cabinet.monthSpan, {
    from: isOneYear ? showMonthName(from) : showPeriod(from),
    to: showPeriod(to),
  });
}

const pausesMs = [1000, 1000, 1000, 1000, 1000, 2000, 2000, 3000] as const;
const longPauseMs = 5000;

/** How long to wait before asking again how far an act is: it takes a second when nobody else asks. */
export function askPause(asked: number): number {
  return pausesMs[asked] ?? longPauseMs;
}

interface DocumentInWorkProps {
  account: string;
  document: DocumentData;
  /** What each state is called. */
  states: Readonly<Record<DocumentData['state'], string>>;
  /** What the progress is of, for who does not see it. */
  label: string;
  onEnd: (document: DocumentData) => void;
}

/** How far a document is: asks until it is ready or has failed, and not while nobody looks. */
export function DocumentInWork({ account, document, states, label, onEnd }: DocumentInWorkProps) {
  const client = useQueryClient();
  const { data } = useQuery({
    ...accountQuery(documentState, account, { documentId: document.documentId }),
    refetchInterval: ({ state }) =>
      state.data === undefined || isInWork(state.data.document)
        ? askPause(state.dataUpdateCount + state.errorUpdateCount)
        : false,
  });
  const now = data?.document ?? document;
  useEffect(() => {
    if (isInWork(now)) return;
    const list = accountQuery(listDocuments, account, { kind: now.kind });
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
        <span>{states[now.state]}</span> <span>{formatText(text.percent, { percent: now.progress })}</span>
      </p>
      <progress className={styles.progress} max={100} value={now.progress} aria-label={label} />
    </div>
  );
}
