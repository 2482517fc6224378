/** For `test/unit/architecture-exports.test.ts`: exports of this feature that only tests import. */
export const onlyForTests: Readonly<Record<string, string>> = {
  'src/features/audit/engine/plan.ts': 'auditProbes',
  'src/features/audit/engine/power.ts': 'powerOfDifference powerOfUpperLimit',
  'src/features/audit/ui/audit-progress.tsx': 'auditProgress',
}
