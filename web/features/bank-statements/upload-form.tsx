import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import type { ApiFailure } from '#web/lib/api-failure.ts';
import { QueryPart } from '#web/lib/query/query-part.tsx';
import { useOnline } from '#web/lib/use-online.ts';
import { Button } from '#web/ui/button.tsx';
import { SelectField } from '#web/ui/form/field.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { Text } from '#web/ui/layout/stack.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { ProgressBar } from '#web/ui/progress-bar.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { formatsQuery, statementsKey } from './api.ts';
import { FileField } from './form-parts.tsx';
import { type FileUpload, isSameFile, megabytes, sendFile } from './send-file.ts';
import styles from './statements.module.css';
import { text } from './text.ts';

const MEGABYTE = 1024 * 1024;

/** Chooses a statement and uploads it in parts; a retry sends only the missing parts. */
export function UploadForm({ onSent }: { onSent: (statement: number) => void }) {
  const query = useQuery(formatsQuery);
  return (
    <Card labelledBy="upload" busy={!query.data && !query.error}>
      <h2 id="upload" className={styles.cardTitle}>
        {text.upload}
      </h2>
      <QueryPart query={query} failed={text.formatsFailed} skeleton={<Skeleton shape="tile" />}>
        {({ formats, largestBytes }) => (
          <Form formats={formats} largestBytes={largestBytes} onSent={onSent} />
        )}
      </QueryPart>
    </Card>
  );
}

interface FormProps {
  formats: readonly { name: string; title: string }[];
  largestBytes: number;
  onSent: (statement: number) => void;
}

function Form({ formats, largestBytes, onSent }: FormProps) {
  const isOnline = useOnline();
  const client = useQueryClient();
  const sending = useRef<FileUpload>(undefined);
  const [file, setFile] = useState<File>();
  const [sent, setSent] = useState<number>();
  const [problem, setProblem] = useState<string>();
  const [failure, setFailure] = useState<ApiFailure>();
  const size = largestBytes / MEGABYTE;

  const go = async () => {
    const { current } = sending;
    if (current === undefined) return;
    setFailure(undefined);
    setSent(current.partsSent * MEGABYTE);
    const result = await sendFile(current, setSent);
    setSent(undefined);
    if ('failure' in result) {
      setFailure(result.failure);
      return;
    }
    sending.current = undefined;
    await client.invalidateQueries({ queryKey: statementsKey });
    onSent(result.statement);
  };
  // To go on is offered for the file that failed, not for another one that is chosen since.
  const choose = (chosen: File | undefined) => {
    setFile(chosen);
    setProblem(undefined);
    setFailure(undefined);
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (sent !== undefined) return;
    if (file === undefined) return setProblem(text.noFile);
    if (file.size === 0) return setProblem(text.emptyFile);
    if (file.size > largestBytes) return setProblem(text.tooLarge(size));
    setProblem(undefined);
    const format = String(new FormData(event.currentTarget).get('format'));
    const chosen: FileUpload = { file, format, partsSent: 0 };
    const { current } = sending;
    if (current === undefined || !isSameFile(current, chosen)) sending.current = chosen;
    void go();
  };
  return (
    <form className={styles.upload} onSubmit={submit} noValidate>
      <Text size="s" tone="quiet">
        {text.uploadHint(size)}
      </Text>
      <SelectField label={text.format} name="format">
        {formats.map(({ name, title }) => (
          <option key={name} value={name}>
            {title}
          </option>
        ))}
      </SelectField>
      <FileField error={problem} onChosen={choose} />
      {!isOnline && <Notice kind="info">{text.offline}</Notice>}
      {failure && (
        <Notice
          kind="bad"
          live="alert"
          title={text.sendFailed}
          actions={<Button onClick={go}>{text.sendAgain}</Button>}
        >
          {failure.message}
        </Notice>
      )}
      {sent !== undefined && (
        <ProgressBar
          done={sent}
          total={sending.current?.file.size ?? 0}
          label={text.sending(megabytes(sent), megabytes(sending.current?.file.size ?? 0))}
        />
      )}
      <div>
        <Button
          type="submit"
          kind={isOnline ? 'lamp' : 'quiet'}
          busy={sent !== undefined}
          disabled={!isOnline}
        >
          {text.send}
        </Button>
      </div>
    </form>
  );
}
