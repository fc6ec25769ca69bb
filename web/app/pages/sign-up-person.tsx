import { useSignInFlow } from '#web/app/session/use-sign-in-flow.tsx';
import { PersonSignUp } from '#web/features/identity/sign-up/sign-up-steps.tsx';

/** `/sign-up/person`: sign-up of a person. */
export default function SignUpPersonPage() {
  const { ends, secondStep } = useSignInFlow();
  return secondStep ?? <PersonSignUp {...ends} />;
}
