import { Link } from '@tanstack/react-router';
import { useSignInFlow } from '#web/app/session/use-sign-in-flow.tsx';
import { EntityForm } from '#web/features/identity/sign-in/sign-in-steps.tsx';
import { text } from '#web/features/identity/sign-in/steps-text.ts';
import { AuthCard } from '#web/ui/layout/auth-card.tsx';

/** `/sign-in/entity`: sign-in of entities. */
export default function SignInEntityPage() {
  const { ends, secondStep } = useSignInFlow();
  if (secondStep) return secondStep;
  return (
    <AuthCard
      title={text.entityTitle}
      suffix={text.product}
      lead={text.entityLead}
      foot={
        <>
          <Link to="/recover" search={{ type: 'entity' }}>
            {text.forgot}
          </Link>
          <Link to="/sign-up/entity">{text.noCabinet}</Link>
          <Link to="/sign-in/person">{text.forPerson}</Link>
          <Link to="/" hash="contacts">
            {text.contacts}
          </Link>
        </>
      }
    >
      <EntityForm {...ends} />
    </AuthCard>
  );
}
