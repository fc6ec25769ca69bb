import { exportSubscriberBook, subscriberBookPdf } from '#contract/subscriber-book.ts';
import { downloadFile } from '#web/lib/api.ts';
import { DownloadButtons } from '#web/lib/download-buttons.tsx';
import { useOnline } from '#web/lib/use-online.ts';
import { Button } from '#web/ui/button.tsx';
import styles from './book-actions.module.css';
import { text } from './text.ts';

/** Keeps the year as a file, or prints it. Files are made by the server, so they wait for the network; printing does not. */
export function BookActions({ account, year }: { account: string; year: number }) {
  const isOnline = useOnline();
  const download = (format: keyof typeof text.formats) =>
    format === 'pdf'
      ? downloadFile(subscriberBookPdf, { account, year })
      : downloadFile(exportSubscriberBook, { account, year, format });
  return (
    <div className={styles.actions}>
      <DownloadButtons
        label={text.files}
        labels={text.formats}
        busyLabel={text.filesBusy}
        download={download}
      />
      <Button kind="plain" onClick={() => window.print()}>
        {text.print}
      </Button>
      {!isOnline && <p className={styles.waiting}>{text.filesOffline}</p>}
    </div>
  );
}
