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

/** What is sent: CSV files or an archive. */
const isSent = ({ name }: File) => /\.(csv|zip)$/i.test(name);

/** More names of what is not sent are counted. */
const mostNames = 5;

/** Says what of the chosen files is not sent. */
function LeftOut({ files }: { files: readonly File[] }) {
  if (files.length === 0) return null;
  const names = files.slice(0, mostNames).map(({ name }) => name);
  const rest = files.length - names.length;
  return (
    <Notice kind="warn">
      {formatText(text.leftOut, { names: names.join(', ') + (rest > 0 ? ` + ${rest}` : '') })}
    </Notice>
  );
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
  const [chosen, setChosen] = useState<readonly File[]>([]);
  const files = chosen.filter(isSent);
  // A field whose round is another one is empty again.
  const [rounds, setRounds] = useState({ files: 0, folder: 0 });
  const [sent, setSent] = useState<number>();
  const [problem, setProblem] = useState<string>();
  const [failure, setFailure] = useState<ApiFailure>();
  const total = files.reduce((sum, { size }) => sum + size, 0);
  const isSending = sent !== undefined;

  /** What is chosen in one field is instead of what was chosen in the other. */
  const chooseIn = (other: 'files' | 'folder') => (_: File | undefined, all: readonly File[]) => {
    upload.current = undefined;
    setProblem(undefined);
    setFailure(undefined);
    setChosen(all);
    setRounds((now) => ({ ...now, [other]: now[other] + 1 }));
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
    setChosen([]);
    setRounds((now) => ({ files: now.files + 1, folder: now.folder + 1 }));
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
            key={`files ${rounds.files}`}
            id={`${id}-files`}
            name="files"
            label={text.files}
            accept=".csv,.zip"
            several="files"
            invitation={text.filesInvitation}
            disabled={isSending}
            error={problem}
            onFile={chooseIn('folder')}
          />
          <FileDrop
            key={`folder ${rounds.folder}`}
            id={`${id}-folder`}
            name="folder"
            label={text.folder}
            accept=""
            several="folder"
            invitation={text.folderInvitation}
            disabled={isSending}
            onFile={chooseIn('files')}
          />
          <LeftOut files={chosen.filter((file) => !isSent(file))} />
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
