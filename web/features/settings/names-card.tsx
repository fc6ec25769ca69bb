import { NamesForm } from './names-form.tsx';
import { ProfileCard } from './profile-card.tsx';
import { text } from './text.ts';

/** The names of a person. */
export function NamesCard() {
  return <ProfileCard title={text.names}>{(profile) => <NamesForm profile={profile} />}</ProfileCard>;
}
