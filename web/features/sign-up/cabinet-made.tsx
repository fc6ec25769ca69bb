import { Link } from '@tanstack/react-router';
import { formatText } from '#contract/messages/format-text.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { LitWindow } from '#web/ui/lit-window.tsx';
import { text } from './text.ts';

interface CabinetMadeProps {
  type: 'person' | 'entity';
  /** Why signing in to it was refused. */
  cause: string;
}

/** The cabinet is there, but the way in has to be gone by hand: nothing is to be typed again but login and password. */
export function CabinetMade({ type, cause }: CabinetMadeProps) {
  return (
    <LitWindow title={text.madeTitle} suffix={text.product} lead={formatText(text.madeLead, { cause })}>
      <Link to={`/sign-in/${type}`} className={buttonClass('lamp', true)}>
        {text.toSignIn}
      </Link>
    </LitWindow>
  );
}
