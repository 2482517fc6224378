/** For `test/unit/architecture-exports.test.ts`: exports of this feature that only tests import. */
export const onlyForTests: Readonly<Record<string, string>> = {
  'src/features/diagnostics/engine/comparison-list.ts': 'comparisonList',
  'src/features/diagnostics/engine/size-plans.ts': 'undecidedVoxels',
  'src/features/diagnostics/engine/stated-margins.ts': 'testedMargin',
  'src/features/diagnostics/ui/score-curves.tsx': 'PrecisionRecallPlot RocPlot',
}
