import { exportTariffs } from '#contract/tariffs.ts';
import { downloadFile } from '#web/lib/api.ts';
import { DownloadButtons } from '#web/lib/download-buttons.tsx';
import { useOnline } from '#web/lib/use-online.ts';
import styles from './tariff-panel.module.css';
import { text } from './text.ts';

const labels = { xlsx: text.xlsx, csv: text.csv };

/** Keeps the whole history as a file. */
export function TariffFiles({ account }: { account: string }) {
  const isOnline = useOnline();
  return (
    <div className={styles.files}>
      <DownloadButtons
        label={text.files}
        labels={labels}
        busyLabel={text.fileBusy}
        download={(format) => downloadFile(exportTariffs, { account, format })}
      />
      {!isOnline && <p className={styles.offline}>{text.offline}</p>}
    </div>
  );
}
