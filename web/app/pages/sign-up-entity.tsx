import { useWayIn } from '#web/app/use-way-in.ts';
import { EntitySignUp } from '#web/features/sign-up/entity-sign-up.tsx';

/** `/sign-up/entity`: a new cabinet for a company. */
export default function SignUpEntityPage() {
  const { ends } = useWayIn();
  return <EntitySignUp {...ends} />;
}
