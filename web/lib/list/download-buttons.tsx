import { useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { FileButtons } from '#web/ui/file-buttons.tsx';
import { Stack, Text } from '#web/ui/layout/stack.tsx';
import { ProgressBar } from '#web/ui/progress-bar.tsx';
import { type ApiResult, saveFile } from '../api.ts';
import { useOnline } from '../use-online.ts';
import styles from './download-buttons.module.css';
import { text } from './list-text.ts';

/** How much of a file has come. */
interface DownloadProgress {
  readonly words: string;
  /** Rows; absent: not known from what came. */
  readonly rows?: { readonly done: number; readonly total: number };
}

/** A download that is under way. */
export interface DownloadTask {
  /** Aborted when somebody cancels. */
  readonly signal: AbortSignal;
  /** Shows how much has come; from the first call on the download can be cancelled. */
  readonly onProgress: (progress: DownloadProgress) => void;
}

type Download = ApiResult<{ blob: Blob; name: string }>;

interface DownloadButtonsProps<Format extends string> {
  /** What is kept, for screen readers: the name of the group. */
  label: string;
  /** A button for each format, in this order. */
  labels: Readonly<Record<Format, string>>;
  /** Stands on the pressed button while the file is made. */
  busyLabel: string;
  /** Has the server make the file. */
  download: (format: Format, task: DownloadTask) => Promise<Download>;
}

/** Settles when somebody cancels. */
const cancelled = (signal: AbortSignal) =>
  new Promise<undefined>((resolve) => {
    signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });

/** Keeps files that the server makes, so they wait for the network; a long one shows how much of it has come and can be cancelled. */
export function DownloadButtons<Format extends string>({ download, ...words }: DownloadButtonsProps<Format>) {
  const isOnline = useOnline();
  const [running, setRunning] = useState<{
    readonly progress: DownloadProgress;
    readonly cancel: () => void;
  }>();
  const [outcome, setOutcome] = useState<string>();

  const pick = async (format: Format): Promise<string | undefined> => {
    const abort = new AbortController();
    const { signal } = abort;
    let isLong = false;
    setOutcome(undefined);
    const onProgress = (progress: DownloadProgress) => {
      if (signal.aborted) return;
      isLong = true;
      setRunning({ progress, cancel: () => abort.abort() });
    };
    const file = await Promise.race([download(format, { signal, onProgress }), cancelled(signal)]);
    setRunning(undefined);
    if (file === undefined) {
      setOutcome(text.filesCancelled);
      return undefined;
    }
    if (!file.ok) return isLong && isCutOff(file) ? text.filesBroken : file.failure.message;
    saveFile(file.data);
    if (isLong) setOutcome(`${text.filesSaved} ${file.data.name}`);
    return undefined;
  };

  return (
    <Stack gap="1">
      <FileButtons {...words} disabled={!isOnline} onPick={pick} />
      {running && (
        <div className={styles.running}>
          <Progress {...running.progress} />
          <Button kind="plain" onClick={running.cancel}>
            {text.filesCancel}
          </Button>
        </div>
      )}
      {/* What became of it is read out; how much has come is not, at each step. */}
      <div role="status">
        {outcome && (
          <Text size="s" tone="quiet">
            {outcome}
          </Text>
        )}
      </div>
    </Stack>
  );
}

/** The network is there, yet the rest of the file did not come. */
const isCutOff = (file: Download) => !file.ok && file.failure.code === 'common.network' && navigator.onLine;

function Progress({ words, rows }: DownloadProgress) {
  if (rows) return <ProgressBar {...rows} label={words} />;
  return (
    <Text size="s" isNumeric>
      {words}
    </Text>
  );
}
