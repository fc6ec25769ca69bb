import { type FormHTMLAttributes, Fragment, type ReactNode } from 'react';
import type { FieldProblem } from '#contract/field-rules.ts';
import { Button, type ButtonKind } from '#web/ui/button.tsx';
import { ErrorSummary } from '#web/ui/form/error-summary.tsx';
import styles from './fields-form.module.css';
import type { Refusal, ShownProblem } from './form-problems.ts';
import { type TypedValues, useForm } from './use-form.ts';

/** Values by the names of fields. */
export type Values = Readonly<Record<string, string>>;

/** What ties an input to its form; spread it on the field. */
export interface FieldControl {
  id: string;
  name: string;
  error: string | undefined;
  defaultValue: string | undefined;
  required: true;
}

/** One field of a form, as data. */
export interface FormField {
  /** Also its id. */
  name: string;
  /** What the summary says when a rule of the field is broken. */
  wanted?: string;
  /** What was typed, as it is checked and sent. */
  read?: (typed: string) => string;
  check?: (value: string, others: TypedValues) => FieldProblem | ShownProblem | undefined;
  show: (control: FieldControl) => ReactNode;
}

export interface FieldsFormProps {
  fields: readonly FormField[];
  /** Title of the summary of what is wrong. */
  problems: string;
  submit: string;
  /** Label of the button while the form is being sent. */
  busy: string;
  /** Checks and sends what was typed; answers the refusal, or nothing. A throw is shown as no network. */
  send: (typed: TypedValues) => Promise<Refusal | undefined>;
  /** A refusal that is shown from the start. */
  refused?: Refusal | undefined;
  /** What is in the fields at first. */
  typed?: Values;
  /** Attributes of the form; with a class of its own the button is as wide as its label. */
  form?: FormHTMLAttributes<HTMLFormElement>;
  /** Shown between the summary and the fields. */
  notice?: ((refusal: Refusal) => ReactNode) | undefined;
  kind?: ButtonKind | undefined;
  /** What surrounds the button. */
  actions?: (button: ReactNode) => ReactNode;
  /** Below the button. */
  children?: ReactNode;
}

/**
 * A form made of fields as data: summary, fields and button. The fields are uncontrolled: what is typed or filled in and
 * a press of the button before hydration are kept. A refusal keeps what was typed and moves the focus to the summary.
 */
export function FieldsForm(props: FieldsFormProps) {
  const { fields, typed, form, actions } = props;
  const { busy, refusal, attempt, errorOf, formProps } = useForm(props.send, props.refused);
  const button = (
    <Button kind={props.kind ?? 'lamp'} type="submit" wide={!form?.className} busy={busy}>
      {busy ? props.busy : props.submit}
    </Button>
  );
  return (
    <form className={styles.form} {...formProps} {...form}>
      <ErrorSummary title={props.problems} items={summaryOf(refusal, fields)} attempt={attempt} />
      {props.notice?.(refusal)}
      {fields.map(({ name, show }) => (
        <Fragment key={name}>
          {show({ id: name, name, error: errorOf(name), defaultValue: typed?.[name], required: true })}
        </Fragment>
      ))}
      {actions ? actions(button) : button}
      {props.children}
    </form>
  );
}

/**
 * The lines of the summary above a form, each field's a link to it. A rule of the field says what exactly is wanted, an
 * answer of the server speaks for itself. Source: spec/messages.md.
 * @param fields In the order of the form.
 */
export function summaryOf(
  { message, fields: problems }: Refusal,
  fields: readonly Pick<FormField, 'name' | 'wanted'>[],
): { field?: string; text: string }[] {
  const known = fields.flatMap(({ name, wanted }) => {
    const problem = problems[name];
    return problem
      ? [{ field: name, text: (problem.code.startsWith('field.') && wanted) || problem.text }]
      : [];
  });
  const others = Object.keys(problems).filter((name) => fields.every((field) => field.name !== name));
  return [
    ...(message === undefined ? [] : [{ text: message }]),
    ...known,
    ...others.map((name) => ({ text: problems[name]?.text ?? '' })),
  ];
}
