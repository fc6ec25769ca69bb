import { answerMarks, type ConversationData, maxRatingText, rateTicket } from '#contract/conversations.ts';
import { callApi } from '#web/lib/api.ts';
import { FormStep } from '#web/lib/form/form-step.tsx';
import { AreaField } from '#web/ui/form/area-field.tsx';
import { text } from './text.ts';
import styles from './tickets.module.css';

export type Mark = (typeof answerMarks)[number];

interface ChoicesProps {
  id: string;
  name: string;
  legend: string;
  choices: readonly (readonly [value: string, label: string])[];
}

function Choices({ id, name, legend, choices }: ChoicesProps) {
  return (
    <fieldset className={styles.choices} id={id}>
      <legend>{legend}</legend>
      {choices.map(([value, label]) => (
        <label key={value}>
          <input type="radio" name={name} value={value} />
          <span>{label}</span>
        </label>
      ))}
    </fieldset>
  );
}

const missing = (value: string) => (value === '' ? ({ code: 'field.required' } as const) : undefined);

interface RateAnswerProps {
  account: string;
  id: string;
  onRated: (ticket: ConversationData) => void;
}

/** Asks once what the customer thinks of the answer. */
export function RateAnswer({ account, id, onRated }: RateAnswerProps) {
  return (
    <FormStep
      kind="ink"
      problems={text.problems}
      submit={text.rate}
      busy={text.sending}
      form={{ className: styles.form }}
      actions={(button) => <div>{button}</div>}
      fields={[
        {
          name: 'mark',
          wanted: text.rateWanted,
          check: missing,
          show: ({ id, name }) => (
            <Choices
              id={id}
              name={name}
              legend={text.rateTitle}
              choices={answerMarks.map((mark) => [String(mark), text.marks[mark]])}
            />
          ),
        },
        {
          name: 'solved',
          wanted: text.rateWanted,
          check: missing,
          show: ({ id, name }) => (
            <Choices
              id={id}
              name={name}
              legend={text.solved}
              choices={[
                ['yes', text.yes],
                ['no', text.no],
              ]}
            />
          ),
        },
        {
          name: 'comment',
          show: ({ required: _, ...control }) => (
            <AreaField {...control} label={text.rateComment} rows={2} maxLength={maxRatingText} />
          ),
        },
      ]}
      send={async (typed) => {
        const rated = await callApi(rateTicket, {
          account,
          id,
          mark: Number(typed('mark')) as Mark,
          isSolved: typed('solved') === 'yes',
          text: typed('comment').trim(),
        });
        if (!rated.ok) return rated.failure;
        onRated(rated.data.ticket);
        return undefined;
      }}
    />
  );
}
