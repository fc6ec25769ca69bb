import { useId } from 'react';
import { FileDrop } from '#web/ui/form/file-drop.tsx';
import { text } from './text.ts';

interface FileFieldProps {
  error: string | undefined;
  onChosen: (file: File | undefined) => void;
}

/** The file of a statement. */
export function FileField({ error, onChosen }: FileFieldProps) {
  return (
    <FileDrop
      id={useId()}
      name="file"
      label={text.file}
      accept=".csv,.txt,text/csv"
      invitation={text.fileInvitation}
      error={error}
      onFile={onChosen}
    />
  );
}
