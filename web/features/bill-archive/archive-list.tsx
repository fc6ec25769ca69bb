import { documentFile } from '#contract/documents.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { downloadFile } from '#web/lib/api.ts';
import { DocumentInWork } from '#web/lib/document-in-work.tsx';
import { type DocumentData, isInWork, showMonths } from '#web/lib/document-work.ts';
import { DownloadButtons } from '#web/lib/download-buttons.tsx';
import { showMoment } from '#web/lib/format.ts';
import { useOnline } from '#web/lib/use-online.ts';
import { Button } from '#web/ui/button.tsx';
import { StateMark } from '#web/ui/state-mark.tsx';
import styles from './archive-list.module.css';
import type { ArchiveWish } from './archive-types.ts';
import { text } from './text.ts';

interface ArchiveListProps {
  account: string;
  archives: readonly DocumentData[];
  isBusy: boolean;
  /** One that was in work is ready, or has failed. */
  onEnd: (archive: DocumentData) => void;
  onAgain: (wish: ArchiveWish) => void;
}

/** The archives that were asked for, the newest first: how far each is, and its file. */
export function ArchiveList({ account, archives, isBusy, onEnd, onAgain }: ArchiveListProps) {
  const isOnline = useOnline();
  return (
    <ul className={styles.archives} aria-label={text.list}>
      {archives.map((archive) => {
        const months = showMonths(archive);
        const isOfAll = archive.accountCount > 1;
        return (
          <li key={archive.documentId} className={styles.archive} data-state={archive.state}>
            <div>
              <p className={styles.months}>{isOfAll ? `${months}, ${text.ofAll}` : months}</p>
              <p className={styles.moment}>{showMoment(archive.requestedAt)}</p>
              {archive.reason && <p className={styles.moment}>{archive.reason}</p>}
            </div>
            {isInWork(archive) && (
              <DocumentInWork
                account={account}
                document={archive}
                states={text.states}
                label={formatText(text.progress, { months: showMonths(archive) })}
                onEnd={onEnd}
              />
            )}
            {archive.state === 'ready' && (
              <DownloadButtons
                label={formatText(text.zipName, { months })}
                labels={{ zip: text.zip }}
                busyLabel={text.zipBusy}
                download={() => downloadFile(documentFile, { account, documentId: archive.documentId })}
              />
            )}
            {archive.state === 'failed' && (
              <div className={styles.failed}>
                <StateMark tone="bad">{text.states.failed}</StateMark>
                <Button
                  disabled={!isOnline}
                  busy={isBusy}
                  aria-label={formatText(text.againName, { months })}
                  onClick={() => onAgain({ ...archive, scope: isOfAll ? 'all' : 'account' })}
                >
                  {text.again}
                </Button>
              </div>
            )}
          </li>
        );
      })}
    </ul>
  );
}
