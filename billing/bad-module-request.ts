/** Unknown function module, or input that its declaration does not allow. */
export class BadModuleRequest extends Error {
  readonly reason: 'unknownModule' | 'badInput';
  /** Problems by the path of the field; empty for an unknown module. */
  readonly issues: readonly { readonly path: string; readonly message: string }[];

  constructor(reason: 'unknownModule' | 'badInput', name: string, issues: BadModuleRequest['issues'] = []) {
    const fields = issues.map((issue) => `${issue.path}: ${issue.message}`).join('; ');
    super(reason === 'unknownModule' ? `unknown function module ${name}` : `bad input of ${name}: ${fields}`);
    this.reason = reason;
    this.issues = issues;
  }
}
