import { useSignInFlow } from '#web/app/session/use-sign-in-flow.tsx';
import { EntitySignUp } from '#web/features/identity/sign-up/sign-up-steps.tsx';

/** `/sign-up/entity`: sign-up of an entity. */
export default function SignUpEntityPage() {
  const { ends, secondStep } = useSignInFlow();
  return secondStep ?? <EntitySignUp {...ends} />;
}
