import { Field } from '#web/ui/field.tsx';
import styles from './statements.module.css';
import { text } from './text.ts';

/** Progress as a native bar with a label. */
export function ProgressBar({ done, total, label }: { done: number; total: number; label: string }) {
  return (
    <p className={styles.progress}>
      <progress aria-label={label} max={Math.max(total, 1)} value={Math.min(done, total)} />
      <span>{label}</span>
    </p>
  );
}

/** The file input of a statement: the field `file` of its form. */
export function FileField({ error }: { error: string | undefined }) {
  return (
    <Field label={text.file} error={error}>
      {(control) => (
        <input {...control} type="file" name="file" accept=".csv,.txt,text/csv" className={styles.control} />
      )}
    </Field>
  );
}

/** The chosen file; undefined: none. */
export function fileOf(form: HTMLFormElement): File | undefined {
  const file = new FormData(form).get('file');
  return file instanceof File && file.name !== '' ? file : undefined;
}
