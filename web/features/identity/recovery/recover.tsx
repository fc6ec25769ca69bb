import { Link } from '@tanstack/react-router';
import { useReducer } from 'react';
import { AuthCard } from '#web/ui/auth-card.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { CodeStep } from './code-step.tsx';
import { ContactStep } from './contact-step.tsx';
import { PasswordStep } from './password-step.tsx';
import { recoverReducer, startRecover } from './recover-steps.ts';
import { text } from './text.ts';

/** The password reset: contact, code, new password. Source: product.md 4. */
export function Recover({ type }: { type: 'person' | 'entity' }) {
  const [state, dispatch] = useReducer(recoverReducer, startRecover);
  const { step, owner } = state;
  if (step === 'done') {
    return (
      <AuthCard title={text.doneTitle} suffix={text.product} lead={text.doneLead}>
        <Link to={`/sign-in/${type}`} className={buttonClass('lamp', true)}>
          {text.toSignIn}
        </Link>
      </AuthCard>
    );
  }
  const foot = (
    <>
      <Link to={`/sign-in/${type}`}>{text.remembered}</Link>
      <Link to="/recover" search={{ type: type === 'person' ? 'entity' : 'person' }}>
        {text.otherType[type]}
      </Link>
      <p>{text.help}</p>
      <Link to="/" hash="contacts">
        {text.contacts}
      </Link>
    </>
  );
  if (owner && step === 'code') {
    return <CodeStep key="code" owner={owner} state={state} dispatch={dispatch} foot={foot} />;
  }
  if (owner && step === 'password') {
    return <PasswordStep key="password" owner={owner} state={state} dispatch={dispatch} foot={foot} />;
  }
  return <ContactStep key="contact" type={type} state={state} dispatch={dispatch} foot={foot} />;
}
