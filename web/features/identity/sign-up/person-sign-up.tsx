import { Link } from '@tanstack/react-router';
import { useReducer, useState } from 'react';
import type { SignInCallbacks } from '#web/session/finish-sign-in.ts';
import { CabinetCreated } from './cabinet-created.tsx';
import { CodeStep } from './code-step.tsx';
import { PersonFinish } from './person-finish.tsx';
import { PhoneStep } from './phone-step.tsx';
import { progressOf } from './progress-of.ts';
import type { FieldSteps } from './refused-step.ts';
import { signUpReducer, signUpSteps, startSignUp } from './sign-up-steps.ts';
import { text } from './text.ts';
import { useDraft } from './use-draft.ts';

const steps = signUpSteps.person;
const fieldSteps: FieldSteps = {
  phone: 'contact',
  code: 'code',
  surname: 'finish',
  name: 'finish',
  middle_n: 'finish',
  email: 'finish',
  password: 'finish',
};

/** The sign-up of a person: phone, code, then names, e-mail, password and consent. Source: product.md 4. */
export function PersonSignUp(ends: SignInCallbacks) {
  const [state, dispatch] = useReducer(signUpReducer, 'person', startSignUp);
  const [failedSignIn, setFailedSignIn] = useState<string>();
  const { draft, keep } = useDraft();
  if (failedSignIn !== undefined) return <CabinetCreated type="person" cause={failedSignIn} />;
  const foot = (
    <>
      <Link to="/sign-in/person">{text.haveCabinet}</Link>
      <Link to="/recover" search={{ type: 'person' }}>
        {text.forgot}
      </Link>
      <Link to="/sign-up/entity">{text.forEntity}</Link>
    </>
  );
  const props = { state, dispatch, draft, keep, progress: progressOf(steps, state.step), foot };
  const phone = state.codeFor;
  if (state.step === 'code') return <CodeStep key="code" {...props} owner={{ userType: 'person', phone }} />;
  if (state.step === 'finish') {
    return (
      <PersonFinish
        key="finish"
        {...props}
        phone={phone}
        ends={ends}
        steps={steps}
        fieldSteps={fieldSteps}
        onMade={setFailedSignIn}
      />
    );
  }
  return <PhoneStep key="contact" {...props} />;
}
