import { useWayIn } from '#web/app/use-way-in.tsx';
import { EntitySignUp } from '#web/features/sign-up/entity-sign-up.tsx';

/** `/sign-up/entity`: a new cabinet for a company. */
export default function SignUpEntityPage() {
  const { ends, secondStep } = useWayIn();
  return secondStep ?? <EntitySignUp {...ends} />;
}
