import { type ReactNode, useEffect } from 'react';
import { type Refusal, summaryOf } from '#web/lib/form-problems.ts';
import { type TypedValues, useForm } from '#web/lib/use-form.ts';
import { Button, type ButtonKind } from '#web/ui/button.tsx';
import { ErrorSummary } from '#web/ui/error-summary.tsx';
import styles from './settings-form.module.css';
import { text } from './text.ts';

interface SettingsFormProps {
  /** What is wanted of each field, by its id (which is its name, too), in the order of the form. */
  wanted: Readonly<Record<string, string>>;
  submit: string;
  busy: string;
  kind?: ButtonKind;
  /** Checks and sends what was typed; gives the refusal, or nothing when it is done. */
  onSubmit: (value: TypedValues) => Promise<Refusal | undefined>;
  /** Present where the form was opened by a press: it can be put away again. */
  onCancel?: () => void;
  /** The form was opened by a press, or is the next step of one: its beginning takes the focus. */
  takesFocus?: boolean;
  children: (errorOf: (field: string) => string | undefined) => ReactNode;
}

/** Summary, fields, and the buttons that send or put away. */
export function SettingsForm(props: SettingsFormProps) {
  const { wanted, submit, busy, kind = 'ink', onSubmit, onCancel, takesFocus = true, children } = props;
  const form = useForm(onSubmit);
  const { ref } = form.formProps;
  useEffect(() => {
    if (!takesFocus) return;
    ref.current?.querySelector<HTMLElement>('[data-start], input:not([hidden])')?.focus();
  }, [takesFocus, ref]);
  return (
    <form className={styles.form} {...form.formProps}>
      <ErrorSummary title={text.problems} items={summaryOf(form.refusal, wanted)} attempt={form.attempt} />
      {children(form.errorOf)}
      <div className={styles.actions}>
        <Button type="submit" kind={kind} busy={form.busy}>
          {form.busy ? busy : submit}
        </Button>
        {onCancel && (
          <Button kind="plain" onClick={onCancel}>
            {text.cancel}
          </Button>
        )}
      </div>
    </form>
  );
}
