/** A mail to the operator with the newest seals of the audit. */
export const sealMail = (lines: readonly string[]) => ({
  subject: 'Світло: печатки журналу дій',
  text: `Збережіть цей лист. За ним команда npm run doctor -- --seals <файл> побачить журнал, який переписали в базі.\n\n${lines.join('\n')}\n`,
});
