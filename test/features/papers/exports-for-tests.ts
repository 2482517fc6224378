/** For `test/unit/architecture-exports.test.ts`: exports of this feature that only tests import. */
export const onlyForTests: Readonly<Record<string, string>> = {
  'src/features/papers/engine/med-cmr-findings.ts': 'medCmrTaskNames',
  'src/features/papers/engine/medrcube-findings.ts': 'regionIslands',
  'src/features/papers/ui/annex.ts': 'annexLines',
  'src/features/papers/ui/bibtex.ts': 'bibEntry',
  'src/features/papers/ui/paper-files.ts': 'latexPercent latexTable latexText',
  'src/features/papers/ui/papers.tsx': 'otherQuestionsWords',
}
