/** Where the tests of each kind are, by the path from the project's root; `npm test` runs all but the last two, `npm run test:all` all. */
export const kinds: Readonly<Record<string, RegExp>> = {
  unit: /^(?!web\/|e2e\/)(?!.*\.(api|fault)\.test\.ts$).*\.test\.ts$/,
  web: /^web\/(?!.*\.(api|fault)\.test\.ts$).*\.test\.ts$/,
  components: /^web\/.*\.test\.tsx$/,
  api: /^(?!e2e\/).*\.api\.test\.ts$/,
  pages: /^e2e\/pages\/.*\.test\.tsx?$/,
  'main jobs': /^e2e\/main-jobs\/[^/]+\.test\.ts$/,
  faults: /^(?!e2e\/).*\.fault\.test\.ts$/,
  journeys: /^e2e\/[^/]+\.test\.ts$/,
};

/** The kinds to which a file belongs: one, or a check refuses it. */
export const kindsOf = (file: string): readonly string[] =>
  Object.keys(kinds).filter((kind) => kinds[kind]?.test(file));
