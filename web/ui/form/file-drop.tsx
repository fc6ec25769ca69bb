import { type DragEvent, useRef, useState } from 'react';
import { plus } from '../cabinet-icons.ts';
import { classes } from '../classes.ts';
import { Icon } from '../icon.tsx';
import { check } from '../icons.ts';
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
  /** Takes several files, or with `folder` those of a folder. */
  several?: 'files' | 'folder';
  onFile: (file: File | undefined, all: readonly File[]) => void;
}

/** Names of several files; the others are counted. */
const mostNames = 3;

/** One file, or several, chosen or dropped, over a native input; its name stays visible. */
export function FileDrop({
  id,
  name,
  accept,
  invitation,
  disabled,
  several,
  onFile,
  ...texts
}: FileDropProps) {
  const input = useRef<HTMLInputElement>(null);
  const [fileName, setFileName] = useState<string>();
  const [isOver, setOver] = useState(false);
  const take = (files: FileList | null) => {
    const all = [...(files ?? [])];
    const shown = several === undefined ? all.slice(0, 1) : all;
    const names = shown.slice(0, mostNames).map((one) => one.name);
    const more = shown.length > mostNames ? ` + ${shown.length - mostNames}` : '';
    setFileName(shown.length === 0 ? undefined : `${names.join(', ')}${more}`);
    onFile(all[0], all);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const { files } = event.dataTransfer;
    if (files.length === 0 || disabled || !input.current) return;
    input.current.files = files;
    take(files);
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
            multiple={several === 'files'}
            {...(several === 'folder' && { webkitdirectory: '' })}
            onChange={(event) => take(event.currentTarget.files)}
          />
          <Icon drawing={fileName === undefined ? plus : check} />
          <span className={styles.name}>{fileName ?? invitation}</span>
        </label>
      )}
    </Field>
  );
}
