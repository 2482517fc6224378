/** For `test/unit/architecture-exports.test.ts`: exports of this feature that only tests import. */
export const onlyForTests: Readonly<Record<string, string>> = {
  'src/features/detail/engine/by-detail.ts': 'gainOf',
}
