import { Doors } from '#web/features/sign-in/doors.tsx';
import { text } from '#web/features/sign-in/text.ts';
import { LitWindow } from '#web/ui/lit-window.tsx';

/** `/auth`: which way in. */
export default function AuthPage() {
  return (
    <LitWindow title={text.doors.title} suffix={text.product} lead={text.doors.lead}>
      <Doors />
    </LitWindow>
  );
}
