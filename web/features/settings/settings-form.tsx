import { type ReactNode, useEffect, useRef } from 'react';
import { Button, type ButtonKind } from '#web/ui/button.tsx';
import { ErrorSummary } from '#web/ui/error-summary.tsx';
import type { SettingsField } from './field-problem.ts';
import styles from './settings-form.module.css';
import { text } from './text.ts';
import type { FormState } from './use-form.ts';

interface SettingsFormProps {
  form: FormState;
  submit: string;
  busy: string;
  kind?: ButtonKind;
  /** What was typed, by the names of the fields. */
  onSubmit: (typed: (name: SettingsField) => string) => Promise<void>;
  /** Present where the form was opened by a press: it can be put away again. */
  onCancel?: () => void;
  /** The form was opened by a press, or is the next step of one: its beginning takes the focus. */
  takesFocus?: boolean;
  children: ReactNode;
}

/** Summary, fields, and the buttons that send or put away. Its fields are the browser's own (uncontrolled). */
export function SettingsForm({
  form,
  submit,
  busy,
  kind = 'ink',
  onSubmit,
  onCancel,
  takesFocus = true,
  children,
}: SettingsFormProps) {
  const element = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (!takesFocus) return;
    const start = element.current?.querySelector<HTMLElement>('[data-start], input:not([hidden])');
    start?.focus();
  }, [takesFocus]);
  return (
    <form
      ref={element}
      className={styles.form}
      method="dialog"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (form.isBusy) return;
        const data = new FormData(event.currentTarget);
        onSubmit((name) => String(data.get(name) ?? '')).catch(() => undefined);
      }}
    >
      <ErrorSummary title={text.problems} items={form.items} attempt={form.attempt} />
      {children}
      <div className={styles.actions}>
        <Button type="submit" kind={kind} busy={form.isBusy}>
          {form.isBusy ? busy : submit}
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
