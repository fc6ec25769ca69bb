import { readFile } from 'node:fs/promises';
import {
  type AnswerName,
  type Answers,
  answerNames,
  checkAnswer,
  dependsOn,
  type Question,
  type QuestionPart,
  questions,
} from './questions.ts';
import { words } from './setup.template.ts';
import type { SetupTerminal } from './terminal.ts';

/** Answers that can't be used, a line for each. */
class AnswersRefused extends Error {
  readonly lines: readonly string[];

  constructor(lines: readonly string[]) {
    super([words.refused, ...lines].join('\n'));
    this.lines = lines;
  }
}

/** Answers the questions of a part; `known` has what is set and what was answered before. */
export type Collect = (part: QuestionPart, known: Answers) => Promise<Answers>;

const questionsOf = (part: QuestionPart) => questions.filter((question) => question.part === part);

/** Whether the question has no meaning, because the one before it was answered with nothing. */
function isLeftOut({ name }: Question, answers: Answers): boolean {
  const first = dependsOn.get(name);
  return first !== undefined && (answers.get(first) ?? '') === '';
}

const isName = (name: string): name is AnswerName => answerNames.some((known) => known === name);

/** Reads the file of an unattended run: one JSON object of texts. @throws AnswersRefused that names what is unknown. */
export async function readAnswersFile(path: string): Promise<Answers> {
  let content: unknown;
  try {
    content = JSON.parse(await readFile(path, 'utf8'));
  } catch {
    throw new AnswersRefused([words.noJson(path)]);
  }
  if (typeof content !== 'object' || content === null || Array.isArray(content))
    throw new AnswersRefused([words.noJson(path)]);
  const entries = Object.entries(content as Record<string, unknown>);
  const lines = entries.flatMap(([name, value]) => {
    if (!isName(name)) return [words.unknownAnswer(name)];
    return typeof value === 'string' ? [] : [words.notText(name)];
  });
  if (lines.length > 0) throw new AnswersRefused(lines);
  return new Map(entries.map(([name, value]) => [name as AnswerName, String(value).trim()]));
}

/**
 * Takes answers from a file; what the file does not have stays as it is set. A secret that is set is replaced only when `replaced`
 * names it. @throws AnswersRefused that names what is missing or wrong.
 */
export function answersOfFile(given: Answers, replaced: ReadonlySet<string>): Collect {
  return async (part, known) => {
    const answers = new Map(known);
    const lines: string[] = [];
    for (const question of questionsOf(part)) {
      const { name, isSecret, usual } = question;
      const present = known.get(name) ?? '';
      const answer = given.get(name) ?? (present || (usual?.(answers) ?? ''));
      const value = isLeftOut(question, answers) ? '' : answer;
      const problem = checkAnswer(question, value, answers);
      if (problem !== undefined) lines.push(words.problem(name, words.problems[problem]));
      else if (isSecret && present !== '' && value !== present && !replaced.has(name))
        lines.push(words.secretIsSet(name));
      answers.set(name, value);
    }
    if (lines.length > 0) throw new AnswersRefused(lines);
    return answers;
  };
}

async function askOne(terminal: SetupTerminal, question: Question, answers: Answers): Promise<string> {
  const { name, isSecret = false, isOptional, usual } = question;
  const present = answers.get(name) ?? '';
  const kept = present || (usual?.(answers) ?? '');
  const shown = isSecret && present !== '' ? words.isSet : kept;
  const label = words.questions[name] + (shown === '' ? '' : ` [${shown}]`);
  for (;;) {
    const typed = (await terminal.ask(label, isSecret)).trim();
    const value = typed === '' ? kept : isOptional && typed === '-' ? '' : typed;
    const problem = checkAnswer(question, value, answers);
    if (problem !== undefined) {
      terminal.print(`  ${words.problems[problem]}`);
      continue;
    }
    if (name === 'ownerPassword' && (await terminal.ask(words.passwordAgain, true)).trim() !== value) {
      terminal.print(`  ${words.passwordsDiffer}`);
      continue;
    }
    if (isSecret && present !== '' && value !== present) {
      const answer = (await terminal.ask(words.replaceSecret)).trim().toLowerCase();
      if (answer !== words.yes) return present;
    }
    return value;
  }
}

/** Asks on a terminal, each question until its answer is right. */
export function answersOfTerminal(terminal: SetupTerminal): Collect {
  return async (part, known) => {
    const answers = new Map(known);
    terminal.print(`\n${words.parts[part]}`);
    for (const question of questionsOf(part)) {
      const value = isLeftOut(question, answers) ? '' : await askOne(terminal, question, answers);
      answers.set(question.name, value);
    }
    return answers;
  };
}
