/** For `test/unit/architecture-exports.test.ts`: exports of this feature that only tests import. */
export const onlyForTests: Readonly<Record<string, string>> = {
  'src/features/logs/data/writing/inspect-log.ts': 'inspectLog',
}
