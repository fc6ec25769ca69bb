import { useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import type { Profile } from './api.ts';
import { type Names, useContractData } from './contract-data.ts';
import { NamesForm } from './names-form.tsx';
import { ProfileCard } from './profile-card.tsx';
import { text } from './text.ts';

/** The names of a person. */
export function NamesCard() {
  return <ProfileCard title={text.names}>{(profile) => <OfferedNames profile={profile} />}</ProfileCard>;
}

/** The form of the names; offers those of the contract while they differ. */
function OfferedNames({ profile }: { profile: Profile }) {
  const [offered, setOffered] = useState<Names>();
  const { names } = useContractData();
  const { surname, name, middleName } = offered ?? profile;
  const isOther = names && [surname, name, middleName].join() !== Object.values(names).join();
  return (
    // The offered names are filled in, to be checked and saved.
    <NamesForm
      key={offered ? 'contract' : 'profile'}
      profile={{ ...profile, ...offered }}
      besides={
        isOther && (
          <Button kind="plain" onClick={() => setOffered(names)}>
            {text.takeFromContract}
          </Button>
        )
      }
    />
  );
}
