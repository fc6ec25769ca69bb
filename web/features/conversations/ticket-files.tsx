import { addTicketFile, type ConversationFileData } from '#contract/conversations.ts';
import { uploadFile } from '#web/lib/api.ts';
import { FilesField } from '#web/lib/files/files-field.tsx';

interface TicketFilesProps {
  account: string;
  files: readonly ConversationFileData[];
  onChange: (files: readonly ConversationFileData[]) => void;
}

/** Files of a message that a customer writes. */
export function TicketFiles({ account, ...field }: TicketFilesProps) {
  return (
    <FilesField {...field} upload={(file, named) => uploadFile(addTicketFile, { account, ...named }, file)} />
  );
}
