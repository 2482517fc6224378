/** For `test/unit/architecture-exports.test.ts`: exports of this feature that only tests import. */
export const onlyForTests: Readonly<Record<string, string>> = {
  'src/features/confidence/ui/coverage-plot.tsx': 'tenths',
  'src/features/confidence/ui/sureness-card.ts': 'surenessWords',
}
