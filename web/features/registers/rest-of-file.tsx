import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { registerPartBytes } from '#contract/registers.ts';
import type { ApiFailure } from '#web/lib/api-failure.ts';
import { useOnline } from '#web/lib/use-online.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { type Register, registersKey } from './api.ts';
import { DropButton } from './drop-button.tsx';
import { FileField, fileOf } from './file-field.tsx';
import { megabytes } from './megabytes.ts';
import styles from './registers.module.css';
import { sendFile } from './send-file.ts';
import { text } from './text.ts';

/**
 * The way on for a register whose file has not come whole: chosen once more, the file goes on from the part that did not
 * come. Another file of the same length would be joined to the beginning of the first, so that the name is looked at too.
 */
export function RestOfFile({ register, onGone }: { register: Register; onGone: () => void }) {
  const isOnline = useOnline();
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [failure, setFailure] = useState<ApiFailure>();
  const { fileName, formatName, progress } = register;
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const file = fileOf(event.currentTarget);
    setFailure(undefined);
    if (file === undefined) return setProblem(text.noFile);
    if (file.name !== fileName || file.size !== progress.total) {
      return setProblem(text.otherFile(fileName, megabytes(progress.total)));
    }
    setProblem(undefined);
    setBusy(true);
    const partsSent = Math.floor(progress.done / registerPartBytes);
    const result = await sendFile(
      { file, format: formatName, register: register.register, partsSent },
      () => undefined,
    );
    setBusy(false);
    if ('failure' in result) setFailure(result.failure);
    await client.invalidateQueries({ queryKey: registersKey });
  };
  return (
    <form className={styles.upload} onSubmit={(event) => void submit(event)} noValidate>
      <Notice kind="warn">{text.notWhole}</Notice>
      <FileField error={problem} />
      {!isOnline && <Notice kind="info">{text.offline}</Notice>}
      {failure && (
        <Notice kind="bad" live="alert" title={text.sendFailed}>
          {failure.message}
        </Notice>
      )}
      <div className={styles.actions}>
        <Button type="submit" kind={isOnline ? 'lamp' : 'quiet'} busy={busy} disabled={!isOnline}>
          {text.sendRest}
        </Button>
        {!busy && <DropButton register={register.register} onGone={onGone} />}
      </div>
    </form>
  );
}
