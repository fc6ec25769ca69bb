import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { checkField } from '#contract/field-rules.ts';
import { formatText } from '#contract/messages/format-text.ts';
import { refusalOfChecks } from '#web/lib/form/form-problems.ts';
import type { TypedValues } from '#web/lib/form/use-form.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/form/field.tsx';
import { showTip } from '#web/ui/tip-area.tsx';
import { type Profile, profileQuery, sendNames } from './api.ts';
import { type Names, useContractData } from './contract-data.ts';
import { ProfileCard } from './profile-card.tsx';
import { SettingsForm } from './settings-form.tsx';
import { submitCall } from './submit-call.ts';
import { text } from './text.ts';

/** The fields by the names of the base specification, with their autocomplete values. */
const fields = [
  { name: 'surname', autoComplete: 'family-name', of: 'surname' },
  { name: 'name', autoComplete: 'given-name', of: 'name' },
  { name: 'middle_n', autoComplete: 'additional-name', of: 'middleName' },
] as const;

const { surname, name, middle_n } = text.wanted;

/** The form of surname, name and patronymic. */
function NamesForm({ profile, besides }: { profile: Profile; besides?: ReactNode }) {
  const client = useQueryClient();
  const saved = () => {
    showTip('good', text.namesSaved);
    client.invalidateQueries({ queryKey: profileQuery.queryKey }).catch(() => undefined);
  };
  const send = async (value: TypedValues) => {
    const names = {
      surname: value('surname').trim(),
      name: value('name').trim(),
      middle_n: value('middle_n').trim(),
    };
    const refused = refusalOfChecks({
      surname: checkField('surname', names.surname),
      name: checkField('name', names.name),
      middle_n: checkField('middle_n', names.middle_n),
    });
    return refused ?? submitCall(sendNames(profile.type, names), {}, saved);
  };
  return (
    <SettingsForm
      wanted={{ surname, name, middle_n }}
      submit={text.save}
      busy={text.saving}
      takesFocus={false}
      besides={besides}
      onSubmit={send}
    >
      {(errorOf) =>
        fields.map((field) => (
          <TextField
            key={field.name}
            id={field.name}
            name={field.name}
            label={text.nameLabels[field.name]}
            hint={formatText(text.nameHint, { example: text.nameExamples[field.name] })}
            error={errorOf(field.name)}
            defaultValue={profile[field.of]}
            autoComplete={field.autoComplete}
            required
          />
        ))
      }
    </SettingsForm>
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
