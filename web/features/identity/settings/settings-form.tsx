import { type ReactNode, useEffect } from 'react';
import { type Refusal, summaryOf } from '#web/lib/form/form-problems.ts';
import { type TypedValues, useForm } from '#web/lib/form/use-form.ts';
import { Button, type ButtonKind } from '#web/ui/button.tsx';
import { ErrorSummary } from '#web/ui/form/error-summary.tsx';
import { Row } from '#web/ui/layout/stack.tsx';
import styles from './settings-form.module.css';
import { text } from './text.ts';

interface SettingsFormProps {
  /** The summary text of each required field, by id (also its name), in the order of the form. */
  wanted: Readonly<Record<string, string>>;
  submit: string;
  busy: string;
  kind?: ButtonKind;
  /** Checks and sends the values; answers the refusal, or undefined when done. */
  onSubmit: (value: TypedValues) => Promise<Refusal | undefined>;
  /** Present when a button opened the form: it can be closed again. */
  onCancel?: () => void;
  /** Another action next to the submit button. */
  besides?: ReactNode | undefined;
  /** A button opened the form, or it is a further step: it takes the focus. */
  takesFocus?: boolean;
  children: (errorOf: (field: string) => string | undefined) => ReactNode;
}

/** A form with an error summary, fields and buttons. */
export function SettingsForm(props: SettingsFormProps) {
  const {
    wanted,
    submit,
    busy,
    kind = 'ink',
    onSubmit,
    onCancel,
    besides,
    takesFocus = true,
    children,
  } = props;
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
      <Row gap="1">
        <Button type="submit" kind={kind} busy={form.busy}>
          {form.busy ? busy : submit}
        </Button>
        {besides}
        {onCancel && (
          <Button kind="plain" onClick={onCancel}>
            {text.cancel}
          </Button>
        )}
      </Row>
    </form>
  );
}
