import { useId } from 'react';
import { documentFile } from '#contract/documents.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { downloadFile } from '#web/lib/api.ts';
import { DocumentInWork } from '#web/lib/document-in-work.tsx';
import { type DocumentData, isInWork, showMonths } from '#web/lib/document-work.ts';
import { DownloadButtons } from '#web/lib/download-buttons.tsx';
import { showMoment } from '#web/lib/format.ts';
import type { Months } from '#web/lib/month-choices.ts';
import { useOnline } from '#web/lib/use-online.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { StateMark } from '#web/ui/state-mark.tsx';
import styles from './act-list.module.css';
import { actsToShow } from './acts-to-show.ts';
import { text } from './text.ts';

/** Downloads an act as PDF. */
function ActPdfButton({ account, act }: { account: string; act: DocumentData }) {
  return (
    <DownloadButtons
      label={formatText(text.pdfName, { months: showMonths(act) })}
      labels={{ pdf: text.pdf }}
      busyLabel={text.pdfBusy}
      download={() => downloadFile(documentFile, { account, documentId: act.documentId })}
    />
  );
}

interface ActListProps {
  account: string;
  acts: readonly DocumentData[];
  isBusy: boolean;
  /** Called when an act in progress is ready or has failed. */
  onEnd: (act: DocumentData) => void;
  onAgain: (months: Months) => void;
}

/** The requested acts, newest first, with their progress and PDF. */
export function ActList({ account, acts, isBusy, onEnd, onAgain }: ActListProps) {
  const title = useId();
  const isOnline = useOnline();
  return (
    <section aria-labelledby={title} className={styles.list}>
      <h2 id={title} className={styles.title}>
        {text.acts}
      </h2>
      {acts.length === 0 ? (
        <Notice kind="info" title={text.none}>
          {text.noneWhy}
        </Notice>
      ) : (
        <ul className={styles.acts}>
          {actsToShow(acts).map((act) => (
            <li key={act.documentId} className={styles.act} data-state={act.state}>
              <div>
                <h3 className={styles.months}>{showMonths(act)}</h3>
                <p className={styles.moment}>
                  {formatText(text.requested, { moment: showMoment(act.requestedAt) })}
                </p>
                {act.reason && <p className={styles.moment}>{act.reason}</p>}
              </div>
              {isInWork(act) && (
                <DocumentInWork
                  account={account}
                  document={act}
                  states={text.states}
                  label={formatText(text.progress, { months: showMonths(act) })}
                  onEnd={onEnd}
                />
              )}
              {act.state === 'ready' && <ActPdfButton account={account} act={act} />}
              {act.state === 'failed' && (
                <div className={styles.failed}>
                  <StateMark tone="bad">{text.states.failed}</StateMark>
                  <Button
                    disabled={!isOnline}
                    busy={isBusy}
                    aria-label={formatText(text.againName, { months: showMonths(act) })}
                    onClick={() => onAgain(act)}
                  >
                    {text.again}
                  </Button>
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
