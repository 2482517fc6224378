/** For `test/unit/architecture-exports.test.ts`: exports of this feature that only tests import. */
export const onlyForTests: Readonly<Record<string, string>> = {
  'src/features/readers/engine/recomputed-cases.ts': 'recomputedCases',
  'src/features/readers/ui/marks/use-mark-sets.ts': 'labelNamesIn',
}
