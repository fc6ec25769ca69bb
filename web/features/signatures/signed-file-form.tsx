import { useRef, useState } from 'react';
import { formatText } from '#contract/messages/format-text.ts';
import { supportMessages } from '#contract/messages/support-messages.ts';
import { maxSignatureMb } from '#contract/signatures.ts';
import { deviceNow } from '#web/lib/clock.ts';
import { type Attempt, attemptFor } from '#web/lib/form/attempt.ts';
import type { FormField } from '#web/lib/form/fields-form.tsx';
import { FormStep } from '#web/lib/form/form-step.tsx';
import { useOnline } from '#web/lib/use-online.ts';
import { FileDrop } from '#web/ui/form/file-drop.tsx';
import { Stack, Text } from '#web/ui/layout/stack.tsx';
import type { SignedDocument } from './api.ts';
import { sendSignature } from './sign-document.ts';
import { text } from './text.ts';

interface SignedFileFormProps {
  account: string;
  document: SignedDocument;
  onSigned: (document: SignedDocument) => void;
}

const bytesInMegabyte = 1024 * 1024;
const field = 'signed-file';

/** A file that was signed elsewhere: the server judges it, and what is wrong stands at the file, which stays chosen. */
export function SignedFileForm({ account, document, onSigned }: SignedFileFormProps) {
  const isOnline = useOnline();
  const [file, setFile] = useState<File>();
  const unanswered = useRef<Attempt>(undefined);
  const size = { size: maxSignatureMb };
  const check = () => {
    if (!file) return { code: 'field.required', text: text.signedFileWanted };
    if (file.size <= maxSignatureMb * bytesInMegabyte) return undefined;
    return {
      code: 'signature.fileTooLarge',
      text: formatText(supportMessages['signature.fileTooLarge'], size),
    };
  };
  const fields: readonly FormField[] = [
    {
      name: field,
      wanted: text.signedFileWanted,
      check,
      show: ({ id, name, error }) => (
        <FileDrop
          id={id}
          name={name}
          label={text.signedFile}
          hint={formatText(text.signedFileHint, size)}
          invitation={text.choose}
          accept=".p7s,.p7m,.asice,.sce"
          error={error}
          disabled={!isOnline}
          onFile={setFile}
        />
      ),
    },
  ];
  return (
    <Stack gap="2">
      <Text tone="quiet">{text.fileLead}</Text>
      <FormStep
        fields={fields}
        problems={text.problems}
        submit={text.upload}
        busy={text.checking}
        send={async () => {
          if (!file) return undefined;
          const { name, lastModified } = file;
          const contents = [document.documentId, name, file.size, lastModified];
          unanswered.current = attemptFor(unanswered.current, contents, deviceNow());
          const { requestId } = unanswered.current;
          const answer = await sendSignature(account, document, { file, requestId });
          if (answer.ok) {
            onSigned(answer.data.document);
            return undefined;
          }
          const { code, message } = answer.failure;
          // What the file was refused for is final; the same bytes may be judged anew.
          if (answer.failure.httpStatus > 0) unanswered.current = undefined;
          if (!code.startsWith('signature.')) return answer.failure;
          return { fields: { [field]: { code, text: message } } };
        }}
      />
    </Stack>
  );
}
