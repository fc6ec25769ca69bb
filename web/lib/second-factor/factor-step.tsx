import { useState } from 'react';
import { sendSecondFactorCode } from '#contract/identity/second-factor.ts';
import { TextField } from '#web/ui/form/field.tsx';
import { callApi } from '../api.ts';
import type { ApiFailure } from '../api-failure.ts';
import { AnotherCode } from '../form/another-code.tsx';
import type { FormField } from '../form/fields-form.tsx';
import { FormStep, type FormStepProps } from '../form/form-step.tsx';
import { waitOfCode } from '../form/sent-code.ts';
import type { TypedValues } from '../form/use-form.ts';
import { text } from './factor-text.ts';

type Method = 'totp' | 'sms';

/**
 * A code of the active second factor, or a recovery code; an SMS is sent on request. Only the server checks its format.
 * @param method The channel of the code.
 */
export function factorCodeField(name: string, method: Method): FormField {
  return {
    name,
    wanted: text.factorCodeWanted,
    check: (code) => (code.trim() === '' ? { code: 'field.required' } : undefined),
    show: (control) => (
      <>
        <TextField
          {...control}
          label={text.factorCode}
          hint={text.factorCodeHint[method]}
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
        />
        {method === 'sms' && (
          <AnotherCode
            seconds={0}
            firstLabel={text.sendFactorCode}
            ask={() => waitOfCode(callApi(sendSecondFactorCode, {}))}
            words={text}
          />
        )}
      </>
    ),
  };
}

const CODE = 'factorCode';

/** What a call of a dangerous act takes beside its own payload. */
export interface FactorProof {
  factorCode?: string;
}

function methodOf({ details }: ApiFailure): Method {
  const method: unknown = typeof details === 'object' && details !== null && Reflect.get(details, 'method');
  return method === 'sms' ? 'sms' : 'totp';
}

interface FactorStepProps extends Omit<FormStepProps, 'send'> {
  send: (value: TypedValues, proof: FactorProof) => Promise<ApiFailure | undefined>;
}

/** A form whose call may ask for the second factor again (decision 0142): the field of its code comes when it does. */
export function FactorStep({ fields, places, send, ...form }: FactorStepProps) {
  const [method, setMethod] = useState<Method>();
  return (
    <FormStep
      {...form}
      fields={method ? [...fields, factorCodeField(CODE, method)] : fields}
      places={{
        ...places,
        codes: {
          ...places?.codes,
          'identity.factorNeeded': CODE,
          'identity.wrongCode': CODE,
          'identity.codeExpired': CODE,
        },
      }}
      send={async (value) => {
        const failure = await send(value, method ? { factorCode: value(CODE) } : {});
        if (failure?.code === 'identity.factorNeeded') setMethod(methodOf(failure));
        return failure;
      }}
    />
  );
}
