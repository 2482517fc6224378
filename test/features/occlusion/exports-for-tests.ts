/** For `test/unit/architecture-exports.test.ts`: exports of this feature that only tests import. */
export const onlyForTests: Readonly<Record<string, string>> = {
  'src/features/occlusion/engine/blocks.ts': 'boxOfBlock',
  'src/features/occlusion/engine/figures.ts': 'occlusionFigures regionIn',
}
