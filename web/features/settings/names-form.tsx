import { useQueryClient } from '@tanstack/react-query';
import { formatText } from '#contract/messages/format-text.ts';
import { TextField } from '#web/ui/text-field.tsx';
import { showTip } from '#web/ui/tips.ts';
import { type Profile, profileQuery, sendNames } from './api.ts';
import { problemsOf } from './field-problem.ts';
import { SettingsForm } from './settings-form.tsx';
import { text } from './text.ts';
import { useForm } from './use-form.ts';

/** The fields by the names of the base specification, and how browsers fill them in. */
const fields = [
  { name: 'surname', autoComplete: 'family-name', of: 'surname' },
  { name: 'name', autoComplete: 'given-name', of: 'name' },
  { name: 'middle_n', autoComplete: 'additional-name', of: 'middleName' },
] as const;

/** Surname, name and patronymic, as they stand and as they are to be. */
export function NamesForm({ profile }: { profile: Profile }) {
  const client = useQueryClient();
  const form = useForm(fields.map(({ name }) => name));

  const submit = async (names: { surname: string; name: string; middle_n: string }) => {
    const problems = problemsOf(names);
    if (problems) return form.refuse({ problems });
    if (!(await form.send(sendNames(profile.type, names)))) return;
    showTip('good', text.namesSaved);
    await client.invalidateQueries({ queryKey: profileQuery.queryKey });
  };

  return (
    <SettingsForm
      form={form}
      submit={text.save}
      busy={text.saving}
      takesFocus={false}
      onSubmit={(typed) =>
        submit({ surname: typed('surname'), name: typed('name'), middle_n: typed('middle_n') })
      }
    >
      {fields.map(({ name, autoComplete, of }) => (
        <TextField
          key={name}
          id={form.idOf(name)}
          name={name}
          label={text.nameLabels[name]}
          hint={formatText(text.nameHint, { example: text.nameExamples[name] })}
          error={form.errorOf(name)}
          defaultValue={profile[of]}
          autoComplete={autoComplete}
          required
        />
      ))}
    </SettingsForm>
  );
}
