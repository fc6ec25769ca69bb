import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useRef, useState } from 'react';
import { formatText } from '#contract/messages/format-text.ts';
import { mostImportBytes } from '#contract/values/import.ts';
import type { ApiFailure } from '#web/lib/api-failure.ts';
import { showNumber } from '#web/lib/format.ts';
import { useOnline } from '#web/lib/use-online.ts';
import { Button } from '#web/ui/button.tsx';
import { FileDrop } from '#web/ui/form/file-drop.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Row, Stack, Text } from '#web/ui/layout/stack.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { ProgressBar } from '#web/ui/progress-bar.tsx';
import { showTip } from '#web/ui/tip-area.tsx';
import { type FilesUpload, importsKey, sendFiles } from './api.ts';
import { text } from './text.ts';

const megabyte = 1024 * 1024;
const largest = { size: mostImportBytes / megabyte };
const megabytes = (bytes: number) => showNumber(Math.ceil(bytes / megabyte));

/** What of the chosen files is sent: CSV files or an archive. */
function chosenOf(all: readonly File[]): readonly File[] {
  return all.filter(({ name }) => /\.(csv|zip)$/i.test(name));
}

/** Why these files can't be sent; undefined: they can. */
function problemOf(files: readonly File[]): string | undefined {
  if (files.length === 0) return text.noFiles;
  if (files.length > 1 && files.some(({ name }) => /\.zip$/i.test(name))) return text.oneArchive;
  const empty = files.find(({ size }) => size === 0);
  if (empty) return formatText(text.emptyFile, { name: empty.name });
  const total = files.reduce((sum, { size }) => sum + size, 0);
  return total > mostImportBytes ? formatText(text.tooLarge, largest) : undefined;
}

/** Chooses a folder, files or an archive and sends them in parts; after a failure only what has not come is sent again. */
export function UploadForm({ onSent }: { onSent: (importNumber: number) => void }) {
  const id = useId();
  const isOnline = useOnline();
  const client = useQueryClient();
  const upload = useRef<FilesUpload>(undefined);
  const [files, setFiles] = useState<readonly File[]>([]);
  const [round, setRound] = useState(0);
  const [sent, setSent] = useState<number>();
  const [problem, setProblem] = useState<string>();
  const [failure, setFailure] = useState<ApiFailure>();
  const total = files.reduce((sum, { size }) => sum + size, 0);
  const isSending = sent !== undefined;

  const choose = (_: File | undefined, all: readonly File[]) => {
    upload.current = undefined;
    setProblem(undefined);
    setFailure(undefined);
    setFiles(chosenOf(all));
  };
  const go = async () => {
    upload.current ??= { files, sent: [] };
    setFailure(undefined);
    setSent(0);
    const result = await sendFiles(upload.current, setSent);
    setSent(undefined);
    await client.invalidateQueries({ queryKey: importsKey });
    if (!('importNumber' in result)) return setFailure(result.failure);
    upload.current = undefined;
    setFiles([]);
    setRound((round) => round + 1);
    if (result.failure) showTip('bad', result.failure.message);
    onSent(result.importNumber);
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isSending) return;
    const found = problemOf(files);
    setProblem(found);
    if (found === undefined) void go();
  };
  return (
    <Card labelledBy={`${id}-upload`}>
      <form noValidate onSubmit={submit}>
        <Stack gap="2">
          <Text as="h2" id={`${id}-upload`} size="l">
            {text.upload}
          </Text>
          <Text size="s" tone="quiet">
            {formatText(text.uploadHint, largest)}
          </Text>
          <FileDrop
            key={`files ${round}`}
            id={`${id}-files`}
            name="files"
            label={text.files}
            accept=".csv,.zip"
            several="files"
            invitation={text.filesInvitation}
            disabled={isSending}
            error={problem}
            onFile={choose}
          />
          <FileDrop
            key={`folder ${round}`}
            id={`${id}-folder`}
            name="folder"
            label={text.folder}
            accept=""
            several="folder"
            invitation={text.folderInvitation}
            disabled={isSending}
            onFile={choose}
          />
          {!isOnline && <Notice kind="info">{text.offline}</Notice>}
          {failure && (
            <Notice
              kind="bad"
              live="alert"
              title={text.sendFailed}
              actions={<Button onClick={() => void go()}>{text.sendAgain}</Button>}
            >
              {failure.message}
            </Notice>
          )}
          {isSending && (
            <ProgressBar
              done={sent}
              total={total}
              label={formatText(text.sending, { done: megabytes(sent), total: megabytes(total) })}
            />
          )}
          <Row gap="1">
            <Button type="submit" kind="ink" busy={isSending} disabled={!isOnline}>
              {text.send}
            </Button>
          </Row>
        </Stack>
      </form>
    </Card>
  );
}
