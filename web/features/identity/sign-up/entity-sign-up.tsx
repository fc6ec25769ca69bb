import { Link } from '@tanstack/react-router';
import { useReducer, useState } from 'react';
import type { SignInCallbacks } from '#web/session/finish-sign-in.ts';
import { CabinetCreated } from './cabinet-created.tsx';
import { CodeStep } from './code-step.tsx';
import { ContractStep } from './contract-step.tsx';
import { EntityContactStep } from './entity-contact-step.tsx';
import { EntityFinish } from './entity-finish.tsx';
import { progressOf } from './progress-of.ts';
import type { FieldSteps } from './refused-step.ts';
import { signUpReducer, signUpSteps, startSignUp } from './sign-up-steps.ts';
import { text } from './text.ts';
import { useDraft } from './use-draft.ts';

const steps = signUpSteps.entity;
const fieldSteps: FieldSteps = {
  account: 'contract',
  unique_code: 'contract',
  edrpou: 'contract',
  email: 'contact',
  phone: 'contact',
  code: 'code',
  password: 'finish',
};

/** The sign-up of an entity: contract, contacts with a code, then password and consent. Source: product.md 4. */
export function EntitySignUp(ends: SignInCallbacks) {
  const [state, dispatch] = useReducer(signUpReducer, 'entity', startSignUp);
  const [failedSignIn, setFailedSignIn] = useState<string>();
  const { draft, keep } = useDraft();
  if (failedSignIn !== undefined) return <CabinetCreated type="entity" cause={failedSignIn} />;
  const foot = (
    <>
      <Link to="/sign-in/entity">{text.haveCabinet}</Link>
      <Link to="/recover" search={{ type: 'entity' }}>
        {text.forgot}
      </Link>
      <Link to="/sign-up/person">{text.forPerson}</Link>
    </>
  );
  const props = { state, dispatch, draft, keep, progress: progressOf(steps, state.step), foot };
  switch (state.step) {
    case 'contract':
      return <ContractStep key="contract" {...props} />;
    case 'contact':
      return <EntityContactStep key="contact" {...props} />;
    case 'code':
      return <CodeStep key="code" {...props} owner={{ userType: 'entity', phone: state.codeFor }} />;
    case 'finish':
      return (
        <EntityFinish
          key="finish"
          {...props}
          ends={ends}
          steps={steps}
          fieldSteps={fieldSteps}
          onMade={setFailedSignIn}
        />
      );
  }
}
