import { Field } from '#web/ui/form/field.tsx';
import styles from './statements.module.css';
import { text } from './text.ts';

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
