import { useWayIn } from '#web/app/use-way-in.tsx';
import { PersonSignUp } from '#web/features/sign-up/person-sign-up.tsx';

/** `/sign-up/person`: a new cabinet for a household. */
export default function SignUpPersonPage() {
  const { ends, secondStep } = useWayIn();
  return secondStep ?? <PersonSignUp {...ends} />;
}
