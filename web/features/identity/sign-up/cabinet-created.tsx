import { Link } from '@tanstack/react-router';
import { formatText } from '#contract/messages/format-text.ts';
import { AuthCard } from '#web/ui/auth-card.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { text } from './text.ts';

interface CabinetCreatedProps {
  type: 'person' | 'entity';
  /** Why the sign-in was refused. */
  cause: string;
}

/** Shown when the cabinet was created but the automatic sign-in failed: the user signs in by hand. */
export function CabinetCreated({ type, cause }: CabinetCreatedProps) {
  return (
    <AuthCard title={text.madeTitle} suffix={text.product} lead={formatText(text.madeLead, { cause })}>
      <Link to={`/sign-in/${type}`} className={buttonClass('lamp', true)}>
        {text.toSignIn}
      </Link>
    </AuthCard>
  );
}
