import type { FeatureMethods } from '../../../ui/report/feature-methods.ts'
import { auditWords } from '../text/audit-words.ts'
import { auditIn } from './audit-view.tsx'

export const auditMethods: FeatureMethods = {
  about: 'passes',
  words: facts => auditIn(facts) && auditWords,
  citations: () => [],
}
