import { type FormEvent, useEffect, useRef, useState } from 'react';
import { commonMessages } from '#contract/messages/common-messages.ts';
import { repeatEarlySubmit } from './early-submit.ts';
import type { Refusal } from './form-problems.ts';

const nothing: Refusal = { fields: {} };

/** The values of a form by the names of its fields, as they were typed. */
export type TypedValues = (name: string) => string;

export interface FormHandle {
  busy: boolean;
  refusal: Refusal;
  /** Counts the refusals, for the summary to take the focus. */
  attempt: number;
  /** What is wrong with the field, or undefined. */
  errorOf: (field: string) => string | undefined;
  formProps: {
    ref: React.RefObject<HTMLFormElement | null>;
    onSubmit: (event: FormEvent<HTMLFormElement>) => void;
    noValidate: true;
    method: 'dialog';
  };
}

/**
 * A form of native fields: what is typed stays in the browser's own inputs, one press is worked on at a time, and a
 * refusal keeps everything typed.
 * @param submit Checks and sends; gives the refusal, or nothing when it is done. A throw counts as no network, for then
 * a part of the page did not arrive.
 * @param refused What an earlier step of the same way was refused for, shown from the start.
 */
export function useForm(
  submit: (value: TypedValues) => Promise<Refusal | undefined>,
  refused: Refusal = nothing,
): FormHandle {
  const ref = useRef<HTMLFormElement>(null);
  const [busy, setBusy] = useState(false);
  const [state, setState] = useState({ refusal: refused, attempt: refused === nothing ? 0 : 1 });

  useEffect(() => repeatEarlySubmit(ref.current), []);

  const send = async (form: HTMLFormElement) => {
    const data = new FormData(form);
    setBusy(true);
    const refusal = await submit((name) => String(data.get(name) ?? '')).catch(
      (): Refusal => ({ message: commonMessages['common.network'], fields: {} }),
    );
    setBusy(false);
    setState(({ attempt }) => ({
      refusal: refusal ?? nothing,
      attempt: refusal ? attempt + 1 : attempt,
    }));
  };

  return {
    busy,
    refusal: state.refusal,
    attempt: state.attempt,
    errorOf: (field) => state.refusal.fields[field]?.text,
    formProps: {
      ref,
      noValidate: true,
      method: 'dialog',
      onSubmit: (event) => {
        event.preventDefault();
        if (!busy) void send(event.currentTarget);
      },
    },
  };
}
