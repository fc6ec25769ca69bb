import type { FailureCode } from '#contract/messages/catalogue.ts';
import { formatMessage, type MessageParams } from '#contract/messages/format-message.ts';
import type { FileKind } from '#platform/files/file-kind.ts';
import type { FileProblem } from '#platform/files/file-problem.ts';
import { type CallFailure, fail } from '../call-result.ts';
import { contentNames, describeFile, type FilePurpose } from './describe-file.template.ts';

/** Why a file is not taken: the code, and what the file was found to be when it is of another kind. */
export interface FileRefusal {
  readonly code: FailureCode;
  readonly params?: MessageParams;
  readonly found?: FileKind;
}

/** A refusal of a file: the text of its code, and what the file is when it is of another kind. */
export function failFile({ code, params = {}, found }: FileRefusal, purpose: FilePurpose): CallFailure {
  const failure = fail(code, params);
  const description = found === undefined ? '' : describeFile(found, purpose);
  if (description === '') return failure;
  return { ...failure, message: `${formatMessage(code, params)} ${description}` };
}

/** The refusal of a document with a problem. */
export function refusalOf(problem: FileProblem): FileRefusal {
  switch (problem) {
    case 'damaged':
      return { code: 'files.damaged' };
    case 'encrypted':
      return { code: 'files.encrypted' };
    case 'tooComplex':
      return { code: 'files.tooComplex' };
    default:
      return { code: 'files.activeContent', params: { content: contentNames[problem] } };
  }
}
