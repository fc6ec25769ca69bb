import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { formatText } from '#contract/messages/format-text.ts';
import { ruledBy } from '#web/lib/form/form-step.tsx';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/form/field.tsx';
import { showTip } from '#web/ui/tip-area.tsx';
import { type Profile, profileQuery, sendNames } from './api.ts';
import { type Names, useContractData } from './contract-data.ts';
import { ProfileCard } from './profile-card.tsx';
import { SettingsForm, submitCall } from './settings-form.tsx';
import { text } from './text.ts';

/** The fields by the names of the base specification, with their autocomplete values. */
const names = [
  { name: 'surname', autoComplete: 'family-name', of: 'surname' },
  { name: 'name', autoComplete: 'given-name', of: 'name' },
  { name: 'middle_n', autoComplete: 'additional-name', of: 'middleName' },
] as const;

/** The form of surname, name and patronymic. */
function NamesForm({ profile, besides }: { profile: Profile; besides?: ReactNode }) {
  const client = useQueryClient();
  const saved = () => {
    showTip('good', text.namesSaved);
    client.invalidateQueries({ queryKey: profileQuery.queryKey }).catch(() => undefined);
  };
  return (
    <SettingsForm
      fields={names.map(({ name, autoComplete, of }) => ({
        name,
        wanted: text.wanted[name],
        ...ruledBy(name),
        show: (control) => (
          <TextField
            {...control}
            label={text.nameLabels[name]}
            hint={formatText(text.nameHint, { example: text.nameExamples[name] })}
            defaultValue={profile[of]}
            autoComplete={autoComplete}
          />
        ),
      }))}
      submit={text.save}
      busy={text.saving}
      takesFocus={false}
      besides={besides}
      send={(value) => {
        const typed = { surname: value('surname'), name: value('name'), middle_n: value('middle_n') };
        return submitCall(sendNames(profile.type, typed), saved);
      }}
    />
  );
}

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
