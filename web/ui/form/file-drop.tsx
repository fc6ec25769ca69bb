import { type DragEvent, useRef, useState } from 'react';
import { classes } from '../classes.ts';
import { Icon } from '../icon.tsx';
import { check, plus } from '../icons.ts';
import { Field, type FieldTexts } from './field.tsx';
import styles from './file-drop.module.css';

interface FileDropProps extends FieldTexts {
  id: string;
  name: string;
  /** Endings of names, as of a native input. */
  accept: string;
  /** In the place of a file: to choose or drop one. */
  invitation: string;
  disabled?: boolean;
  onFile: (file: File | undefined) => void;
}

/** One file, chosen or dropped, over a native input; its name stays visible. */
export function FileDrop({ id, name, accept, invitation, disabled, onFile, ...texts }: FileDropProps) {
  const input = useRef<HTMLInputElement>(null);
  const [fileName, setFileName] = useState<string>();
  const [isOver, setOver] = useState(false);
  const take = (file: File | undefined) => {
    setFileName(file?.name);
    onFile(file);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (!file || disabled || !input.current) return;
    input.current.files = event.dataTransfer.files;
    take(file);
  };
  return (
    <Field id={id} {...texts}>
      {(control) => (
        // The label is the surface; the input below it takes focus and keys.
        <label
          className={classes(styles.place, isOver && styles.over, fileName !== undefined && styles.chosen)}
          onDragOver={(event) => {
            event.preventDefault();
            setOver(true);
          }}
          onDragLeave={() => setOver(false)}
          onDrop={drop}
        >
          <input
            {...control}
            ref={input}
            type="file"
            name={name}
            accept={accept}
            disabled={disabled}
            className={styles.input}
            onChange={(event) => take(event.currentTarget.files?.[0])}
          />
          <Icon drawing={fileName === undefined ? plus : check} />
          <span className={styles.name}>{fileName ?? invitation}</span>
        </label>
      )}
    </Field>
  );
}
